# The way to the app of a workspace on another machine: relay.py SOCKET, run beside the app by the engine, with the server at
# both ends of its standard streams. It opens no port. A message is: number of the connection, kind, length, bytes.
#
#   server to relay   O open   D data   T the server took so many bytes   C close   P are you there
#   relay to server   O open   D data   T the app took so many bytes      C closed  P I am
#                     R nothing listens   B it listens and takes nobody
#
# Neither side has more than WINDOW bytes under way that the other has not taken, so one slow reader holds up nobody else.
import os
import select
import socket
import struct
import sys
import time

HEAD = struct.Struct(">IcI")
COUNT = struct.Struct(">I")
WINDOW = 1 << 18
PIECE = 1 << 15
SILENCE = 120  # a server that has not been heard for so long is dead, and another has a relay of its own


class Line:
    def __init__(self, app):
        self.app = app
        self.to_app = bytearray()
        self.may_read = WINDOW
        self.closing = False


lines = {}


def say(number, kind, data=b""):
    rest = memoryview(HEAD.pack(number, kind, len(data)) + data)
    while rest:
        rest = rest[os.write(1, rest):]


def drop(number):
    line = lines.pop(number, None)
    if line:
        line.app.close()


def opened(number):
    app = socket.socket(socket.AF_UNIX)
    app.setblocking(False)
    try:
        app.connect(sys.argv[1])
    except BlockingIOError:
        app.close()
        say(number, b"B")
    except OSError:
        app.close()
        say(number, b"R")
    else:
        lines[number] = Line(app)
        say(number, b"O")


def heard(number, kind, data):
    line = lines.get(number)
    if kind == b"O":
        opened(number)
    elif kind == b"P":
        say(0, b"P")
    elif kind == b"D" and line:
        line.to_app += data
        feed(number, line)
    elif kind == b"T" and line:
        line.may_read += COUNT.unpack(data)[0]
    elif kind == b"C" and line:
        line.closing = True
        if not line.to_app:
            drop(number)


def feed(number, line):
    try:
        sent = line.app.send(line.to_app)
    except BlockingIOError:
        return
    except OSError:
        drop(number)
        say(number, b"C")
        return
    del line.to_app[:sent]
    if line.closing:
        if not line.to_app:
            drop(number)
    elif sent:
        say(number, b"T", COUNT.pack(sent))


def answer(number, line):
    try:
        data = line.app.recv(min(PIECE, line.may_read))
    except BlockingIOError:
        return
    except OSError:
        data = b""
    if data:
        line.may_read -= len(data)
        say(number, b"D", data)
    else:
        drop(number)
        say(number, b"C")


def serve():
    inbox = bytearray()
    last = time.monotonic()
    while time.monotonic() - last < SILENCE:
        readers = [0] + [line.app for line in lines.values() if line.may_read and not line.closing]
        writers = [line.app for line in lines.values() if line.to_app]
        readable, writable, _ = select.select(readers, writers, [], SILENCE)
        if 0 in readable:
            data = os.read(0, PIECE)
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
                heard(number, kind, message)
        for number, line in list(lines.items()):
            if lines.get(number) is line and line.app in writable and line.to_app:
                feed(number, line)
            if lines.get(number) is line and line.app in readable and line.may_read:
                answer(number, line)


os.write(1, b"slipway-relay 1\n")
serve()
