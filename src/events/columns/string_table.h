// Interned text: each distinct string is kept once and named by a small number.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/id.h"

namespace foreweave {

using StringId = Id<struct StringTag>;

class StringTable {
 public:
  StringTable() = default;
  StringTable(StringTable&&) = default;
  StringTable& operator=(StringTable&&) = default;

  StringId intern(std::string_view text) {
    if (auto it = ids_.find(text); it != ids_.end()) return it->second;
    const StringId id(static_cast<uint32_t>(texts_.size()));
    ids_.emplace(texts_.emplace_back(text), id);
    return id;
  }
  // The text of `id`; empty for none.
  std::string_view text(StringId id) const {
    return id.exists() ? std::string_view(texts_[id.index()]) : std::string_view();
  }
  size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // a deque: the views in ids_ must not move
  std::unordered_map<std::string_view, StringId> ids_;
};

}  // namespace foreweave
