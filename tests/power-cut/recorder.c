/*
 * Records what a process does to the files below one folder: an LD_PRELOAD library for Linux with glibc.
 *
 * RECORDED_FOLDER  the folder, absolute and without symbolic links
 * RECORD_FILE      where the record goes; several processes may append to one
 * RECORD_FAULTS    optional: a file of 12 bytes that says what the disk refuses (disk-faults.ts)
 *
 * Each call is done first and recorded before it returns, in the order in which the calls took effect: one lock is held
 * over both. A sync is recorded and not passed on: the disk is simulated from the record (disk.ts), and waiting for the
 * real one would only slow the test down. Memory maps are not seen; SQLite uses one for the -shm file alone, which
 * need not survive a power cut.
 *
 * A record is a head of 24 bytes (little-endian: kind and length as 32 bits, inode and offset as 64) and `length` bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN = 1, WRITE, TRUNCATE, SYNC, SYNC_FOLDER, RENAME, UNLINK, MKDIR, LINK };
struct head { uint32_t kind, length; uint64_t inode, offset; };

/* The C library's own function of this name, looked up once. */
#define REAL(name) ({ static __typeof__(&name) found; if (!found) found = (__typeof__(&name))real(#name); found; })
#define DESCRIPTORS 65536

/* As disk-faults.ts writes it: after so many more calls nothing reaches the disk, or no file grows. */
enum fault { NONE, STOP, FULL };
struct faults { uint32_t fault, calls_left, has_stopped; };
static volatile struct faults *faults;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folder_length;
static int record_fd = -1;
/* The inode behind a descriptor of a file below the folder; 0 for others. */
static ino_t inodes[DESCRIPTORS];

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("RECORD_FILE");
  folder = getenv("RECORDED_FOLDER");
  if (!file || !folder) return;
  folder_length = strlen(folder);
  record_fd = REAL(open)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (record_fd < 0) abort();
  const char *faults_file = getenv("RECORD_FAULTS");
  if (!faults_file) return;
  int faults_fd = REAL(open)(faults_file, O_RDWR | O_CLOEXEC);
  void *mapped = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, faults_fd, 0);
  if (faults_fd < 0 || mapped == MAP_FAILED) abort();
  faults = mapped;
}

/* Whether the disk refuses a call that makes a file at least `size` long; errno says why. */
static int refuses(int fd, off64_t size) {
  struct stat found;
  if (!faults || faults->fault == NONE) return 0;
  if (faults->calls_left > 0 && --faults->calls_left > 0) return 0;
  if (faults->fault == FULL) {
    errno = ENOSPC;
    return fstat(fd, &found) == 0 && size > found.st_size;
  }
  faults->has_stopped = 1;
  errno = EIO;
  return 1;
}

static void record(enum kind kind, uint64_t inode, uint64_t offset, const void *bytes, size_t length) {
  struct head head = { kind, (uint32_t)length, inode, offset };
  struct iovec pieces[2] = { { &head, sizeof head }, { (void *)bytes, length } };
  int before = errno;
  if (REAL(writev)(record_fd, pieces, 2) != (ssize_t)(sizeof head + length)) abort();
  errno = before;
}

static int is_inside(const char *path) {
  if (record_fd < 0 || strncmp(path, folder, folder_length) != 0) return 0;
  return path[folder_length] == '/' || path[folder_length] == '\0';
}

/* The path of a descriptor, or "" */
static void path_of(int fd, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = '\0';
}

/* A path as the caller named it, absolute */
static void absolute(const char *name, char path[PATH_MAX]) {
  path[0] = '\0';
  if (name[0] == '/') snprintf(path, PATH_MAX, "%s", name);
  else if (getcwd(path, PATH_MAX)) {
    size_t length = strlen(path);
    snprintf(path + length, PATH_MAX - length, "/%s", name);
  }
}

/* libuv closes by a bare system call, so that a socket may have a recorded file's descriptor by now. */
static int recorded(int fd) {
  struct stat found;
  if (fd < 0 || fd >= DESCRIPTORS || !inodes[fd]) return 0;
  return fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && found.st_ino == inodes[fd];
}

/* ---- names: open, rename, link, unlink, mkdir ---- */

