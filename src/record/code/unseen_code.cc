#include "record/code/unseen_code.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <utility>

#include "base/bytes/file.h"
#include "capture/abi/mutation.h"
#include "record/code/elf_symbols.h"
#include "record/code/system_functions.h"

namespace foreweave {

namespace {

// What we know of by our interceptors and tables, by the beginnings of file names.
constexpr std::array<std::string_view, 17> kKnown = {
    "libc.so",      "libm.so",   "libpthread.so", "librt.so",     "libdl.so",    "libutil.so",
    "libresolv.so", "libanl.so", "libmvec.so",    "ld-linux",     "linux-vdso",  "libgcc_s.so",
    "libstdc++.so", "libc++.so", "libc++abi.so",  "libunwind.so", "libforeweave"};

// They have neither threads nor state that is shared between them.
constexpr std::array<std::string_view, 12> kComputes = {
    "libz.so",    "libbz2.so",   "liblz4.so",    "libpng",      "libjpeg.so",     "libgmp.so",
    "libmpfr.so", "libexpat.so", "libsnappy.so", "libcrypt.so", "libquadmath.so", "libxxhash.so"};

// Functions of such libraries of which we know what they order: they are intercepted
// (capture/runtime/sync/glib.cc), or do what they do by functions of libc that are, or order
// nothing.
constexpr std::array<std::string_view, 36> kKnownFunctions = {"g_mutex_init",
                                                              "g_mutex_clear",
                                                              "g_mutex_lock",
                                                              "g_mutex_trylock",
                                                              "g_mutex_unlock",
                                                              "g_cond_init",
                                                              "g_cond_clear",
                                                              "g_cond_wait",
                                                              "g_cond_wait_until",
                                                              "g_cond_signal",
                                                              "g_cond_broadcast",
                                                              "g_rec_mutex_lock",
                                                              "g_rec_mutex_trylock",
                                                              "g_rec_mutex_unlock",
                                                              "g_rw_lock_writer_lock",
                                                              "g_rw_lock_writer_trylock",
                                                              "g_rw_lock_writer_unlock",
                                                              "g_rw_lock_reader_lock",
                                                              "g_rw_lock_reader_trylock",
                                                              "g_rw_lock_reader_unlock",
                                                              "g_async_queue_push",
                                                              "g_async_queue_pop",
                                                              "g_async_queue_try_pop",
                                                              "g_async_queue_timeout_pop",
                                                              "g_async_queue_new",
                                                              "g_thread_new",
                                                              "g_thread_try_new",
                                                              "g_thread_join",
                                                              "g_malloc",
                                                              "g_malloc0",
                                                              "g_malloc_n",
                                                              "g_malloc0_n",
                                                              "g_realloc",
                                                              "g_realloc_n",
                                                              "g_free",
                                                              "g_print"};

bool is_known_function(const std::string& name) {
  if (name.starts_with("__fw_") || name.starts_with("__tsan_")) return true;  // our own
  return std::find(kKnownFunctions.begin(), kKnownFunctions.end(), name) != kKnownFunctions.end() &&
         fw_row_is_on(("library:" + name).c_str());
}

// Of OpenMP's runtime, if it tells us what it orders (capture/runtime/sync/openmp.cc), by their
// beginnings. Reductions and what is not here may order more.
constexpr std::array<std::string_view, 29> kToldOfOpenMp = {"__kmpc_fork_call",
                                                            "__kmpc_global_thread_num",
                                                            "__kmpc_push_num_threads",
                                                            "__kmpc_barrier",
                                                            "__kmpc_critical",
                                                            "__kmpc_end_critical",
                                                            "__kmpc_for_static_",
                                                            "__kmpc_dispatch_",
                                                            "__kmpc_single",
                                                            "__kmpc_end_single",
                                                            "__kmpc_master",
                                                            "__kmpc_end_master",
                                                            "__kmpc_masked",
                                                            "__kmpc_end_masked",
                                                            "__kmpc_omp_task",
                                                            "__kmpc_taskgroup",
                                                            "__kmpc_end_taskgroup",
                                                            "__kmpc_ordered",
                                                            "__kmpc_end_ordered",
                                                            "omp_get_",
                                                            "omp_set_",
                                                            "omp_unset_",
                                                            "omp_test_",
                                                            "omp_init_",
                                                            "omp_destroy_",
                                                            "omp_in_parallel",
                                                            "__kmpc_serialized_parallel",
                                                            "__kmpc_end_serialized_parallel",
                                                            "__kmpc_ok_to_fork"};

bool is_told_of_openmp(std::string_view name) {
  return std::any_of(kToldOfOpenMp.begin(), kToldOfOpenMp.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

UnseenCode::Trust trust_in(std::string_view file) {
  const auto begins = [&](std::string_view beginning) { return file.starts_with(beginning); };
  if (std::any_of(kKnown.begin(), kKnown.end(), begins)) return UnseenCode::Trust::known;
  if (std::any_of(kComputes.begin(), kComputes.end(), begins)) return UnseenCode::Trust::computes;
  return UnseenCode::Trust::may_synchronise;
}

std::string_view without_folder(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

void for_each_function(const FileContents& file,
                       const std::function<void(const ElfSymbol&)>& visit) {
  for_each_elf_symbol(file.bytes(), [&](const ElfSymbol& symbol) {
    const unsigned type = ELF64_ST_TYPE(symbol.entry.st_info);
    if (symbol.entry.st_shndx != SHN_UNDEF && !symbol.name.empty() &&
        (type == STT_FUNC || type == STT_GNU_IFUNC))
      visit(symbol);
  });
}

// Part of the C library that is linked into every program, and what compilers call on their own.
bool is_of_the_toolchain(std::string_view name) {
  for (const std::string_view known :
       {"atexit", "at_quick_exit", "pthread_atfork", "stat", "fstat", "lstat", "fstatat", "mknod",
        "mknodat", "stat64", "fstat64", "lstat64", "fstatat64"})
    if (name == known) return true;
  return name.starts_with("__");
}

}  // namespace

bool UnseenCode::add_loaded(std::span<const uint64_t> o) {
  if (o.size() < 3) return false;
  const auto* text = reinterpret_cast<const char*>(o.data() + 3);
  std::string path(text, strnlen(text, 8 * (o.size() - 3)));
  const bool is_program = path.empty();
  if (is_program) path = program_;
  for (const File& known : files_)
    if (known.begin == o[0] && known.path == path) return true;
  by_function_.clear();
  by_address_.clear();
  // What was there is gone.
  std::erase_if(files_, [&](const File& f) { return f.begin < o[1] && o[0] < f.end; });
  File& file = files_.emplace_back();
  file.path = path;
  file.begin = o[0];
  file.end = o[1];
  file.moved = o[2];
  const std::string_view name = without_folder(path);
  file.library = &library(name, is_program ? Trust::may_synchronise : trust_in(name));
  return true;
}

const UnseenCode::Library& UnseenCode::library(std::string_view name, Trust trust) {
  const auto [entry, is_new] = libraries_.try_emplace(std::string(name));
  if (!is_new) return entry->second;
  entry->second = {std::string(name), trust};
  return entry->second;
}

uint32_t UnseenCode::number_of(const Library& library) {
  const auto known = std::find(numbered_.begin(), numbered_.end(), &library);
  if (known != numbered_.end()) return static_cast<uint32_t>(known - numbered_.begin()) + 1;
  numbered_.push_back(&library);
  return static_cast<uint32_t>(numbered_.size());
}

const UnseenCode::Library& UnseenCode::defining(const std::string& function) {
  const Library*& found = by_function_[function];
  if (found) return *found;
  const auto is_recorded = [&] {
    return is_known_function(function) && system_function(function) == SystemFunction::computes;
  };
  if (is_recorded() || (openmp_tells_ && is_told_of_openmp(function)))
    return *(found = &library("libc.so", Trust::known));
  // Our interceptors have the names of what they intercept, and are in the executable.
  const File* first = nullptr;
  for (File& file : files_) {
    read_exports(file);
    if (!file.exports.contains(function)) continue;
    if (!first) first = &file;
    if (file.library->trust != Trust::known) continue;
    return *(found = &known(*file.library, function));
  }
  if (first)
    found = first->library;
  else if (is_of_the_toolchain(function) || files_.empty())
    found = &library("libc.so", Trust::known);
  else
    found = files_[0].library;
  return *found;
}

// Of a library that we know, a function about which we may know less.
const UnseenCode::Library& UnseenCode::known(const Library& in, const std::string& function) {
  if (distrusted_.contains(function)) return library(function, Trust::may_synchronise);
  if (!in.name.starts_with("libc.so") || !fw_row_is_on("library:system_functions")) return in;
  switch (system_function(function)) {
    case SystemFunction::computes:
      return in;
    case SystemFunction::tells:
      return system();
    case SystemFunction::may_be_told:
      return library(function, Trust::may_synchronise);
  }
  return in;
}

std::optional<UnseenCode::InFile> UnseenCode::find_in_file(uint64_t address) const {
  for (const File& file : files_)
    if (file.begin <= address && address < file.end) return InFile{file.path, address - file.moved};
  return std::nullopt;
}

const UnseenCode::Library& UnseenCode::at(uint64_t address, std::string* function) {
  const auto [entry, is_new] = by_address_.try_emplace(address);
  auto& [found, name] = entry->second;
  if (is_new) {
    for (File& file : files_) {
      if (address < file.begin || address >= file.end) continue;
      read_functions(file);
      found = file.library;
      const auto symbol = file.functions.find(address - file.moved);
      if (symbol == file.functions.end()) continue;
      name = symbol->second;
      // It may be an interceptor of ours.
      if (&file == &files_[0]) found = &defining(name);
    }
    // Loaded since we were told.
    if (!found) found = &library("code that was loaded later", Trust::may_synchronise);
  }
  if (function) *function = name;
  return *found;
}

void UnseenCode::trust_openmp() {
  openmp_tells_ = true;
  by_function_.clear();
}

std::string UnseenCode::names() const {
  std::string text;
  for (const Library* library : numbered_) text += library->name + '\0';
  return text;
}

void UnseenCode::read_exports(File& file) {
  if (std::exchange(file.exports_are_read, true)) return;
  const Result<FileContents> contents = read_file(file.path);
  if (!contents) return;
  size_t bytes = 0, count = 0;
  const auto for_each_export = [&](auto visit) {
    for_each_function(contents.value(), [&](const ElfSymbol& symbol) {
      if (symbol.is_dynamic) visit(symbol.name);
    });
  };
  for_each_export([&](std::string_view name) {
    bytes += name.size();
    ++count;
  });
  file.names.reserve(bytes);
  file.exports.reserve(count);
  for_each_export([&](std::string_view name) {
    const auto kept = file.names.insert(file.names.end(), name.begin(), name.end());
    file.exports.insert(std::string_view(kept, kept + static_cast<ptrdiff_t>(name.size())));
  });
}

void UnseenCode::read_functions(File& file) {
  if (std::exchange(file.functions_are_read, true)) return;
  const Result<FileContents> contents = read_file(file.path);
  if (!contents) return;
  for_each_function(contents.value(), [&](const ElfSymbol& symbol) {
    file.functions.try_emplace(symbol.entry.st_value, symbol.name);
  });
}

}  // namespace foreweave
