// Result<T>: a value, or one clear sentence about what was wrong with the input and where.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/check.h"

namespace foreweave {

// `what` is a whole sentence without the final stop; `where` is "file", "file:line" or
// "file, byte 1234, event 7", or empty.
struct Error {
  std::string what;
  std::string where;

  std::string sentence() const { return where.empty() ? what : where + ": " + what; }
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT: a value is a result
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: so is an error

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    CHECK(ok(), "value() of a failed Result");
    return *value_;
  }
  const T& value() const& {
    CHECK(ok(), "value() of a failed Result");
    return *value_;
  }
  T&& value() && {
    CHECK(ok(), "value() of a failed Result");
    return std::move(*value_);
  }
  const Error& error() const {
    CHECK(!ok(), "error() of a good Result");
    return error_;
  }

 private:
  std::optional<T> value_;
  Error error_;
};

// The result of something that yields nothing but may fail.
struct Done {};
using Status = Result<Done>;

}  // namespace foreweave
