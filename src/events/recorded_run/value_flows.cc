#include "events/recorded_run/value_flows.h"

#include <algorithm>
#include <optional>

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

namespace {

constexpr size_t kLongestChain = 8;  // of calls; the compiler follows fewer

// The calls that the thread made since `first` and is still in at `last`, and how many of those
// that it was in at `first` it has come back from.
struct Between {
  ValueFlows::Sites entered;
  size_t left = 0;
};

Between calls_between(const Trace& trace, EventId first, EventId last) {
  Between between;
  const auto events = trace.events_of(trace.thread(first));
  for (size_t i = events.index_from(first); i < events.size() && events[i] < last; ++i) {
    const Kind kind = trace.kind(events[i]);
    if (kind == Kind::call)
      between.entered.push_back(trace.site(events[i]));
    else if (kind == Kind::return_ && !between.entered.empty())
      between.entered.pop_back();
    else if (kind == Kind::return_)
      ++between.left;
  }
  return between;
}

// The sites of the innermost calls that the thread was in, the outermost of them first; nothing if
// there are not so many.
std::optional<ValueFlows::Sites> innermost_calls(const Trace& trace, EventId at, size_t count) {
  ValueFlows::Sites calls;
  const auto events = trace.events_of(trace.thread(at));
  size_t returned = 0;
  for (size_t i = events.index_from(at); i-- > 0 && calls.size() < count;) {
    const Kind kind = trace.kind(events[i]);
    if (kind == Kind::return_)
      ++returned;
    else if (kind == Kind::call && returned > 0)
      --returned;
    else if (kind == Kind::call)
      calls.push_back(trace.site(events[i]));
  }
  if (calls.size() < count) return std::nullopt;
  std::reverse(calls.begin(), calls.end());
  return calls;
}

}  // namespace

ValueFlows::ValueFlows(const Trace& trace) {
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    ByteReader in(
        {reinterpret_cast<const uint8_t*>(attachment.bytes.data()), attachment.bytes.size()});
    while (in.left() > 0) {
      Flow flow(std::min<uint64_t>(in.varint(), 2 * kLongestChain + 3));
      for (uint32_t& number : flow) number = static_cast<uint32_t>(in.varint());
      if (in.failed()) return;
      flows_.insert(std::move(flow));
    }
  }
}

ValueFlows::Flow ValueFlows::flow(const Sites& load, const Sites& store) {
  Flow flow{static_cast<uint32_t>(load.size())};
  for (const Sites* sites : {&load, &store})
    for (const SiteId site : *sites) flow.push_back(site.value);
  return flow;
}

void ValueFlows::add(const Sites& load, const Sites& store) {
  if (load.size() <= kLongestChain + 1 && store.size() <= kLongestChain + 1)
    flows_.insert(flow(load, store));
}

bool ValueFlows::lead(const Trace& trace, EventId load, EventId store) const {
  if (flows_.empty() || trace.thread(load) != trace.thread(store) || store < load) return false;
  Between between = calls_between(trace, load, store);
  if (between.left > kLongestChain || between.entered.size() > kLongestChain) return false;
  std::optional<Sites> left = innermost_calls(trace, load, between.left);
  if (!left) return false;
  left->push_back(trace.site(load));
  between.entered.push_back(trace.site(store));
  return flows_.contains(flow(*left, between.entered));
}

std::string ValueFlows::encoded() const {
  ByteWriter out;
  for (const Flow& flow : flows_) {
    out.varint(flow.size());
    for (const uint32_t number : flow) out.varint(number);
  }
  return std::string(reinterpret_cast<const char*>(out.written().data()), out.size());
}

}  // namespace foreweave
