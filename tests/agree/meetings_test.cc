// That patterns find the same whether or not cells where nobody can meet are left out before
// (patterns/passes/meeting_cells.h): in ordinary runs nothing is left out, they are too short for
// that.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "agree/draft.h"
#include "agree/random_trace.h"
#include "patterns/kinds/atomicity.h"
#include "patterns/kinds/race_candidates.h"
#include "patterns/passes/meeting_cells.h"

namespace foreweave::agree {
namespace {

struct Search {
  const char* name;
  Candidates (*find)(const Trace&, const PatternOptions&);
};
constexpr std::array<Search, 3> kSearches = {
    {{"races", find_races}, {"interruptions", find_interruptions}, {"crossings", find_crossings}}};

std::string as_text(const Candidates& found) {
  std::string text;
  for (const ClaimClass& c : found.classes) {
    text += std::to_string(c.instances) + ":";
    for (const Claim& claim : c.claims) {
      for (const EventId e : claim.happen) text += " " + std::to_string(e.value);
      text += " |";
      for (const EventId e : claim.pending) text += " " + std::to_string(e.value);
      text += ";";
    }
    text += "\n";
  }
  return text;
}

TEST(MeetingCells, AreAllThatPatternsNeed) {
  uint64_t found_something = 0, cells = 0, meeting = 0, swift_only = 0;
  for (uint64_t i = 0; i < 2'000; ++i) {
    RandomOptions random;
    random.max_events = i % 2 ? 20 : 40;
    random.short_lived = i % 3 == 0;
    random.unjoined = i % 7 == 0;
    if (i % 5) random.likely = i % 5 < 3 ? BugKind::atomicity : BugKind::race;
    const Draft draft = random_draft(random, Rng(77, i));
    const Trace trace = draft.build();
    for (const Model model : {Model::same_write, Model::branch})
      for (const bool with_unseen : {true, false})
        for (const uint32_t distance : {1u, 3u, 100u}) {
          const MeetingCells meetings = find_meeting_cells(trace, model, with_unseen, distance);
          // Whoever looks under a stricter model may use what is known of a weaker one.
          const MeetingCells weaker = find_meeting_cells(trace, Model::branch, false, distance);
          cells += trace.cell_count();
          for (uint32_t c = 0; c < trace.cell_count(); ++c) {
            meeting += meetings.unordered.contains(c);
            swift_only += meetings.swift.contains(c) && !meetings.unordered.contains(c);
          }
          for (const Search& search : kSearches)
            for (const bool forgive : {true, false}) {
              PatternOptions options{.model = model,
                                     .local_distance = distance,
                                     .forgive = forgive,
                                     .with_unseen = with_unseen};
              const std::string all = as_text(search.find(trace, options));
              found_something += !all.empty();
              for (const MeetingCells* known : {&meetings, &weaker}) {
                options.meetings = known;
                ASSERT_EQ(as_text(search.find(trace, options)), all)
                    << search.name << " " << name(model) << " distance " << distance << " forgive "
                    << forgive << " unseen " << with_unseen << "\n"
                    << describe(draft);
              }
            }
        }
  }
  EXPECT_GT(found_something, 3'000u);
  EXPECT_LT(meeting, cells / 2) << "something is left out";
  EXPECT_GT(swift_only, 100u);
}

// x is handed on by a condition that thread 1 waits for, y is not.
TEST(MeetingCells, AreWhereTheOrderIsNotCertain) {
  const Draft draft = draft_from({"0 fork 1", "1 acq l", "1 wait c", "1 rel l", "0 w x",
                                  "0 signal c", "0 w y", "1 wake c", "1 acq l", "1 r x", "1 w y"});
  const Trace trace = draft.build();
  ASSERT_EQ(trace.size(), 11u);
  const auto cell = [&](uint32_t e) { return trace.location_of(EventId(e)).first_cell.index(); };
  const MeetingCells meetings = find_meeting_cells(trace, Model::branch, true, 3);
  EXPECT_FALSE(meetings.unordered.contains(cell(4)));
  EXPECT_TRUE(meetings.unordered.contains(cell(6)));
  EXPECT_TRUE(meetings.swift.contains(cell(4))) << "two events of its own before";
  EXPECT_TRUE(meetings.swift.contains(cell(6)));
  EXPECT_FALSE(find_meeting_cells(trace, Model::branch, true, 1).swift.contains(cell(4)));
}

}  // namespace
}  // namespace foreweave::agree
