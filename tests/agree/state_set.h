// A set of states for brute force: keys of a few 64-bit words, all of one length. Emptied in no
// time and without giving memory back, since it is used once for each of millions of small traces.
#pragma once

#include <cstdint>
#include <vector>

namespace foreweave::agree {

class StateSet {
 public:
  // Empties the set; keys have `words` words from now on.
  void start(size_t words) {
    words_ = words;
    size_ = 0;
    ++generation_;
    if (generation_ == 0 || stamps_.empty()) {
      stamps_.assign(kFirstCapacity, 0);
      generation_ = 1;
    }
    keys_.resize(stamps_.size() * words_);
  }

  // False if the key was there already.
  bool insert(const uint64_t* key) {
    if (2 * (size_ + 1) > stamps_.size()) grow();
    const bool is_new = place(key);
    size_ += is_new;
    return is_new;
  }

  size_t size() const { return size_; }

 private:
  static constexpr size_t kFirstCapacity = 1024;

  size_t hash(const uint64_t* key) const {
    uint64_t h = 0;
    for (size_t i = 0; i < words_; ++i) {
      h = (h ^ key[i]) * 0x9fb21c651e98df25u;
      h ^= h >> 32;
    }
    return static_cast<size_t>(h);
  }

  bool place(const uint64_t* key) {
    const size_t mask = stamps_.size() - 1;
    for (size_t i = hash(key) & mask;; i = (i + 1) & mask) {
      uint64_t* there = keys_.data() + i * words_;
      if (stamps_[i] != generation_) {
        stamps_[i] = generation_;
        for (size_t k = 0; k < words_; ++k) there[k] = key[k];
        return true;
      }
      size_t same = 0;
      while (same < words_ && there[same] == key[same]) ++same;
      if (same == words_) return false;
    }
  }

  void grow() {
    std::vector<uint64_t> keys(stamps_.size() * 2 * words_);
    std::vector<uint32_t> stamps(stamps_.size() * 2, 0);
    keys.swap(keys_);
    stamps.swap(stamps_);
    for (size_t i = 0; i < stamps.size(); ++i)
      if (stamps[i] == generation_) place(keys.data() + i * words_);
  }

  size_t words_ = 1;
  size_t size_ = 0;
  uint32_t generation_ = 0;
  std::vector<uint64_t> keys_;
  std::vector<uint32_t> stamps_;  // the generation that filled the slot
};

}  // namespace foreweave::agree
