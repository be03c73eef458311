// Walks the bitcode that a trace carries along the outcomes that its events tell, and sees whether
// the events of a thread are exactly those that the code leaves on that way.
//
// The walk starts at the function that a call event names and goes from instruction to instruction.
// Wherever the code touches shared memory, branches, calls or returns, the thread's next event must
// say the same at the same site. The outcome of a branch event decides which block comes next.
//
// A few things the events do not tell, because the recording never sees them: whether a call into
// code that is not instrumented came back, threw, or jumped to a setjmp. There the walk tries what
// the code allows, the ordinary return first, and takes the first way on which the events fit.
// Where a call enters instrumented code and comes back from it, nothing is tried.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "bitcode_rules.h"
#include "events/trace.h"

namespace foreweave {

// An event as far as a walk looks at it.
struct Step {
  Kind kind = Kind::read;
  uint8_t order = 0;
  uint32_t site = 0;
  uint32_t size = 0;   // of an access
  uint64_t value = 0;  // of a branch and a call
};

std::vector<Step> walked_steps_of(const Trace& trace, ThreadId thread);

// Keeps what it learned of a trace from thread to thread: an instruction has the same site in all
// of them, and is recorded in all of them or in none.
class BitcodeWalk {
 public:
  static Result<std::unique_ptr<BitcodeWalk>> over(const Trace& trace);

  // Empty if the steps are a way through the code, else what does not fit. Not to be used again
  // after a walk that failed, because of what it may have learned there.
  std::string walk(std::span<const Step> steps);

  // Instructions passed, and how often there was more than one way to try, over all walks.
  uint64_t passed() const { return passed_; }
  uint64_t choices() const { return choices_; }

 private:
  enum class Doing : uint8_t {
    running,
    calling,
    lost,  // a handler interrupted it and never came back
  };
  enum class Callee : uint8_t { none, returned, left };  // left: by an exception or a jump

  struct Frame {
    const llvm::Instruction* at = nullptr;
    uint32_t who = 0;   // site that names the function
    uint32_t slot = 0;  // next access of this instruction
    Doing doing = Doing::running;
    bool interrupts = false;  // it is a signal's handler, and nobody called it
    // of the call that it is in:
    bool tail = false;             // its own return has been seen
    bool answered = false;         // some event said where the call went
    bool may_be_external = false;  // it may still turn out to be a call of code that we do not see
    bool unseen = false;           // code that is not instrumented may be running
    Callee callee = Callee::none;
    std::vector<const llvm::CallBase*> returning_twice;  // calls that may return again
    int64_t below = -1;                                  // in below_
  };

  // How a call may go on.
  struct Way {
    enum What : uint8_t { comes_back, lands, returns_again, is_left } what = comes_back;
    size_t which = 0;  // of Frame::returning_twice
  };

  struct State {
    std::optional<Frame> top;
    size_t next = 0;  // step
  };

  struct Checkpoint {
    State state;
    Way way;
    size_t learned = 0;
  };

  // A library that is loaded twice is two modules with the same code, told apart by Frame::who.
  using Place = std::tuple<uint32_t, const llvm::Instruction*, uint32_t>;

  explicit BitcodeWalk(const Trace& trace);

  bool advance();
  bool is_arrival() const;
  bool run_outside();
  bool run_instruction();
  bool run_access(const ExpectedAccess& expected);
  void go_behind_it();
  bool run_terminator();
  bool choose_successor();
  bool begin_call();
  bool go_on_in_call();
  bool enter(bool from_this_call);
  bool end_call();
  std::vector<Way> ways_on() const;
  bool take(const Way& way);
  void expect_fault();
  bool backtrack();

  void push(const llvm::Function& function, uint32_t who, bool interrupts);
  void replace_top(const llvm::Function& function, uint32_t who);
  void pop(Callee how);
  void go_to(const llvm::Instruction& instruction);
  void go_behind(const llvm::CallBase& call);

  const Step& step() const { return steps_[state_.next]; }
  bool has_step() const { return state_.next < steps_.size(); }
  bool is_step(Kind kind) const { return has_step() && step().kind == kind; }
  Frame& top() { return *state_.top; }
  bool fits(const ExpectedAccess& expected) const;
  uint32_t pieces(const ExpectedAccess& expected) const;
  bool is_at(uint32_t slot) const;
  bool is_of_this_call() const;
  Place place_of(uint32_t slot) const { return {state_.top->who, state_.top->at, slot}; }
  void learn_site(uint32_t slot);
  void learn(const Place& place, uint32_t what);
  std::optional<uint32_t> known(const Place& place) const;
  const InstructionRule& rule(const llvm::Instruction& instruction);
  bool fail(const std::string& why);
  std::string describe_step() const;

  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::map<std::pair<std::string, std::string>, const llvm::Function*> functions_;  // file, name
  std::vector<SiteText> sites_;
  std::unordered_map<const llvm::Instruction*, InstructionRule> rules_;

  // What instructions turned out to be: (i, k) the site of its k-th event; (i, kPresence + k)
  // whether that is recorded. In the order in which it was learned, to be forgotten on the way
  // back.
  static constexpr uint32_t kPresence = 1000;
  std::map<Place, uint32_t> facts_;
  std::vector<Place> learned_;

  std::span<const Step> steps_;
  State state_;
  std::vector<Frame> below_;  // frames under the top one; never changed, so that states share them
  std::deque<Checkpoint> checkpoints_;
  size_t furthest_ = 0, faulted_at_ = 0;
  std::string complaint_;
  uint64_t passed_ = 0, choices_ = 0;
};

}  // namespace foreweave
