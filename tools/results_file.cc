#include "results_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace foreweave {

namespace {

using Json = nlohmann::json;

bool is_id(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

// For messages: a damaged file may hold anything, of any length.
std::string shown(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() > 40 ? text.substr(0, 40) + "..." : text;
}

// The first thing that is wrong with the file is the one that gets told; after it every question
// has an empty answer, so that the reader need not look for failure at every step.
class ResultsReader {
 public:
  ResultsReader(const TraceFacts& facts, const std::string& file)
      : facts_(facts), trace_(facts.trace()), file_(file) {}

  Result<std::vector<ClaimedFinding>> read(std::string_view text) {
    const Json report = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (report.is_discarded()) return Error{"is not JSON", file_};
    if (!report.is_object()) return Error{"is JSON, but not a report of foreweave", file_};
    read_head(report);
    std::vector<ClaimedFinding> findings;
    for (const Json& finding : array(report, "findings", "the report")) {
      if (failed_) break;
      if (!is_of_recorded_run(finding)) findings.push_back(read_finding(finding, findings.size()));
    }
    if (failed_) return Error{*what_, file_};
    return findings;
  }

 private:
  void read_head(const Json& report) {
    const Json& version = member(report, "version", "the report");
    if (failed_) return;
    if (!version.is_number_integer() || (version != 1 && version != 2))
      return fail(
          fmt::format("has version {}, but only versions 1 and 2 are known here", shown(version)));
    is_first_version_ = version == 1;
    const Json& trace = member(report, "trace", "the report");
    const uint64_t events = number(trace, "events", "the report's trace");
    if (!failed_ && events != trace_.size())
      fail(fmt::format("is about a trace of {} events, but this trace has {}", events,
                       trace_.size()));
  }

  // It happened: there is nothing to prove.
  static bool is_of_recorded_run(const Json& finding) {
    return finding.is_object() && finding.contains("replay") && finding["replay"].is_object() &&
           finding["replay"].value("outcome", Json()) == "recorded";
  }

  ClaimedFinding read_finding(const Json& json, size_t index) {
    ClaimedFinding finding;
    finding.id = string(json, "id", fmt::format("finding number {}", index));
    // It is printed before our verdict; it must not be able to look like one.
    if (!failed_ && !is_id(finding.id))
      fail(fmt::format("finding number {} has a strange id", index));
    const std::string who = fmt::format("finding {}", finding.id);
    read_model(json, who, finding);
    read_claim(json, who, finding.claim);
    read_sites(json, who, finding.claim);
    finding.witness = read_witness(array(json, "witness", who), who + ": witness");
    return finding;
  }

  // Pieces, one after the other: events of the whole run as they were recorded, which only the
  // first can be; what one thread does; or what several do together, in the order of the trace.
  Reordering read_witness(const Json& pieces, const std::string& who) {
    uint32_t as_recorded = 0;
    std::vector<Segment> parts;
    done_.assign(trace_.thread_count(), 0);
    for (const Json& piece : pieces) {
      if (failed_) break;
      if (piece.is_object() && piece.contains("together") && !is_first_version_) {
        const Json& together = array(piece, "together", who);
        for (const Json& part : together) {
          if (failed_) break;
          parts.push_back(read_segment(part, who));
          parts.back().with_next = &part != &together.back();
        }
        if (!failed_ && together.empty()) fail(who + " has a piece of no thread");
      } else if (piece.is_object() && !piece.contains("thread") && !is_first_version_) {
        if (&piece != &pieces.front())
          fail(fmt::format("{} has events as recorded behind others", who));
        as_recorded = read_recorded(piece, who);
      } else {
        parts.push_back(read_segment(piece, who));
      }
    }
    return {as_recorded, std::move(parts)};
  }

  uint32_t read_recorded(const Json& piece, const std::string& who) {
    const EventId from = event(member(piece, "from", who), who);
    const EventId to = event(member(piece, "to", who), who);
    if (!failed_ && from.value != 0)
      fail(fmt::format("{} begins with event {} of the run", who, from.value));
    if (failed_) return 0;
    done_ = Reordering(to.value + 1, {}).done(trace_);
    return to.value + 1;
  }

  void read_model(const Json& json, const std::string& who, ClaimedFinding& finding) {
    const std::string model_name = string(json, "model", who);
    const std::string kind_name = string(json, "kind", who);
    if (failed_) return;
    const auto model = model_from_name(model_name);
    const auto kind = bug_kind_from_name(kind_name);
    if (!model) return fail(fmt::format("{}: there is no model \"{}\"", who, model_name));
    if (const auto why = facts_.why_not(*model))
      return fail(fmt::format("{}: nothing holds under the model {}: {}", who, model_name, *why));
    if (!kind) return fail(fmt::format("{}: there is no kind of bug \"{}\"", who, kind_name));
    finding.model = *model;
    finding.claim.kind = *kind;
  }

  void read_claim(const Json& json, const std::string& who, Claim& claim) {
    const Json& stated = member(json, "claim", who);
    for (const char* part : {"happen", "pending"}) {
      std::vector<EventId>& events = part[0] == 'h' ? claim.happen : claim.pending;
      for (const Json& entry : array(stated, part, who + ": claim"))
        events.push_back(event(entry, who));
    }
  }

  // What a person reads in the report must be what was claimed.
  void read_sites(const Json& json, const std::string& who, const Claim& claim) {
    std::vector<EventId> stated, claimed(claim.happen);
    claimed.insert(claimed.end(), claim.pending.begin(), claim.pending.end());
    for (const Json& site : array(json, "sites", who)) stated.push_back(read_site(site, who));
    if (json.is_object() && json.contains("related"))
      for (const Json& site : array(json, "related", who)) read_site(site, who);
    std::sort(stated.begin(), stated.end());
    std::sort(claimed.begin(), claimed.end());
    if (!failed_ && stated != claimed)
      fail(fmt::format("{}: its sites and its claim name different events", who));
  }

  EventId read_site(const Json& site, const std::string& who) {
    const EventId e = event(member(site, "event", who + ": site"), who);
    const uint64_t line = number(site, "line", who + ": site");
    const std::string thread = string(site, "thread", who + ": site");
    // The place is the program's own; where the event is exactly, the stack says, which has both.
    uint64_t exact = line;
    bool is_on_stack = true;
    if (!failed_ && site.contains("stack") && !array(site, "stack", who + ": site").empty()) {
      const Json& stack = site["stack"];
      exact = number(stack[0], "line", who + ": stack");
      is_on_stack = std::any_of(stack.begin(), stack.end(), [&](const Json& frame) {
        return number(frame, "line", who + ": stack") == line;
      });
    }
    if (failed_) return e;
    if (exact != trace_.site_info(trace_.site(e)).line || !is_on_stack)
      fail(fmt::format("{}: event {} is not on line {}", who, e.value, line));
    check_thread(e, thread, who);
    return e;
  }

  Segment read_segment(const Json& json, const std::string& who) {
    const EventId to = event(member(json, is_first_version_ ? "event" : "to", who), who);
    const std::string thread = string(json, "thread", who);
    if (failed_) return {};
    check_thread(to, thread, who);
    const ThreadId t = trace_.thread(to);
    const ThreadEvents events = trace_.events_of(t);
    uint32_t& done = done_[t.index()];
    // Missing if the report was made of one of version 1.
    if (json.contains("from")) {
      const EventId from = event(json["from"], who);
      if (!failed_ && (done == events.size() || events[done] != from))
        fail(fmt::format("{} goes on with event {} of thread {}, which is not its next there", who,
                         from.value, shown(json["thread"])));
    }
    done = events.index_from(to) + 1;
    return {t, done};
  }

  void check_thread(EventId e, const std::string& thread, const std::string& who) {
    // Reports replace bytes that are not UTF-8, so the trace's name has to go the same way.
    const Json own = std::string(trace_.thread_name(trace_.thread(e)));
    const Json stated = thread;
    auto text = [](const Json& j) {
      return j.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    if (text(own) != text(stated))
      fail(fmt::format("{}: event {} is not of thread {}", who, e.value, text(stated)));
  }

  EventId event(const Json& json, const std::string& who) {
    if (failed_) return EventId(0);
    if (!json.is_number_unsigned()) {
      fail(fmt::format("{}: {} is not the number of an event", who, shown(json)));
    } else if (json.get<uint64_t>() >= trace_.size()) {
      fail(fmt::format("{}: names event {}, but the trace has {}", who, json.get<uint64_t>(),
                       trace_.size()));
    } else {
      return EventId(json.get<uint32_t>());
    }
    return EventId(0);
  }

  const Json& member(const Json& object, const char* key, const std::string& whose) {
    static const Json nothing;
    if (failed_) return nothing;
    if (object.is_object() && object.contains(key)) return object[key];
    fail(fmt::format("{} has no \"{}\"", whose, key));
    return nothing;
  }
  const Json& array(const Json& object, const char* key, const std::string& whose) {
    static const Json empty = Json::array();
    const Json& value = member(object, key, whose);
    if (failed_) return empty;
    if (value.is_array()) return value;
    fail(fmt::format("\"{}\" of {} is not an array", key, whose));
    return empty;
  }
  std::string string(const Json& object, const char* key, const std::string& whose) {
    const Json& value = member(object, key, whose);
    if (!failed_ && !value.is_string())
      fail(fmt::format("\"{}\" of {} is not a string", key, whose));
    return failed_ ? std::string() : value.get<std::string>();
  }
  uint64_t number(const Json& object, const char* key, const std::string& whose) {
    const Json& value = member(object, key, whose);
    if (!failed_ && !value.is_number_unsigned())
      fail(fmt::format("\"{}\" of {} is not a number", key, whose));
    return failed_ ? 0 : value.get<uint64_t>();
  }

  void fail(std::string what) {
    if (!failed_) what_ = std::move(what);
    failed_ = true;
  }

  const TraceFacts& facts_;
  const Trace& trace_;
  const std::string& file_;
  bool is_first_version_ = false;
  std::vector<uint32_t> done_;  // by thread: its events in the witness so far
  bool failed_ = false;
  std::optional<std::string> what_;
};

}  // namespace

Result<std::vector<ClaimedFinding>> read_claimed_findings(std::string_view json,
                                                          const TraceFacts& facts,
                                                          const std::string& file) {
  return ResultsReader(facts, file).read(json);
}

}  // namespace foreweave
