// Any bytes as STD text: read or refused in one sentence; what is read can be validated, listed and
// written again, and reading that gives the same events.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "events/std/format.h"
#include "events/std/listing.h"
#include "events/reading/validate.h"

namespace foreweave {
namespace {

void check_sentence(const Error& error) {
  const std::string sentence = error.sentence();
  CHECK(!sentence.empty() && sentence.find('\n') == sentence.npos, "an error is one sentence");
  CHECK(error.where.starts_with("fuzz.std"), "an error says where");
}

std::string described(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  std::string out = fmt::format("{} {} {}", info(kind).name, trace.thread(e).value,
                                trace.site_info(trace.site(e)).line);
  if (is_access(kind)) {
    const Location& location = trace.location_of(e);
    out += fmt::format(" {} {}", location.first_cell.value, location.object.value);
    if (reads(kind)) out += fmt::format(" {}", trace.seen_write(e).value);
  } else if (operand_of(kind) != Operand::none) {
    out += fmt::format(" {} {}", trace.object(e).value, trace.partner(e).value);
  }
  if (trace.has_value(e)) out += fmt::format(" {}", trace.value(e));
  return out;
}

void round_trip(const Trace& trace) {
  uint64_t left_out = 0;
  const std::string written = write_std(trace, &left_out);
  CHECK(left_out == 0, "STD says all that came from STD");
  const Result<Trace> again = read_std(written, "fuzz.std");
  CHECK(again.ok(), "what was written can be read");
  CHECK(again.value().size() == trace.size(), "no event appears or disappears");
  for (uint32_t e = 0; e < trace.size(); ++e)
    CHECK(described(trace, EventId(e)) == described(again.value(), EventId(e)),
          "events stay the same");
  CHECK(write_std(again.value()) == written, "writing again gives the same text");
  CHECK(validate(trace).ok() == validate(again.value()).ok(), "valid traces stay valid");
}

void list(const Trace& trace) {
  const StdListing listing(trace);
  std::string text;
  for (uint32_t e = 0; e < trace.size(); ++e) {
    listing.append_line(EventId(e), text);
    text += std_line(trace, EventId(e));
  }
}

}  // namespace
}  // namespace foreweave

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreweave;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Trace> trace = read_std(text, "fuzz.std");
  if (!trace) {
    check_sentence(trace.error());
    return 0;
  }
  if (const Status status = validate(trace.value()); !status) check_sentence(status.error());
  list(trace.value());
  round_trip(trace.value());
  return 0;
}
