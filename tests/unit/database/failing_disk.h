#pragma once

#include <sqlite3.h>

#include <map>

namespace hanrei::test {

// A file system of SQLite that fails at the n-th write, sync or truncation, and from then on at
// every one: a disk that is full or was pulled out.
inline int writes_left = -1, writes = 0;
inline sqlite3_vfs* real_vfs = nullptr;

// Databases and journals have methods of their own; each is wrapped once.
struct Wrapped {
  sqlite3_io_methods methods;
  const sqlite3_io_methods* real;
};
inline std::map<const sqlite3_io_methods*, Wrapped> wrapped;
inline const sqlite3_io_methods* real_of(sqlite3_file* f) {
  return reinterpret_cast<const Wrapped*>(f->pMethods)->real;
}

inline bool fails() {
  ++writes;
  if (writes_left < 0) return false;
  if (writes_left == 0) return true;
  --writes_left;
  return false;
}
inline int fail_write(sqlite3_file* f, const void* data, int n, sqlite3_int64 at) {
  return fails() ? SQLITE_IOERR_WRITE : real_of(f)->xWrite(f, data, n, at);
}
inline int fail_sync(sqlite3_file* f, int flags) {
  return fails() ? SQLITE_IOERR_FSYNC : real_of(f)->xSync(f, flags);
}
inline int fail_truncate(sqlite3_file* f, sqlite3_int64 size) {
  return fails() ? SQLITE_IOERR_TRUNCATE : real_of(f)->xTruncate(f, size);
}
inline int open_failing(sqlite3_vfs*, const char* name, sqlite3_file* f, int flags, int* out) {
  const int code = real_vfs->xOpen(real_vfs, name, f, flags, out);
  if (code != SQLITE_OK || f->pMethods == nullptr) return code;
  const auto it = wrapped.try_emplace(f->pMethods, Wrapped{*f->pMethods, f->pMethods}).first;
  it->second.methods.xWrite = fail_write;
  it->second.methods.xSync = fail_sync;
  it->second.methods.xTruncate = fail_truncate;
  f->pMethods = &it->second.methods;
  return code;
}

struct FailingDisk {
  sqlite3_vfs vfs;
  FailingDisk() {
    real_vfs = sqlite3_vfs_find(nullptr);
    vfs = *real_vfs;
    vfs.zName = "failing";
    vfs.xOpen = open_failing;
    sqlite3_vfs_register(&vfs, 1);
  }
  ~FailingDisk() {
    sqlite3_vfs_unregister(&vfs);
    sqlite3_vfs_register(real_vfs, 1);
  }
};

}  // namespace hanrei::test
