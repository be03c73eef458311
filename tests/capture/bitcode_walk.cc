#include "bitcode_walk.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace foreweave {

using namespace llvm;

namespace {

constexpr uint32_t kUnseen = 0;                // the site of code that is not instrumented
constexpr uint64_t kLongestPause = 1'000'000;  // instructions without an event
constexpr size_t kMostCheckpoints = 64;
constexpr uint64_t kMostReturns = 100'000;  // to checkpoints, in one walk
constexpr std::string_view kBitcode = "bitcode:";

std::string text_of(const Instruction& instruction) {
  std::string text;
  raw_string_ostream(text) << instruction;
  return text;
}

std::string text_of(const SiteText& site) {
  return fmt::format("{}:{}:{} ({})", site.file, site.line, site.column, site.function);
}

// Events that only the runtime writes. It may write accesses, too.
bool is_of_the_runtime(Kind kind) {
  switch (kind) {
    case Kind::read:
    case Kind::write:
    case Kind::atomic_read:
    case Kind::atomic_write:
    case Kind::atomic_update:
    case Kind::fence:
    case Kind::branch:
    case Kind::indirect_call:
    case Kind::call:
    case Kind::return_:
    case Kind::external_call:
      return false;
    default:
      return true;
  }
}

}  // namespace

std::vector<Step> walked_steps_of(const Trace& trace, ThreadId thread) {
  std::vector<Step> steps;
  size_t begun = SIZE_MAX;  // how many there were when a stretch in code that we do not see began
  for (const EventId e : trace.events_of(thread)) {
    // Of code that we do not see, the walk only meets the end of a call, and only of one in which
    // nothing was recorded.
    const bool is_mark = marks_stretch(trace.kind(e));
    if (is_mark && trace.library_of(e) == UnseenOrder::kSystem) continue;  // orders, calls nothing
    if (is_mark && begins_stretch(trace.kind(e))) {
      begun = steps.size();
      continue;
    }
    const bool shows_nothing = is_mark && std::exchange(begun, SIZE_MAX) >= steps.size();
    if (is_mark && (!shows_nothing || trace.site(e).value == kUnseen)) continue;
    Step step{is_mark ? Kind::external_call : trace.kind(e),
              static_cast<uint8_t>(trace.flags(e) & FW_FLAG_ORDER_MASK), trace.site(e).value, 0,
              is_mark ? 0 : trace.value(e)};
    if (is_access(step.kind)) step.size = trace.location_of(e).size;
    steps.push_back(step);
  }
  return steps;
}

BitcodeWalk::BitcodeWalk(const Trace& trace) {
  for (const Site& site : trace.sites())
    sites_.push_back({std::string(trace.text(site.file)), std::string(trace.text(site.function)),
                      site.line, site.column});
}

Result<std::unique_ptr<BitcodeWalk>> BitcodeWalk::over(const Trace& trace) {
  std::unique_ptr<BitcodeWalk> walk(new BitcodeWalk(trace));
  for (const Attachment& attachment : trace.attachments()) {
    if (!attachment.name.starts_with(kBitcode)) continue;
    uint64_t length = 0;  // stands before the bitcode
    if (attachment.bytes.size() < sizeof length) return Error{"no bitcode", attachment.name};
    std::memcpy(&length, attachment.bytes.data(), sizeof length);
    const StringRef bytes = StringRef(attachment.bytes).substr(sizeof length);
    if (length > bytes.size()) return Error{"the bitcode is cut off", attachment.name};
    auto parsed =
        parseBitcodeFile(MemoryBufferRef(bytes.substr(0, length), attachment.name), walk->context_);
    if (!parsed) return Error{toString(parsed.takeError()), attachment.name};
    const std::string file = attachment.name.substr(kBitcode.size());
    for (const Function& function : **parsed)
      if (!function.isDeclaration())
        walk->functions_.try_emplace({file, function.getName().str()}, &function);
    walk->modules_.push_back(std::move(*parsed));
  }
  return walk;
}

