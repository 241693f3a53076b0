/* A driver with two cards, as far as the sampler asks: the first works hard and had an error, the second knows little. */
#include <stdio.h>
#include <string.h>

typedef struct { unsigned long long total, free, used; } Memory;
typedef struct { unsigned gpu, memory; } Utilization;
typedef struct { void *device; unsigned long long type, number; unsigned instance, compute; } Event;

static int cards[2];
static int events = 1, watched, in_use;

static int second(void *device) { return device == &cards[1]; }

int nvmlInit_v2(void) { in_use++; return 0; }
int nvmlShutdown(void) { in_use--; return 0; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 2; return 0; }

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device) {
    *device = &cards[index];
    return index < 2 ? 0 : 2;
}

int nvmlDeviceGetUUID(void *device, char *out, unsigned length) {
    snprintf(out, length, "GPU-%d", second(device) ? 22 : 11);
    return 0;
}

int nvmlDeviceGetName(void *device, char *out, unsigned length) {
    snprintf(out, length, "NVIDIA H200");
    return 0;
}

int nvmlDeviceGetMinorNumber(void *device, unsigned *out) { *out = second(device) ? 0 : 1; return 0; }

int nvmlDeviceGetMemoryInfo(void *device, Memory *out) {
    out->total = 150000000000ULL;
    out->used = second(device) ? 0 : 90000000000ULL;
    out->free = out->total - out->used;
    return 0;
}

int nvmlDeviceGetUtilizationRates(void *device, Utilization *out) {
    if (second(device)) return 3;
    out->gpu = 97;
    out->memory = 40;
    return 0;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned *out) { *out = 693400; return second(device) ? 3 : 0; }
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *out) { *out = 61 + sensor; return 0; }

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *out) {
    *out = second(device) ? 0x1 : 0x4 | 0x40;
    return 0;
}

int nvmlEventSetCreate(void **set) { *set = &events; return 0; }

int nvmlDeviceRegisterEvents(void *device, unsigned long long types, void *set) {
    watched += types == 8;
    return second(device) ? 3 : 0;
}

int nvmlEventSetWait_v2(void *set, Event *event, unsigned milliseconds) {
    if (!watched || !events || milliseconds) return 10;
    events--;
    memset(event, 0, sizeof *event);
    event->device = &cards[0];
    event->type = 8;
    event->number = 79;
    return 0;
}
