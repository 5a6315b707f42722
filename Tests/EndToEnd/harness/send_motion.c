// Writes frames of motion into the sockets that stand for AcquireNotify's, at a pace, and tells when.
//
// usage: send_motion COUNT PERIOD_US DESCRIPTOR…
//
// Each socket gets COUNT frames, one a period, the sockets by turns. The motion is the frame's number in disguise; sums
// of them tell how far a reader has come. Writes a line for each frame, once all are sent: which socket, from 0, the
// motion to the right and down, and the nanoseconds of CLOCK_MONOTONIC right before the write.
//
// It makes way for whoever reads, also where there is only one processor.

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FRAME = 20, STEP = 100, APART = 1000 };

struct sent {
    int socket, x, y;
    int64_t time;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void sleep_until(int64_t moment) {
    struct timespec time = {moment / 1000000000, moment % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
}

// A frame of IMU motion of the second protocol, marked as real movement.
static void fill(uint8_t *frame, int x, int y) {
    memset(frame, 0, FRAME);
    frame[5] = x & 0xff, frame[6] = x >> 8;
    frame[7] = y & 0xff, frame[8] = y >> 8;
    frame[13] = 1;
}

static int send_all(int socket, const uint8_t *frame) {
    while (write(socket, frame, FRAME) < 0) {
        if (errno != EAGAIN && errno != EINTR) return 0;
        struct pollfd room = {socket, POLLOUT, 0};
        poll(&room, 1, -1);
    }
    return 1;
}

int main(int count, char **words) {
    int frames = atoi(words[1]), sockets = count - 3;
    int64_t period = atoi(words[2]) * 1000LL, total = (int64_t)frames * sockets;
    struct sched_param least = {0};
    sched_setscheduler(0, SCHED_IDLE, &least);
    struct sent *sent = calloc(total, sizeof *sent);
    int64_t start = now() + period;
    for (int64_t index = 0; index < total; index++) {
        int socket = index % sockets;
        // Each socket has motion of its own, so that what goes to a wrong device is noticed.
        int64_t number = index / sockets + (int64_t)APART * socket;
        struct sent *this = sent + index;
        this->socket = socket;
        this->x = 1 + number % STEP;
        this->y = 1 + number / STEP % STEP;
        uint8_t frame[FRAME];
        fill(frame, this->x, this->y);
        sleep_until(start + index * period / sockets);
        this->time = now();
        if (!send_all(atoi(words[3 + socket]), frame)) {
            perror("send_motion");
            return 1;
        }
    }
    // The last one is on its way.
    sleep_until(now() + 10 * period);
    for (int64_t index = 0; index < total; index++)
        printf("%d %d %d %lld\n", sent[index].socket, sent[index].x, sent[index].y, (long long)sent[index].time);
    return 0;
}