std::string BitcodeWalk::walk(std::span<const Step> steps) {
  steps_ = steps;
  state_ = {};
  below_.clear();
  checkpoints_.clear();
  furthest_ = faulted_at_ = 0;
  complaint_.clear();
  uint64_t pause = 0, returns = 0;
  while (has_step()) {
    const size_t before = state_.next;
    const bool fine = advance() && pause < kLongestPause;
    ++passed_;
    pause = state_.next == before ? pause + 1 : 0;
    if (fine) continue;
    if (complaint_.empty()) fail("nothing any more, because it runs in circles");
    expect_fault();
    if (++returns > kMostReturns || !backtrack()) return complaint_;
    pause = 0;
  }
  return "";
}

bool BitcodeWalk::advance() {
  if (!state_.top) return run_outside();
  if (is_arrival()) {
    ++state_.next;
    return true;
  }
  if (top().doing != Doing::running) return go_on_in_call();
  // Nothing but a signal's handler is entered from nowhere in the middle of a function.
  if (is_step(Kind::call) && step().site == kUnseen) return enter(false);
  return run_instruction();
}

// A signal: the runtime says that it comes behind its sending, before the handler is entered. Several
// may arrive before the first handler runs.
bool BitcodeWalk::is_arrival() const {
  const auto is = [&](size_t step, Kind kind) {
    return step < steps_.size() && steps_[step].kind == kind && steps_[step].site == kUnseen;
  };
  size_t next = state_.next;
  while (is(next, Kind::atomic_read)) ++next;
  return next > state_.next && is(next, Kind::call);
}

bool BitcodeWalk::run_outside() {
  if (is_step(Kind::call)) return enter(false);
  if (step().site != kUnseen || !(is_of_the_runtime(step().kind) || is_access(step().kind)))
    return fail("nothing runs");
  ++state_.next;
  return true;
}

bool BitcodeWalk::run_instruction() {
  const Instruction& i = *top().at;
  const InstructionRule& r = rule(i);
  if (top().slot < r.accesses.size()) return run_access(r.accesses[top().slot]);
  switch (r.role) {
    case Role::call:
      return begin_call();
    case Role::terminator:
      return run_terminator();
    case Role::fence:
      if (!is_step(Kind::fence) || step().order != r.order || !is_at(top().slot))
        return fail("a fence");
      learn_site(top().slot);
      ++state_.next;
      go_to(*i.getNextNode());
      return true;
    case Role::quiet:
      go_behind_it();
      return true;
  }
  return false;
}

void BitcodeWalk::go_behind_it() {
  const Instruction& i = *top().at;
  if (const auto* invoke = dyn_cast<InvokeInst>(&i))
    go_behind(*invoke);
  else
    go_to(*i.getNextNode());
}

bool BitcodeWalk::run_access(const ExpectedAccess& expected) {
  const uint32_t slot = top().slot++;
  const bool here = fits(expected) && is_at(slot);
  // Of no bytes, it is the decision on how many.
  if (!here && expected.presence == Presence::sometimes && is_step(Kind::branch) && is_at(slot)) {
    learn_site(slot);
    ++state_.next;
    return true;
  }
  bool recorded = here;
  if (expected.presence == Presence::never) recorded = false;
  if (expected.presence == Presence::always) recorded = true;
  if (expected.presence == Presence::maybe) {
    const Place place = place_of(kPresence + slot);
    if (const auto before = known(place))
      recorded = *before;
    else
      learn(place, here);
  }
  if (!recorded) return true;
  if (!here) {
    --top().slot;
    return fail("an access");
  }
  learn_site(slot);
  state_.next += pieces(expected);
  return true;
}

// Values have eight bytes, so that the accesses of vectors are several events.
uint32_t BitcodeWalk::pieces(const ExpectedAccess& expected) const {
  if (expected.size <= 8 || step().size == expected.size) return 1;
  return (expected.size + 7) / 8;
}

