#include "events/std/listing.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

namespace {

// Wider columns are not worth the empty space: a line with a longer entry moves to the right.
constexpr size_t kWidest = 40;
// Enough events to know how wide the operations of a trace are.
constexpr uint32_t kSample = 10'000;

void pad(std::string& out, size_t column_start, size_t width) {
  const size_t end = column_start + width + 2;
  out.append(out.size() + 2 <= end ? end - out.size() : 2, ' ');
}

}  // namespace

StdListing::StdListing(const Trace& trace) : trace_(trace), writer_(trace) {
  for (const Site& site : trace.sites())
    if (site.column != 0 || !trace.text(site.function).empty()) sites_are_numbers_ = false;

  event_width_ = std::max<size_t>(fmt::formatted_size("{}", trace.size()), 5);
  thread_width_ = 6;
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    thread_width_ = std::max(thread_width_, writer_.thread(ThreadId(t)).size());
  operation_width_ = 9;
  site_width_ = 8;
  const uint32_t n = std::min(static_cast<uint32_t>(trace.size()), kSample);
  std::string text;
  for (uint32_t e = 0; e < n; ++e) {
    text.clear();
    writer_.append_operation(EventId(e), text);
    operation_width_ = std::max(operation_width_, text.size());
    text.clear();
    append_site(EventId(e), text);
    site_width_ = std::max(site_width_, text.size());
  }
  for (size_t* width : {&thread_width_, &operation_width_, &site_width_})
    *width = std::min(*width, kWidest);
}

void StdListing::append_header(std::string& out) const {
  out += fmt::format("{:>{}}  {:{}}  {:{}}  {:{}}  sees\n", "event", event_width_, "thread",
                     thread_width_, "operation", operation_width_, "location", site_width_);
}

void StdListing::append_line(EventId e, std::string& out) const {
  const size_t line = out.size();
  const fmt::format_int number(e.value);
  out.append(event_width_ - std::min(event_width_, number.size()), ' ');
  out.append(number.data(), number.size());
  out += "  ";
  size_t start = out.size();
  out += writer_.thread(trace_.thread(e));
  pad(out, start, thread_width_);
  start = out.size();
  writer_.append_operation(e, out);
  pad(out, start, operation_width_);
  start = out.size();
  append_site(e, out);
  const size_t end = out.size();
  pad(out, start, site_width_);
  const size_t note = out.size();
  append_note(e, out);
  if (out.size() == note) out.resize(end);
  // Names may hold bytes that a terminal would act on.
  for (size_t i = line; i < out.size(); ++i)
    if (static_cast<unsigned char>(out[i]) < 0x20 || out[i] == 0x7f) out[i] = '?';
  out += '\n';
}

void StdListing::append_site(EventId e, std::string& out) const {
  if (sites_are_numbers_) {
    const fmt::format_int number(writer_.location(e));
    out.append(number.data(), number.size());
    return;
  }
  if (!trace_.site(e).exists()) {
    out += '?';
    return;
  }
  const Site& site = trace_.site_info(trace_.site(e));
  fmt::format_to(std::back_inserter(out), "{}:{}", trace_.text(site.file), site.line);
  if (site.column != 0) fmt::format_to(std::back_inserter(out), ":{}", site.column);
  if (const auto function = trace_.text(site.function); !function.empty())
    fmt::format_to(std::back_inserter(out), " {}", function);
}

void StdListing::append_note(EventId e, std::string& out) const {
  const Kind kind = trace_.kind(e);
  if (reads(kind)) {
    const uint32_t cells = trace_.location_of(e).cell_count;
    for (uint32_t k = 0; k < cells; ++k) {
      const EventId write = trace_.seen_write(e, k);
      if (k > 0 && write == trace_.seen_write(e, k - 1)) continue;
      if (k > 0) out += ", ";
      append_event(write, out);
    }
  } else if (kind == Kind::wait_end) {
    if (trace_.partner(e).exists()) append_event(trace_.partner(e), out);
  }
}

void StdListing::append_event(EventId other, std::string& out) const {
  if (!other.exists()) {
    out += "the initial contents";
    return;
  }
  const fmt::format_int number(other.value);
  out.append(number.data(), number.size());
  out += " of ";
  out += writer_.thread(trace_.thread(other));
}

}  // namespace foreweave
