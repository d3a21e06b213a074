// Loaded into every process of the tests (LD_PRELOAD): the wall clock is CLOCK_OFFSET_SECONDS ahead, so that Node, workerd
// and Chromium agree on what time it is. How long something takes is measured by other clocks, which stay as they are.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset;

__attribute__((constructor)) static void read_offset(void) {
  const char *seconds = getenv("CLOCK_OFFSET_SECONDS");
  if (seconds) offset = atol(seconds);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  long failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  long failed = syscall(SYS_gettimeofday, now, zone);
  if (!failed && now) now->tv_sec += offset;
  return failed;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

// Who waits until a time of the wall clock means ours; the kernel knows only its own. Times of the other clock count from the
// machine's start: they are smaller by decades.
static clockid_t kernels(struct timespec *until) {
  if (until->tv_sec < 1000000000) return CLOCK_MONOTONIC;
  until->tv_sec -= offset;
  return CLOCK_REALTIME;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
  struct timespec end = *until;
  clockid_t clock = kernels(&end);
  return pthread_cond_clockwait(condition, mutex, clock, &end);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  struct timespec end = *until;
  clockid_t clock = kernels(&end);
  return sem_clockwait(semaphore, clock, &end);
}