bool BitcodeWalk::fits(const ExpectedAccess& expected) const {
  if (!has_step()) return false;
  const uint32_t count = pieces(expected);
  if (state_.next + count > steps_.size()) return false;
  uint32_t size = 0;
  for (const Step& piece : steps_.subspan(state_.next, count)) {
    const bool only_reads = expected.may_only_read && piece.kind == Kind::atomic_read;
    const uint8_t order = only_reads ? expected.order_of_read : expected.order;
    if (piece.kind != expected.kind && !only_reads) return false;
    if (piece.site != step().site || piece.order != order) return false;
    size += piece.size;
  }
  return expected.size == 0 || size == expected.size;
}

bool BitcodeWalk::run_terminator() {
  const Instruction& i = *top().at;
  if (isa<ReturnInst>(i) || isa<ResumeInst>(i)) {
    if (!is_step(Kind::return_)) return fail("a return");
    ++state_.next;
    pop(isa<ReturnInst>(i) ? Callee::returned : Callee::left);
    return true;
  }
  if (i.getNumSuccessors() == 0) return fail("nothing, because nobody can come here");
  if (i.getNumSuccessors() > 1 || isa<SwitchInst, IndirectBrInst>(i)) return choose_successor();
  go_to(i.getSuccessor(0)->front());
  return true;
}

// Of a branch the outcome is whether it goes to its first successor, of others the successor's
// number; among equal ones the first.
bool BitcodeWalk::choose_successor() {
  const Instruction& i = *top().at;
  const uint32_t slot = top().slot;
  if (!is_step(Kind::branch) || !is_at(slot)) return fail("a branch");
  uint64_t chosen = step().value;
  if (chosen >= i.getNumSuccessors()) return fail("another outcome");
  if (isa<BranchInst>(i))
    chosen = 1 - chosen;
  else
    for (unsigned before = 0; before < chosen; ++before)
      if (i.getSuccessor(before) == i.getSuccessor(static_cast<unsigned>(chosen)))
        return fail("the number of the first of equal ways");
  learn_site(slot);
  ++state_.next;
  go_to(i.getSuccessor(static_cast<unsigned>(chosen))->front());
  return true;
}

bool BitcodeWalk::begin_call() {
  const auto& call = cast<CallBase>(*top().at);
  const bool indirect = !named_callee(call);
  if (indirect) {
    if (!is_step(Kind::indirect_call) || !is_at(top().slot)) return fail("an indirect call");
    learn_site(top().slot);
    ++state_.next;
  }
  if (call.isMustTailCall()) {
    if (!is_step(Kind::return_)) return fail("the return before a tail call");
    ++state_.next;
  }
  if (returns_twice(call)) {
    auto& twice = top().returning_twice;
    if (std::find(twice.begin(), twice.end(), &call) == twice.end())
      twice.insert(twice.begin(), &call);
  }
  top().doing = Doing::calling;
  top().tail = call.isMustTailCall();
  top().answered = false;
  top().may_be_external = true;
  top().unseen = indirect;
  top().callee = Callee::none;
  return true;
}

// The thread is in a call, in a function that is not instrumented or has come back.
bool BitcodeWalk::go_on_in_call() {
  if (top().doing == Doing::lost) return end_call();
  if (top().callee == Callee::returned && !top().unseen) return end_call();
  const Kind kind = step().kind;
  if ((is_of_the_runtime(kind) || is_access(kind)) && is_of_this_call()) {
    if (step().site != kUnseen) learn_site(top().slot);
    // What throws an exception on is unseen, too, and not what was called.
    if (top().callee != Callee::left) top().answered = top().unseen = true;
    ++state_.next;
    return true;
  }
  if (kind == Kind::external_call) {
    const Function* callee = named_callee(cast<CallBase>(*top().at));
    if (!top().may_be_external || !is_at(top().slot)) return end_call();
    if (callee && is_recorded_function(*callee) && !callee->isInterposable())
      return fail("a call of a function that is instrumented");
    learn_site(top().slot);
    top().answered = top().unseen = true;
    top().may_be_external = false;
    ++state_.next;
    return true;
  }
  if (kind == Kind::call && step().site == kUnseen) return enter(false);
  if (kind == Kind::call && top().callee == Callee::none && is_at(top().slot)) return enter(true);
  return end_call();
}

