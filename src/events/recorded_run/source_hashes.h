// What the compilers saw in the source files of a recorded program, as an attachment of its trace:
//
//   source-hashes = (hash ' ' path zero)*      hash: SHA-256 in hexadecimal digits
//
// A path may be there several times, if modules were compiled from different states of the file.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "events/trace.h"

namespace foreweave {

class SourceHashes {
 public:
  static constexpr std::string_view kAttachment = "source-hashes";

  SourceHashes() = default;
  explicit SourceHashes(const Trace& trace);

  void add(std::string path, std::string hash) {
    entries_.emplace(std::move(path), std::move(hash));
  }
  bool knows(const std::string& path) const;
  bool has(const std::string& path, const std::string& hash) const {
    return entries_.contains({path, hash});
  }
  bool empty() const { return entries_.empty(); }
  std::string encoded() const;
  // Paths with hashes.
  const std::set<std::pair<std::string, std::string>>& entries() const { return entries_; }

 private:
  std::set<std::pair<std::string, std::string>> entries_;
};

}  // namespace foreweave
