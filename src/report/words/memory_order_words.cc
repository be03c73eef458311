#include "report/words/memory_order_words.h"

#include <fmt/format.h>

#include "events/memory_order.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

std::string_view order_of(const Trace& trace, EventId e) {
  const size_t order = trace.flags(e) & FW_FLAG_ORDER_MASK;
  return order < std::size(kOrderNames) ? kOrderNames[order] : "unknown";
}

// The last write of the first one's thread, it or after it, that the second one's thread saw before
// it got there; and the read that saw it.
struct Handshake {
  EventId write, read;
};

Handshake find_handshake(const Trace& trace, EventId first, EventId second, bool atomic) {
  const ThreadEvents own = trace.events_of(trace.thread(second));
  for (uint32_t i = own.index_from(second); i-- > 0;) {
    const EventId read = own[i];
    if (read < first) break;
    const Kind kind = trace.kind(read);
    if (!is_access(kind) || is_atomic(kind) != atomic || !reads(kind)) continue;
    if (trace.is_of_thing(read) || !trace.interacts(read)) continue;
    const EventId write = trace.seen_write(read);
    if (write.exists() && write >= first && trace.thread(write) == trace.thread(first) &&
        is_atomic(trace.kind(write)) == atomic)
      return {write, read};
  }
  return {};
}

}  // namespace

std::string why_nothing_orders(const Trace& trace, const Claim& claim) {
  const EventId first = claim.happen[0], second = claim.happen[1];
  const std::string of_second = printable(trace.thread_name(trace.thread(second))),
                    of_first = printable(trace.thread_name(trace.thread(first)));
  const auto only_tells = [&](EventId write) {
    return fmt::format("only the value of {} tells {} that {} got there, and that orders nothing",
                       printable(trace.operand_name(write)), of_second, of_first);
  };
  const auto [write, read] = find_handshake(trace, first, second, true);
  if (!write.exists()) {
    if (const EventId plain = find_handshake(trace, first, second, false).write; plain.exists())
      return only_tells(plain) + ": it is not atomic";
    return "nothing that the program does orders the two accesses, whatever lies between them";
  }
  const bool releases = has_release_order(trace.flags(write)),
             acquires = has_acquire_order(trace.flags(read));
  std::string what;
  if (!releases) what = fmt::format("its write is {}", order_of(trace, write));
  if (!acquires)
    what += fmt::format("{}its read is {}", what.empty() ? "" : " and ", order_of(trace, read));
  if (what.empty()) what = "what was released there is not what was acquired";
  return only_tells(write) + ": " + what;
}

}  // namespace foreweave