bool BitcodeWalk::enter(bool from_this_call) {
  if (step().value >= sites_.size()) return fail("a call of a function that there is");
  const uint32_t who = static_cast<uint32_t>(step().value);
  const SiteText& name = sites_[who];
  const auto function = functions_.find({name.file, name.function});
  if (function == functions_.end()) return fail("a call of a function that there is");
  bool interrupts = state_.top && (top().doing == Doing::running || !top().answered);
  if (from_this_call) {
    const Function* callee = named_callee(cast<CallBase>(*top().at));
    if (!top().answered && callee && callee->getName() != function->second->getName())
      return fail("a call of " + callee->getName().str());
    learn_site(top().slot);
    top().answered = true;
    top().may_be_external = false;
    interrupts = false;
  }
  ++state_.next;
  if (from_this_call && top().tail)
    replace_top(*function->second, who);
  else
    push(*function->second, who, interrupts);
  return true;
}

// The next event is none of the call: so it is over.
bool BitcodeWalk::end_call() {
  if (top().doing == Doing::calling && !top().answered) return fail("where a call goes");
  const std::vector<Way> ways = ways_on();
  if (ways.empty()) return fail("something else, because the call cannot go on like this");
  if (ways.size() > 1) ++choices_;
  for (size_t other = ways.size() - 1; other > 0; --other)
    checkpoints_.push_back({state_, ways[other], learned_.size()});
  while (checkpoints_.size() > kMostCheckpoints) checkpoints_.pop_front();
  return take(ways[0]);
}

std::vector<BitcodeWalk::Way> BitcodeWalk::ways_on() const {
  const Frame& frame = *state_.top;
  std::vector<Way> ways;
  const bool calling = frame.doing == Doing::calling;
  const auto* call = calling ? cast<CallBase>(frame.at) : nullptr;
  if (calling && !(frame.callee == Callee::left && !frame.unseen) && !call->doesNotReturn())
    ways.push_back({Way::comes_back});
  if (calling && frame.callee == Callee::returned && !frame.unseen) return ways;
  if (calling && isa<InvokeInst>(call)) ways.push_back({Way::lands});
  for (size_t k = 0; k < frame.returning_twice.size(); ++k) ways.push_back({Way::returns_again, k});
  if (frame.tail || is_step(Kind::return_)) ways.push_back({Way::is_left});
  return ways;
}

bool BitcodeWalk::take(const Way& way) {
  const Frame frame = top();
  switch (way.what) {
    case Way::comes_back:
      if (frame.tail)
        pop(Callee::returned);
      else
        go_behind(*cast<CallBase>(frame.at));
      return true;
    case Way::lands:
      go_to(cast<InvokeInst>(frame.at)->getUnwindDest()->front());
      return true;
    case Way::returns_again:
      go_behind(*frame.returning_twice[way.which]);
      return true;
    case Way::is_left:
      if (!frame.tail) ++state_.next;
      pop(Callee::left);
      return true;
  }
  return false;
}

// An instruction may fault, and the handler jump to where a setjmp returns; what the thread did
// since its last path ended is lost with the path. Only a function that calls setjmp can go on like
// that.
void BitcodeWalk::expect_fault() {
  if (!state_.top || top().doing != Doing::running || state_.next <= faulted_at_) return;
  faulted_at_ = state_.next;
  for (size_t k = 0; k < top().returning_twice.size(); ++k)
    checkpoints_.push_back({state_, {Way::returns_again, k}, learned_.size()});
}

