// Makes the pages of large columns that are about to be written, on a thread of its own: the kernel
// zeroes a page when it is first touched, and who fills the columns would wait for that.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "base/column.h"

namespace foreweave {

class PageMaker {
 public:
  struct Range {
    char* start = nullptr;
    size_t bytes_per_row = 0;
  };
  template <class T>
  static Range of(Column<T>& column) {
    return {reinterpret_cast<char*>(column.data()), sizeof(T)};
  }

  // Columns that are filled row by row at the same time, each with room for `rows`. Should one be
  // moved or given back meanwhile, no harm is done. Null if there is little to do or the system
  // refuses a thread.
  static std::unique_ptr<PageMaker> start(std::vector<Range> columns, size_t rows);
  ~PageMaker();
  PageMaker(const PageMaker&) = delete;
  PageMaker& operator=(const PageMaker&) = delete;

  // So many rows have been filled. It stays some megabytes ahead of that: what is never filled is
  // not made.
  void reach(size_t rows);

 private:
  PageMaker(std::vector<Range> columns, size_t rows) : columns_(std::move(columns)), rows_(rows) {}
  static void* run(void* self);
  void make_all();
  // False if nobody needs more.
  bool wait_until_filled(size_t rows);

  const std::vector<Range> columns_;
  const size_t rows_;
  pthread_t thread_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t filled_ = 0;
  bool over_ = false;
};

}  // namespace foreweave