static int open_recorded(int at, const char *name, int flags, mode_t mode) {
  if (record_fd < 0) return REAL(openat)(at, name, flags, mode);
  pthread_mutex_lock(&turn);
  struct stat before, after;
  int was_there = !(flags & O_CREAT) || fstatat(at, name, &before, 0) == 0;
  int fd = REAL(openat)(at, name, flags, mode);
  if (fd >= 0 && fd < DESCRIPTORS) {
    char path[PATH_MAX];
    path_of(fd, path);
    inodes[fd] = is_inside(path) && fstat(fd, &after) == 0 && S_ISREG(after.st_mode) ? after.st_ino : 0;
    if (inodes[fd]) {
      record(OPEN, after.st_ino, !was_there, path, strlen(path));
      if (flags & O_TRUNC) record(TRUNCATE, after.st_ino, 0, "", 0);
    }
  }
  pthread_mutex_unlock(&turn);
  return fd;
}

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *name, int flags, ...) { MODE_OF(flags) return open_recorded(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE_OF(flags) return open_recorded(AT_FDCWD, name, flags | O_LARGEFILE, mode); }
int openat(int at, const char *name, int flags, ...) { MODE_OF(flags) return open_recorded(at, name, flags, mode); }
int openat64(int at, const char *name, int flags, ...) { MODE_OF(flags) return open_recorded(at, name, flags | O_LARGEFILE, mode); }

/* Records one name, or two with a NUL between them, after the call that changed them. */
#define NAMES(call, kind, one, other) \
  char names[2 * PATH_MAX], second[PATH_MAX]; \
  absolute(one, names); \
  absolute(other, second); \
  if (!is_inside(names) && !is_inside(second)) return call; \
  pthread_mutex_lock(&turn); \
  int result = call; \
  if (result == 0) { \
    size_t length = strlen(names); \
    if (one != other) { strcpy(names + length + 1, second); length += 1 + strlen(second); } \
    record(kind, 0, 0, names, length); \
  } \
  pthread_mutex_unlock(&turn); \
  return result;

int rename(const char *from, const char *to) { NAMES(REAL(rename)(from, to), RENAME, from, to) }
int link(const char *from, const char *to) { NAMES(REAL(link)(from, to), LINK, from, to) }
int unlink(const char *name) { NAMES(REAL(unlink)(name), UNLINK, name, name) }
int remove(const char *name) { NAMES(REAL(remove)(name), UNLINK, name, name) }
int unlinkat(int at, const char *name, int flags) {
  char place[PATH_MAX] = ".", path[2 * PATH_MAX];
  if (at != AT_FDCWD) path_of(at, place);
  snprintf(path, sizeof path, "%s/%s", place, name);
  const char *full = name[0] == '/' || at == AT_FDCWD ? name : path;
  NAMES(REAL(unlinkat)(at, name, flags), UNLINK, full, full)
}
int rmdir(const char *name) { NAMES(REAL(rmdir)(name), UNLINK, name, name) }
int mkdir(const char *name, mode_t mode) { NAMES(REAL(mkdir)(name, mode), MKDIR, name, name) }

/* ---- content: write, truncate, sync ---- */

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  if (!recorded(fd)) return REAL(pwrite64)(fd, bytes, length, offset);
  if (refuses(fd, offset + (off64_t)length)) return -1;
  pthread_mutex_lock(&turn);
  ssize_t written = REAL(pwrite64)(fd, bytes, length, offset);
  if (written > 0) record(WRITE, inodes[fd], offset, bytes, written);
  pthread_mutex_unlock(&turn);
  return written;
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  if (!recorded(fd)) return REAL(writev)(fd, pieces, count);
  pthread_mutex_lock(&turn);
  ssize_t written = REAL(writev)(fd, pieces, count);
  /* After an append, too, the position is where the writing ended. */
  uint64_t offset = lseek64(fd, 0, SEEK_CUR) - (written > 0 ? written : 0);
  for (ssize_t left = written; left > 0; pieces++) {
    size_t length = (size_t)left < pieces->iov_len ? (size_t)left : pieces->iov_len;
    record(WRITE, inodes[fd], offset, pieces->iov_base, length);
    offset += length;
    left -= length;
  }
  pthread_mutex_unlock(&turn);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (!recorded(fd)) return REAL(write)(fd, bytes, length);
  struct iovec piece = { (void *)bytes, length };
  return writev(fd, &piece, 1);
}

int ftruncate64(int fd, off64_t size) {
  if (!recorded(fd)) return REAL(ftruncate64)(fd, size);
  if (refuses(fd, size)) return -1;
  pthread_mutex_lock(&turn);
  int result = REAL(ftruncate64)(fd, size);
  if (result == 0) record(TRUNCATE, inodes[fd], size, "", 0);
  pthread_mutex_unlock(&turn);
  return result;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int sync_recorded(int fd, int (*pass_on)(int)) {
  struct stat found;
  char path[PATH_MAX];
  if (recorded(fd)) {
    if (refuses(fd, 0)) return -1;
    pthread_mutex_lock(&turn);
    record(SYNC, inodes[fd], 0, "", 0);
    pthread_mutex_unlock(&turn);
    return 0;
  }
  if (record_fd < 0 || fstat(fd, &found) != 0 || !S_ISDIR(found.st_mode)) return pass_on(fd);
  path_of(fd, path);
  if (!is_inside(path)) return pass_on(fd);
  pthread_mutex_lock(&turn);
  record(SYNC_FOLDER, 0, 0, path, strlen(path));
  pthread_mutex_unlock(&turn);
  return 0;
}
int fsync(int fd) { return sync_recorded(fd, REAL(fsync)); }
int fdatasync(int fd) { return sync_recorded(fd, REAL(fdatasync)); }