bool BitcodeWalk::backtrack() {
  if (checkpoints_.empty()) return false;
  const Checkpoint back = std::move(checkpoints_.back());
  checkpoints_.pop_back();
  state_ = back.state;
  for (; learned_.size() > back.learned; learned_.pop_back()) facts_.erase(learned_.back());
  return take(back.way);
}

void BitcodeWalk::push(const Function& function, uint32_t who, bool interrupts) {
  Frame frame;
  frame.who = who;
  frame.at = &function.getEntryBlock().front();
  frame.interrupts = interrupts;
  if (state_.top) {
    frame.below = static_cast<int64_t>(below_.size());
    below_.push_back(std::move(top()));
  }
  state_.top = std::move(frame);
}

// A tail call: the caller is gone already.
void BitcodeWalk::replace_top(const Function& function, uint32_t who) {
  Frame frame;
  frame.at = &function.getEntryBlock().front();
  frame.who = who;
  frame.interrupts = top().interrupts;
  frame.below = top().below;
  state_.top = std::move(frame);
}

void BitcodeWalk::pop(Callee how) {
  const int64_t below = top().below;
  const bool interrupted = top().interrupts;
  if (below < 0) {
    state_.top.reset();
    return;
  }
  state_.top = below_[static_cast<size_t>(below)];
  if (checkpoints_.empty() && static_cast<size_t>(below) + 1 == below_.size()) below_.pop_back();
  if (!interrupted) {
    top().callee = how;
  } else if (how == Callee::left) {
    top().doing = Doing::lost;
    top().tail = false;
  }
}

void BitcodeWalk::go_to(const Instruction& instruction) {
  top().at = &instruction;
  top().slot = 0;
  top().doing = Doing::running;
}

void BitcodeWalk::go_behind(const CallBase& call) {
  const auto* invoke = dyn_cast<InvokeInst>(&call);
  go_to(invoke ? invoke->getNormalDest()->front() : *call.getNextNode());
}

// Whether the next event is at the site of the instruction, which never changes.
bool BitcodeWalk::is_at(uint32_t slot) const {
  if (!has_step() || step().site >= sites_.size()) return false;
  if (const auto before = known(place_of(slot))) return *before == step().site;
  return sites_[step().site] == site_of(*state_.top->at);
}

// Behind a function that came back, the runtime does not know in which call it is.
bool BitcodeWalk::is_of_this_call() const {
  if (step().site == kUnseen) return state_.top->callee != Callee::none;
  return is_at(state_.top->slot);
}

void BitcodeWalk::learn_site(uint32_t slot) { learn(place_of(slot), step().site); }

void BitcodeWalk::learn(const Place& place, uint32_t what) {
  if (facts_.emplace(place, what).second) learned_.push_back(place);
}

std::optional<uint32_t> BitcodeWalk::known(const Place& place) const {
  const auto found = facts_.find(place);
  if (found == facts_.end()) return std::nullopt;
  return found->second;
}

const InstructionRule& BitcodeWalk::rule(const Instruction& instruction) {
  const auto found = rules_.find(&instruction);
  if (found != rules_.end()) return found->second;
  return rules_.emplace(&instruction, rule_of(instruction)).first->second;
}

std::string BitcodeWalk::describe_step() const {
  if (!has_step()) return "no event";
  std::string text = fmt::format("event {} ({}, value {:#x}, size {})", state_.next,
                                 info(step().kind).name, step().value, step().size);
  if (step().site < sites_.size()) text += " at " + text_of(sites_[step().site]);
  return text;
}

// Of several ways that all fail, the one that came furthest is most likely the right one.
bool BitcodeWalk::fail(const std::string& why) {
  if (!complaint_.empty() && state_.next <= furthest_) return false;
  furthest_ = state_.next;
  complaint_ = fmt::format("the code wants {}, and there is {}", why, describe_step());
  if (state_.top)
    complaint_ += fmt::format("\n  in {}, at {}\n  {}", top().at->getFunction()->getName().str(),
                              text_of(site_of(*top().at)), text_of(*top().at));
  return false;
}

}  // namespace foreweave
