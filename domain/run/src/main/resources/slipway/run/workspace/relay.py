# Relays connections to the app of a workspace on another node: relay.py SOCKET. The engine runs it beside the app, and
# the server talks to it through standard input and output. It opens no port. A message is: connection number, kind,
# length, bytes.
#
#   server to relay   O open   D data   T the server consumed n bytes   C close    P ping
#   relay to server   O open   D data   T the app consumed n bytes      C closed   P pong
#                     R not listening   B listening, but not accepting
#
# Flow control: each side sends at most WINDOW bytes that the other has not consumed, so a slow reader delays only its
# own connection.
import os
import select
import socket
import struct
import sys
import time

HEAD = struct.Struct(">IcI")
COUNT = struct.Struct(">I")
WINDOW = 1 << 18
CHUNK = 1 << 15
SILENCE = 120  # seconds without a message after which the server is dead; the next server starts its own relay


class Connection:
    def __init__(self, app):
        self.app = app
        self.to_app = bytearray()
        self.may_read = WINDOW
        self.closing = False


connections = {}


def send(number, kind, data=b""):
    rest = memoryview(HEAD.pack(number, kind, len(data)) + data)
    while rest:
        rest = rest[os.write(1, rest):]


def close_connection(number):
    connection = connections.pop(number, None)
    if connection:
        connection.app.close()


def open_connection(number):
    app = socket.socket(socket.AF_UNIX)
    app.setblocking(False)
    try:
        app.connect(sys.argv[1])
    except BlockingIOError:
        app.close()
        send(number, b"B")
    except OSError:
        app.close()
        send(number, b"R")
    else:
        connections[number] = Connection(app)
        send(number, b"O")


def receive(number, kind, data):
    connection = connections.get(number)
    if kind == b"O":
        open_connection(number)
    elif kind == b"P":
        send(0, b"P")
    elif kind == b"D" and connection:
        connection.to_app += data
        send_to_app(number, connection)
    elif kind == b"T" and connection:
        connection.may_read += COUNT.unpack(data)[0]
    elif kind == b"C" and connection:
        connection.closing = True
        if not connection.to_app:
            close_connection(number)


def send_to_app(number, connection):
    try:
        sent = connection.app.send(connection.to_app)
    except BlockingIOError:
        return
    except OSError:
        close_connection(number)
        send(number, b"C")
        return
    del connection.to_app[:sent]
    if connection.closing:
        if not connection.to_app:
            close_connection(number)
    elif sent:
        send(number, b"T", COUNT.pack(sent))


def read_from_app(number, connection):
    try:
        data = connection.app.recv(min(CHUNK, connection.may_read))
    except BlockingIOError:
        return
    except OSError:
        data = b""
    if data:
        connection.may_read -= len(data)
        send(number, b"D", data)
    else:
        close_connection(number)
        send(number, b"C")


def serve():
    inbox = bytearray()
    last = time.monotonic()
    while time.monotonic() - last < SILENCE:
        readers = [0] + [each.app for each in connections.values() if each.may_read and not each.closing]
        writers = [each.app for each in connections.values() if each.to_app]
        readable, writable, _ = select.select(readers, writers, [], SILENCE)
        if 0 in readable:
            data = os.read(0, CHUNK)
            if not data:
                return
            last = time.monotonic()
            inbox += data
            while len(inbox) >= HEAD.size:
                number, kind, length = HEAD.unpack_from(inbox)
                end = HEAD.size + length
                if len(inbox) < end:
                    break
                message = bytes(inbox[HEAD.size:end])
                del inbox[:end]
                receive(number, kind, message)
        for number, connection in list(connections.items()):
            if connections.get(number) is connection and connection.app in writable and connection.to_app:
                send_to_app(number, connection)
            if connections.get(number) is connection and connection.app in readable and connection.may_read:
                read_from_app(number, connection)


os.write(1, b"slipway-relay 1\n")
serve()
