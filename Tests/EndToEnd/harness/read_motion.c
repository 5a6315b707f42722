// Reads frames of motion from event devices, and tells when.
//
// usage: read_motion SILENCE_MS (NODE SUM)…
//
// Says `ready` on its errors once it listens. Ends when each device has moved so far to the right in all, or when
// nothing has come for so many milliseconds. Then writes a line for each frame: which device, from 0, the motion to the
// right and down, and the nanoseconds of CLOCK_MONOTONIC right after the read.
//
// It comes before all others, as if it had a processor of its own.

#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DEVICES = 16, EVENTS = 64 };

struct seen {
    int device, x, y;
    int64_t time;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
    int silence = atoi(words[1]), devices = (count - 2) / 2, done = 0;
    struct pollfd ready[MOST_DEVICES];
    long long rest[MOST_DEVICES];
    int x[MOST_DEVICES] = {0}, y[MOST_DEVICES] = {0};
    if (devices > MOST_DEVICES) return 2;
    for (int device = 0; device < devices; device++) {
        ready[device] = (struct pollfd){open(words[2 + 2 * device], O_RDONLY | O_NONBLOCK), POLLIN, 0};
        rest[device] = atoll(words[3 + 2 * device]);
        if (ready[device].fd < 0) {
            perror(words[2 + 2 * device]);
            return 1;
        }
    }
    struct sched_param first = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &first) < 0) perror("read_motion");
    size_t seen = 0, room = 1 << 16;
    struct seen *all = malloc(room * sizeof *all);
    fputs("ready\n", stderr);
    while (done < devices && poll(ready, devices, silence) > 0) {
        for (int device = 0; device < devices; device++) {
            if (!ready[device].revents) continue;
            struct input_event events[EVENTS];
            ssize_t bytes = read(ready[device].fd, events, sizeof events);
            int64_t time = now();
            if (bytes < 0) {
                ready[device].fd = -1;
                continue;
            }
            for (size_t index = 0; index < bytes / sizeof *events; index++) {
                struct input_event *event = events + index;
                if (event->type == EV_REL && event->code == REL_X) x[device] += event->value;
                if (event->type == EV_REL && event->code == REL_Y) y[device] += event->value;
                if (event->type != EV_SYN) continue;
                if (event->code == SYN_DROPPED) fputs("dropped\n", stderr);
                if (seen == room) all = realloc(all, (room *= 2) * sizeof *all);
                all[seen++] = (struct seen){device, x[device], y[device], time};
                if (rest[device] > 0 && (rest[device] -= x[device]) <= 0) done++;
                x[device] = y[device] = 0;
            }
        }
    }
    for (size_t index = 0; index < seen; index++)
        printf("%d %d %d %lld\n", all[index].device, all[index].x, all[index].y, (long long)all[index].time);
    return 0;
}
