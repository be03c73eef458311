// A growing array of plain values for the large columns of a trace: grows without copying (the
// pages are moved), is not zeroed where it is about to be written, and asks the kernel for huge
// pages. With std::vector, reading 10 M events spent a third of its time in page faults and
// zeroing.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "base/check.h"

namespace foreweave {

// Anonymous memory of at least `bytes` (more than zero), grown or shrunk from `old` (or null) with
// its contents; `bytes` 0 gives it back. Never fails: a machine out of memory stops us, as new
// does.
void* resize_pages(void* old, size_t old_bytes, size_t bytes);

template <class T>
class Column {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Column() = default;
  Column(Column&& other) noexcept { swap(other); }
  Column& operator=(Column&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Column() { data_ = static_cast<T*>(resize_pages(data_, capacity_ * sizeof(T), 0)); }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  void reserve(size_t capacity) {
    if (capacity > capacity_) set_capacity(capacity);
  }
  // Room for `n` more, uninitialised.
  T* append(size_t n) {
    if (capacity_ - size_ < n) grow(n);
    T* start = data_ + size_;
    size_ += n;
    return start;
  }
  void push_back(T value) { *append(1) = value; }
  // Cuts off, or appends zeros.
  void resize(size_t size) {
    while (size_ < size) push_back(T{});
    size_ = size;
  }
  void shrink_to_fit() {
    if (size_ < capacity_) set_capacity(size_);
  }

 private:
  void grow(size_t n) {
    set_capacity(size_ + n > 2 * capacity_ ? size_ + n + 1024 : 2 * capacity_);
  }
  void set_capacity(size_t capacity) {
    data_ = static_cast<T*>(resize_pages(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }
  void swap(Column& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

}  // namespace foreweave
