#include "base/page_maker.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

#include "base/check.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23  // since Linux 5.14; older ones refuse it
#endif

namespace foreweave {

namespace {
constexpr size_t kHugePage = size_t{1} << 21;
constexpr size_t kBytesAtATime = size_t{1} << 22;
constexpr size_t kBytesAhead = size_t{1} << 26;
}  // namespace

std::unique_ptr<PageMaker> PageMaker::start(std::vector<Range> columns, size_t rows) {
  std::erase_if(columns, [&](const Range& c) { return c.bytes_per_row * rows < kHugePage; });
  if (columns.empty()) return nullptr;
  std::unique_ptr<PageMaker> maker(new PageMaker(std::move(columns), rows));
  if (pthread_create(&maker->thread_, nullptr, &PageMaker::run, maker.get()) != 0) {
    maker->thread_ = {};
    return nullptr;
  }
  return maker;
}

PageMaker::~PageMaker() {
  if (!thread_) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  const int error = pthread_join(thread_, nullptr);
  CHECK(error == 0, "the thread that makes pages cannot be joined");
}

void PageMaker::reach(size_t rows) {
  {
    const std::lock_guard lock(mutex_);
    filled_ = rows;
  }
  changed_.notify_one();
}

void* PageMaker::run(void* self) {
  static_cast<PageMaker*>(self)->make_all();
  return nullptr;
}

void PageMaker::make_all() {
  size_t row_bytes = 0;
  for (const Range& c : columns_) row_bytes += c.bytes_per_row;
  const size_t at_a_time = std::max<size_t>(1, kBytesAtATime / row_bytes),
               ahead = kBytesAhead / row_bytes;
  for (size_t row = 0; row < rows_; row += at_a_time) {
    if (!wait_until_filled(row < ahead ? 0 : row - ahead)) return;
    const size_t count = std::min(at_a_time, rows_ - row);
    for (const Range& c : columns_) {
      constexpr uintptr_t kPage = 4096;
      const auto from =
          (reinterpret_cast<uintptr_t>(c.start) + row * c.bytes_per_row) & ~(kPage - 1);
      const auto until = reinterpret_cast<uintptr_t>(c.start) + (row + count) * c.bytes_per_row;
      madvise(reinterpret_cast<void*>(from), until - from, MADV_POPULATE_WRITE);
    }
  }
}

bool PageMaker::wait_until_filled(size_t rows) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return over_ || filled_ >= rows; });
  return !over_;
}

}  // namespace foreweave
