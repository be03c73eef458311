#include "tests/damage/racy_program.h"

#include <algorithm>
#include <map>
#include <vector>

namespace foreweave::damage {

namespace {

using samples::Random;
using samples::Recording;

constexpr uint64_t kVariables = 0x6000, kLocks = 0x7000, kOwn = 0x100000;
constexpr uint32_t kNobody = UINT32_MAX;

class Run {
 public:
  explicit Run(uint64_t seed) : random_(seed) {
    const size_t workers = 1 + random_.below(4);
    recording_.threads = {"main"};
    for (size_t t = 0; t < workers; ++t)
      recording_.threads.push_back("worker " + std::to_string(t + 1));
    for (uint32_t s = 0; s < 24; ++s)
      recording_.sites.push_back({"racy.c", 10 + s, 1 + s % 5, s < 4 ? "main" : "work"});
    for (uint64_t v = 0; v < variables_; ++v)
      recording_.symbols.push_back({kVariables + 8 * v, 8, "v" + std::to_string(v)});
    recording_.attachments = {{"command", "./racy"}};
    lock_holder_.assign(1 + random_.below(3), kNobody);
    held_.assign(workers + 1, kNobody);
    steps_left_.assign(workers + 1, 0);
    for (size_t t = 1; t <= workers; ++t) steps_left_[t] = 20 + random_.below(120);
  }

  Recording record() && {
    const uint32_t threads = static_cast<uint32_t>(recording_.threads.size());
    add(0, Kind::thread_begin, 0, 0, 0, 0);
    std::vector<uint32_t> running;
    uint32_t next = 1;
    while (next < threads || !running.empty()) {
      if (next < threads && (running.empty() || random_.one_in(30))) {
        add(0, Kind::fork, 1, next, 0, 0);
        add(next, Kind::thread_begin, 4, 0, 0, 0);
        running.push_back(next++);
        continue;
      }
      const size_t chosen = random_.below(running.size());
      const uint32_t t = running[chosen];
      for (uint64_t n = 1 + random_.below(6); n > 0 && steps_left_[t] > 0; --n) step(t);
      if (steps_left_[t] > 0 || held_[t] != kNobody) continue;
      add(t, Kind::thread_end, 5, 0, 0, 0);
      running.erase(running.begin() + static_cast<ptrdiff_t>(chosen));
      if (random_.one_in(2)) add(0, Kind::join, 2, t, 0, 0);
    }
    access(0);
    add(0, Kind::thread_end, 3, 0, 0, 0);
    return std::move(recording_);
  }

 private:
  void add(uint32_t thread, Kind kind, uint32_t site, uint64_t operand, uint32_t size,
           uint64_t value) {
    const bool has_value = is_access(kind) || kind == Kind::branch;
    recording_.events.push_back({thread, kind,
                                 static_cast<uint8_t>(has_value ? FW_FLAG_HAS_VALUE : 0), site,
                                 size, operand, value});
  }

  void access(uint32_t t) {
    const bool own = random_.one_in(3);
    const uint64_t address = own ? kOwn + t * 0x1000 + 8 * random_.below(16)
                                 : kVariables + 8 * random_.below(variables_);
    uint64_t& value = memory_[address];
    const uint32_t site = 6 + static_cast<uint32_t>(random_.below(14));
    if (random_.one_in(2)) {
      value = random_.below(1000);
      add(t, Kind::write, site, address, 8, value);
    } else {
      add(t, Kind::read, site, address, 8, value);
    }
  }

  // The last steps of a thread give its lock back.
  void step(uint32_t t) {
    --steps_left_[t];
    uint32_t& lock = held_[t];
    if (lock != kNobody && (random_.one_in(4) || steps_left_[t] == 0)) {
      add(t, Kind::release, 21, kLocks + 64 * lock, 0, 0);
      lock_holder_[lock] = kNobody;
      lock = kNobody;
    } else if (lock == kNobody && steps_left_[t] > 1 && random_.one_in(4)) {
      const uint32_t wanted = static_cast<uint32_t>(random_.below(lock_holder_.size()));
      if (lock_holder_[wanted] != kNobody) return;
      add(t, Kind::acquire, 20, kLocks + 64 * wanted, 0, 0);
      lock_holder_[wanted] = t;
      lock = wanted;
    } else if (random_.one_in(5)) {
      add(t, Kind::branch, 22, 0, 0, random_.below(2));
    } else {
      access(t);
    }
  }

  Random random_;
  Recording recording_;
  uint64_t variables_ = 4;
  std::vector<uint32_t> lock_holder_;  // by lock
  std::vector<uint32_t> held_;         // by thread
  std::vector<uint64_t> steps_left_;   // by thread
  std::map<uint64_t, uint64_t> memory_;
};

}  // namespace

Recording run_racy_program(uint64_t seed) { return Run(seed).record(); }

}  // namespace foreweave::damage
