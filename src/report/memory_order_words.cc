#include "report/memory_order_words.h"

#include <fmt/format.h>

#include "events/memory_order.h"
#include "report/event_text.h"

namespace foreweave {

namespace {

std::string_view order_of(const Trace& trace, EventId e) {
  const size_t order = trace.flags(e) & FW_FLAG_ORDER_MASK;
  return order < std::size(kOrderNames) ? kOrderNames[order] : "unknown";
}

// The last atomic write of the first one's thread, after it, that the second one's thread saw
// before it got there; and the read that saw it.
struct Handshake {
  EventId write, read;
};

Handshake find_handshake(const Trace& trace, EventId first, EventId second) {
  const ThreadEvents own = trace.events_of(trace.thread(second));
  for (uint32_t i = own.index_from(second); i-- > 0;) {
    const EventId read = own[i];
    if (read < first) break;
    const Kind kind = trace.kind(read);
    if (!is_access(kind) || !is_atomic(kind) || !reads(kind) || trace.is_of_thing(read) || !trace.interacts(read)) continue;
    const EventId write = trace.seen_write(read);
    if (write.exists() && write > first && trace.thread(write) == trace.thread(first) &&
        is_atomic(trace.kind(write)))
      return {write, read};
  }
  return {};
}

}  // namespace

std::string why_nothing_orders(const Trace& trace, const Claim& claim) {
  const EventId first = claim.happen[0], second = claim.happen[1];
  const auto [write, read] = find_handshake(trace, first, second);
  if (!write.exists())
    return "nothing that the program does orders the two accesses: the atomic accesses between "
           "them "
           "neither release nor acquire";
  const std::string name = printable(trace.operand_name(write));
  const bool releases = has_release_order(trace.flags(write)),
             acquires = has_acquire_order(trace.flags(read));
  std::string what;
  if (!releases) what = fmt::format("its write is {}", order_of(trace, write));
  if (!acquires)
    what += fmt::format("{}its read is {}", what.empty() ? "" : " and ", order_of(trace, read));
  if (what.empty()) what = "what was released there is not what was acquired";
  return fmt::format("only the value of {} tells {} that {} got there, and that orders nothing: {}",
                     name, printable(trace.thread_name(trace.thread(second))),
                     printable(trace.thread_name(trace.thread(first))), what);
}

}  // namespace foreweave
