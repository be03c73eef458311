#include "record/kept/user_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace foreweave {

namespace {

namespace fs = std::filesystem;

std::string folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && *state == '/') return std::string(state) + "/foreweave";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.local/state/foreweave" : "";
}

bool is_ours(const struct stat& status) { return status.st_uid == geteuid(); }

// The nearest folder above that is there.
bool may_make(const fs::path& path) {
  struct stat status;
  for (fs::path at = path; at.has_relative_path(); at = at.parent_path())
    if (stat(at.c_str(), &status) == 0) return S_ISDIR(status.st_mode) && is_ours(status);
  return stat("/", &status) == 0 && is_ours(status);
}

bool make_folders(const std::string& path) {
  if (!may_make(path)) return false;
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return false;
  return mkdir(path.c_str(), 0700) == 0 || errno == EEXIST;
}

bool write_all(const std::string& path, const UserKey& key) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written =
      write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) && fsync(file) == 0;
  close(file);
  return written;
}

}  // namespace

std::string user_key_path() {
  const std::string path = folder();
  return path.empty() ? "" : path + "/trace-key";
}

std::optional<UserKey> find_user_key() {
  const std::string path = user_key_path();
  if (path.empty()) return std::nullopt;
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat status;
  UserKey key;
  const bool is_fine = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && is_ours(status) &&
                       (status.st_mode & 077) == 0 &&
                       status.st_size == static_cast<off_t>(key.size()) &&
                       read(file, key.data(), key.size()) == static_cast<ssize_t>(key.size());
  close(file);
  return is_fine ? std::optional(key) : std::nullopt;
}

std::optional<UserKey> make_user_key() {
  if (const std::optional<UserKey> key = find_user_key()) return key;
  const std::string path = user_key_path();
  UserKey key;
  if (path.empty() || !make_folders(folder()) ||
      getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()))
    return std::nullopt;
  // Whole or not at all; and if another recording makes one at the same time, the first counts.
  const std::string temporary = fmt::format("{}.{}", path, getpid());
  if (write_all(temporary, key)) (void)!link(temporary.c_str(), path.c_str());
  unlink(temporary.c_str());
  return find_user_key();
}

}  // namespace foreweave
