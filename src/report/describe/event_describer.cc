#include "report/describe/event_describer.h"

#include <algorithm>

#include "events/columns/things.h"
#include "events/lives.h"
#include "report/describe/places.h"
#include "report/describe/stacks.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

// Two demanglers agree at least on these words of a function's name.
std::string_view before_arguments(std::string_view function) {
  return function.substr(0, function.find_first_of("(<", 1));
}

// What starts a thread, and code that was not recorded.
bool is_of_runtime(const SourcePlace& frame) {
  return is_of_system(frame) ||
         (frame.file.empty() &&
          (frame.function.starts_with("(") || frame.function.starts_with("std::thread::")));
}

}  // namespace

void EventDescriber::ask(EventId e) {
  if (numbers_.try_emplace(e, asked_.size()).second) asked_.push_back(e);
}

void EventDescriber::ask_about_allocation(EventId e) {
  if (const EventId made = allocation_of(object_of(e)); made.exists()) ask(made);
}

void EventDescriber::answer() {
  held_ = locks_held_at(trace_, asked_);
  // Where these were taken is told with the calls, too.
  for (const std::vector<HeldLock>& held : held_)
    for (const HeldLock& lock : held) ask(lock.acquired);
  held_.resize(asked_.size());
  calls_ = calls_open_at(trace_, asked_);
}

bool EventDescriber::is_in_source(SiteId site) const {
  return trace_.text(trace_.site_info(site).file) != trace_.source().file();
}

EventId EventDescriber::allocation_of(ObjectId object) const {
  return object == kOtherMemory ? EventId::none() : trace_.objects()[object.index()].allocated;
}

// The memory an event touches; other memory for what is not about memory.
ObjectId EventDescriber::object_of(EventId e) const {
  switch (operand_of(trace_.kind(e))) {
    case Operand::memory:
      return trace_.location_of(e).object;
    case Operand::object:
      return trace_.object(e);
    case Operand::lock:
      return trace_.sync_objects(Operand::lock)[trace_.lock(e).index()].object;
    default:
      return kOtherMemory;
  }
}

void EventDescriber::add_frames(SiteId site, Stack& stack) {
  for (SourcePlace& frame : inlined_frames(trace_, site)) {
    if (is_in_source(site) && !is_of_system(frame)) sources_.add(frame);
    stack.push_back(std::move(frame));
  }
}

SourcePlace EventDescriber::place_of_program(EventId e, const Stack& stack) {
  const Stack frames = stack.empty() ? inlined_frames(trace_, trace_.site(e)) : stack;
  SourcePlace place = own_place(frames.front(), frames);
  place.inlined = false;
  if (is_in_source(e)) sources_.add(place);
  return place;
}

Stack EventDescriber::stack_of(EventId e) {
  Stack stack;
  if (!trace_.has(Kind::call)) return stack;
  add_frames(trace_.site(e), stack);
  for (const EventId call : calls_[numbers_.at(e)]) {
    const uint64_t callee = trace_.value(call);
    if (trace_.has_value(call) && callee < trace_.sites().size()) {
      const std::string entered =
          demangled(place_of(trace_, SiteId(static_cast<uint32_t>(callee))).function);
      if (before_arguments(stack.back().function) != before_arguments(entered))
        stack.push_back({"", 0, 0, entered});
    }
    add_frames(trace_.site(call), stack);
  }
  // Nobody needs to be told that a thread begins outside the program.
  while (stack.size() > 1 && is_of_runtime(stack.back())) stack.pop_back();
  return stack;
}

ReportedEvent EventDescriber::describe(EventId e, const std::string& role) {
  ReportedEvent event = describe_shortly(e, role);
  if (is_end_of_stack(e)) return event;
  event.stack = stack_of(e);
  event.place = place_of_program(e, event.stack);
  for (const HeldLock& held : held(e)) {
    Stack stack = stack_of(held.acquired);
    event.locks.push_back({utf8(printable(trace_.operand_name(held.acquired))),
                           is_shared_mode(trace_.kind(held.acquired)), held.acquired.value,
                           place_of_program(held.acquired, stack), std::move(stack)});
  }
  return event;
}

ReportedEvent EventDescriber::describe_shortly(EventId e, const std::string& role) const {
  ReportedEvent event;
  event.event = e.value;
  const Stack frames = inlined_frames(trace_, trace_.site(e));
  event.place = own_place(frames.front(), frames);
  event.place.inlined = false;
  if (is_end_of_stack(e)) event.place = {"", 0, 0, std::string(kEndOfThread)};
  event.thread = utf8(trace_.thread_name(trace_.thread(e)));
  event.access = utf8(access_text(trace_, e));
  event.operand = utf8(printable(operand_text(trace_, e)));
  event.shared = is_shared_mode(trace_.kind(e));
  event.role = role;
  event.value = value_text(trace_, e);
  return event;
}

bool EventDescriber::is_end_of_stack(EventId e) const {
  return trace_.kind(e) == Kind::free && is_stack(trace_, trace_.object(e));
}

std::vector<ReportedObject> EventDescriber::describe_objects(const Claim& claim) {
  std::vector<ReportedObject> objects;
  for (const BugEvent& event : events_in_roles(trace_, claim)) {
    const EventId e = event.event;
    if (operand_of(trace_.kind(e)) == Operand::none) continue;
    ReportedObject object;
    object.name = utf8(printable(operand_text(trace_, e)));
    if (is_access(trace_.kind(e)) &&
        thing_address(trace_.location_of(e).offset) != ThingAddress::none)
      continue;  // no memory
    if (std::any_of(objects.begin(), objects.end(),
                    [&](const ReportedObject& o) { return o.name == object.name; }))
      continue;
    const EventId made = allocation_of(object_of(e));
    if (is_stack(trace_, object_of(e))) continue;  // whose, is said
    if (made.exists()) {
      object.what = "heap memory";
      object.size = trace_.objects()[object_of(e).index()].size;
      object.allocated = describe(made, "allocation");
    } else if (const Symbol* symbol = is_in_source(e) ? symbol_of(e) : nullptr) {
      object.what = "global variable";
      object.size = symbol->size;
    } else {
      object.what = "memory";
    }
    objects.push_back(std::move(object));
  }
  return objects;
}

// The name that the operand lies in; not for STD traces, whose names may be anything.
const Symbol* EventDescriber::symbol_of(EventId e) const {
  uint64_t address = 0;
  if (const Operand operand = operand_of(trace_.kind(e)); operand == Operand::memory) {
    const Location& location = trace_.location_of(e);
    address = trace_.objects()[location.object.index()].address + location.offset;
  } else if (operand == Operand::lock) {
    address = trace_.sync_objects(operand)[trace_.lock(e).index()].address;
  } else {
    return nullptr;
  }
  const auto symbols = trace_.symbols();
  auto after = std::upper_bound(symbols.begin(), symbols.end(), address,
                                [](uint64_t a, const Symbol& s) { return a < s.address; });
  if (after == symbols.begin()) return nullptr;
  --after;
  return address - after->address < after->size ? &*after : nullptr;
}

}  // namespace foreweave
