// Traces that are hard by their shape, each a few lines. Locks are free when they are taken, and a
// thread acts between its fork and its join.
#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "bench/cliffs.h"
#include "bench/traces/random.h"

namespace foreweave {

namespace {

class CliffTrace {
 public:
  explicit CliffTrace(uint64_t seed) : random_(seed) {}

  // Two of 2,000 locks at a time: nearly every section has a set of locks of its own. Some accesses
  // hold none, some sections take their locks the other way round.
  void nested(uint32_t events) {
    fork_all(12);
    while (events_ < events) {
      const uint32_t t = random_.between(1, 12);
      const uint32_t low = random_.below(1'999), high = random_.between(low + 1, 1'999);
      const uint32_t variable = random_.below(10) * 2'000 + low;
      if (random_.one_in(500)) {
        access(t, variable, 1);
        continue;
      }
      const bool reversed = random_.one_in(100);
      const uint32_t first = reversed ? high : low, second = reversed ? low : high;
      add("T{}|acq(L{})|{}", t, first, 10'000 + first);
      add("T{}|acq(L{})|{}", t, second, 20'000 + second);
      for (uint32_t i = random_.between(1, 4); i > 0; --i) access(t, variable, 5);
      add("T{}|rel(L{})|{}", t, second, 30'000);
      add("T{}|rel(L{})|{}", t, first, 30'001);
    }
  }

  // 12 threads at 100 places, on one variable.
  void hot(uint32_t events) {
    fork_all(12);
    while (events_ < events) {
      const uint32_t t = random_.between(1, 12);
      for (uint32_t i = random_.between(1, 10); i > 0; --i) {
        const uint32_t site = random_.below(100);
        add("T{}|{}(x)|{}", t, site % 3 == 0 ? 'w' : 'r', site + 1);
      }
    }
  }

  // Ten alive at once, each for a few critical sections.
  void threads(uint32_t count) {
    std::vector<uint32_t> alive;
    for (uint32_t next = 1; next <= count; ++next) {
      if (alive.size() == 10) {
        add("T0|join(T{})|2", alive.front());
        alive.erase(alive.begin());
      }
      add("T0|fork(T{})|1", next);
      alive.push_back(next);
      work(alive);
    }
  }

  // The same, but nobody joins them: they end, and at the end of the run somebody reads the count
  // of them.
  void detached(uint32_t count) {
    std::vector<uint32_t> alive;
    const auto end_of = [&](uint32_t t) {
      add("T{}|acq(M)|5", t);
      add("T{}|r(left)|6", t);
      add("T{}|w(left)|7", t);
      add("T{}|rel(M)|8", t);
    };
    for (uint32_t next = 1; next <= count; ++next) {
      if (alive.size() == 10) {
        end_of(alive.front());
        alive.erase(alive.begin());
      }
      add("T0|fork(T{})|1", next);
      alive.push_back(next);
      work(alive);
    }
    for (const uint32_t t : alive) end_of(t);
    add("T0|acq(M)|9");
    add("T0|r(left)|10");
    add("T0|rel(M)|11");
  }

  // A stack of so many calls, with accesses in each on the way down and up again.
  void frames(uint32_t depth) {
    fork_all(2);
    const auto section = [&](uint32_t t, uint32_t site) {
      add("T{}|acq(L)|3", t);
      add("T{}|{}(x)|{}", t, random_.one_in(2) ? 'r' : 'w', site);
      add("T{}|rel(L)|4", t);
      add("T{}|{}(y{})|{}", t, random_.one_in(2) ? 'r' : 'w', random_.below(5), site + 20);
    };
    for (uint32_t i = 0; i < depth; ++i) {
      add("T1|call|5");
      section(1, 10 + i % 3);
      if (i % 4 == 0) section(2, 15 + i % 2);
    }
    for (uint32_t i = 0; i < depth; ++i) {
      add("T1|ret|6");
      if (i % 2 == 0) section(1, 17 + i % 3);
    }
  }

  std::string take() && { return std::move(text_); }

 private:
  template <class... Parts>
  void add(fmt::format_string<Parts...> line, Parts... parts) {
    fmt::vformat_to(std::back_inserter(text_), line, fmt::make_format_args(parts...));
    text_ += '\n';
    ++events_;
  }
  // Three critical sections of some of them, and sometimes a write outside.
  void work(const std::vector<uint32_t>& alive) {
    for (int i = 0; i < 3; ++i) {
      const uint32_t t = alive[random_.below(static_cast<uint32_t>(alive.size()))];
      add("T{}|acq(L)|3", t);
      add("T{}|r(x)|{}", t, 10 + random_.below(4));
      add("T{}|w(x)|{}", t, 20 + random_.below(4));
      add("T{}|rel(L)|4", t);
      if (random_.one_in(3)) add("T{}|w(y{})|{}", t, random_.below(20), 30 + random_.below(10));
    }
  }
  void fork_all(uint32_t count) {
    for (uint32_t t = 1; t <= count; ++t) add("T0|fork(T{})|{}", t, 40'000 + t);
  }
  void access(uint32_t t, uint32_t variable, uint32_t site) {
    add("T{}|{}(V{})|{}", t, random_.below(10) < 7 ? 'r' : 'w', variable,
        site * 1'000 + variable % 1'000);
  }

  Random random_;
  std::string text_;
  uint32_t events_ = 0;
};

}  // namespace

std::string cliff_trace(const std::string& shape, uint32_t size, uint64_t seed) {
  CliffTrace trace(seed);
  if (shape == "nested") trace.nested(size);
  if (shape == "hot") trace.hot(size);
  if (shape == "threads") trace.threads(size);
  if (shape == "detached") trace.detached(size);
  if (shape == "frames") trace.frames(size);
  return std::move(trace).take();
}

}  // namespace foreweave
