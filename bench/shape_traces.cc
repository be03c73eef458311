// Threads that work off plans. A plan is what a thread does next without thinking: a few accesses
// to memory of its own, or to variables of one lock, with that lock, with another one inside it, or
// (seldom) with none. A scheduler lets one thread after the other go on for some steps; who wants a
// lock that is taken lets go. So locks are free when they are taken, as in a run.
#include <fmt/format.h>

#include <array>
#include <deque>
#include <fstream>
#include <iterator>
#include <vector>

#include "bench/shapes.h"
#include "bench/traces/random.h"

namespace foreweave {

namespace {

struct ShapeOptions {
  uint32_t threads, locks, variables;
  // In a thousand: of plans, those that touch private memory only; of the others, those without a
  // lock; of those with one, those that take a second; and of these, in the opposite order.
  uint32_t private_plans, unprotected, nested, reversed;
};

class ShapeTrace {
 public:
  ShapeTrace(const ShapeOptions& options, uint32_t events, uint64_t seed, std::ofstream& out)
      : options_(options),
        most_(events),
        random_(seed),
        out_(out),
        plans_(options.threads),
        taken_(options.locks) {}

  void write() {
    for (uint32_t t = 1; t <= options_.threads; ++t) add("T0|fork(T{})|{}", t, 50'000 + t);
    for (uint32_t busy = options_.threads; busy > 0;) {
      const uint32_t t = random_.below(options_.threads);
      std::deque<Step>& plan = plans_[t];
      for (uint32_t i = random_.between(1, 20); i > 0; --i) {
        if (plan.empty() && events_ < most_) make_plan(t);
        if (plan.empty() || !take_step(t + 1, plan.front())) break;
        plan.pop_front();
      }
      busy = 0;
      for (const std::deque<Step>& left : plans_) busy += events_ < most_ || !left.empty();
    }
    for (uint32_t t = 1; t <= options_.threads; ++t) add("T0|join(T{})|{}", t, 60'000 + t);
    flush();
  }

 private:
  static constexpr uint32_t kSites = 1'000;  // of each sort of access
  static constexpr uint32_t kPrivate = 200;  // variables of a thread
  static constexpr uint32_t kNoLock = UINT32_MAX;
  struct Step {
    enum class What : uint8_t { own, touch, acquire, release } what;
    uint32_t of = 0;  // a variable or a lock
    uint32_t site = 0;
    uint32_t with = kNoLock;  // a lock that is taken at once with the first, so that no two
                              // threads wait for each other
  };

  bool happens(uint32_t in_a_thousand) { return random_.below(1'000) < in_a_thousand; }

  void make_plan(uint32_t t) {
    std::deque<Step>& plan = plans_[t];
    if (happens(options_.private_plans)) {
      for (uint32_t i = random_.between(2, 8); i > 0; --i) {
        const uint32_t variable = random_.below(kPrivate);
        plan.push_back({Step::What::own, variable, variable});
      }
      return;
    }
    const uint32_t lock = random_.below(options_.locks);
    if (happens(options_.unprotected)) return touch(plan, lock, random_.between(1, 3), 1);
    const bool nests = happens(options_.nested) && lock + 1 < options_.locks;
    const uint32_t inner = nests ? random_.between(lock + 1, options_.locks - 1) : kNoLock;
    const uint32_t here = 10'000 + 4 * lock;
    if (nests && happens(options_.reversed)) {
      plan.push_back({Step::What::acquire, inner, here, lock});
    } else {
      plan.push_back({Step::What::acquire, lock, here});
      if (nests) plan.push_back({Step::What::acquire, inner, here + 1});
    }
    touch(plan, lock, random_.between(1, 5), 2);
    if (nests) plan.push_back({Step::What::release, inner, here + 2});
    plan.push_back({Step::What::release, lock, here + 3});
  }

  void touch(std::deque<Step>& plan, uint32_t lock, uint32_t times, uint32_t sort) {
    for (; times > 0; --times) {
      const uint32_t variable =
          random_.below(options_.variables / options_.locks) * options_.locks + lock;
      plan.push_back({Step::What::touch, variable, 2 * (sort * kSites + variable % kSites)});
    }
  }

  // False if it has to wait.
  bool take_step(uint32_t t, const Step& step) {
    const bool writes = random_.below(10) >= 7;
    switch (step.what) {
      case Step::What::own:
        add("T{}|{}(P{}.{})|{}", t, writes ? 'w' : 'r', t, step.of, 2 * step.site + writes);
        break;
      case Step::What::touch:
        add("T{}|{}(V{})|{}", t, writes ? 'w' : 'r', step.of, step.site + writes);
        break;
      case Step::What::acquire:
        if (taken_[step.of] || (step.with != kNoLock && taken_[step.with])) return false;
        taken_[step.of] = true;
        add("T{}|acq(L{})|{}", t, step.of, step.site);
        if (step.with == kNoLock) break;
        taken_[step.with] = true;
        add("T{}|acq(L{})|{}", t, step.with, step.site + 1);
        break;
      case Step::What::release:
        taken_[step.of] = false;
        add("T{}|rel(L{})|{}", t, step.of, step.site);
        break;
    }
    return true;
  }

  template <class... Parts>
  void add(fmt::format_string<Parts...> line, Parts... parts) {
    fmt::vformat_to(std::back_inserter(text_), line, fmt::make_format_args(parts...));
    text_ += '\n';
    ++events_;
    if (text_.size() > 1 << 20) flush();
  }
  void flush() {
    out_ << text_;
    text_.clear();
  }

  const ShapeOptions options_;
  const uint32_t most_;
  Random random_;
  std::ofstream& out_;
  std::string text_;
  uint32_t events_ = 0;
  std::vector<std::deque<Step>> plans_;  // by thread
  std::vector<bool> taken_;              // by lock
};

}  // namespace

bool write_shape_trace(const std::string& shape, uint32_t events, uint64_t seed,
                       const std::string& path) {
  struct Named {
    const char* name;
    ShapeOptions options;
  };
  constexpr std::array<Named, 3> kShapes{{
      {"local", {8, 50, 1'000, 900, 1, 200, 1}},
      {"dense", {8, 50, 20'000, 0, 20, 200, 1}},
      {"nested", {12, 2'000, 20'000, 100, 1, 800, 20}},
  }};
  for (const Named& named : kShapes) {
    if (shape != named.name) continue;
    std::ofstream out(path);
    ShapeTrace(named.options, events, seed, out).write();
    return out.good();
  }
  return false;
}

}  // namespace foreweave
