// What a report knows of the program: stacks, names, values, lines; and that JSON keeps all of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/bytes/file.h"
#include "base/bytes/sha256.h"
#include "report/describe/places.h"
#include "report/describe/source_lines.h"
#include "report/describe/source_names.h"
#include "report/describe/stacks.h"
#include "report/formats/json_report.h"
#include "report/formats/text_report.h"
#include "report/make/make_report.h"
#include "report/test_trace.h"

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NameInSource, IsTheVariableOrMemberThatTheCompilerPointsAt) {
  EXPECT_EQ(name_in_source("  return balance_;", 10), "balance_");
  EXPECT_EQ(name_in_source("  if (p->next != q)", 10), "next");
  EXPECT_EQ(name_in_source("  balance_ -= cents;", 12), "balance_");
  EXPECT_EQ(name_in_source("  total = 0;", 9), "total");
  EXPECT_EQ(name_in_source("  count++;", 8), "count");
  EXPECT_EQ(name_in_source("  return slots[i];", 10), "slots[...]");
  EXPECT_EQ(name_in_source("  slots[at[i]] = 1;", 16), "slots[...]");
  EXPECT_EQ(name_in_source("  return v->data[i];", 10), "data[...]");
  EXPECT_EQ(name_in_source("  return a.b[at[i]].c[2] + 1;", 10), "c[...]");
  EXPECT_EQ(name_in_source("  return v->size;", 10), "v");
  EXPECT_EQ(name_in_source("  return v->data[", 10), "v");
}

TEST(NameInSource, IsNothingWhereSomethingElseStands) {
  EXPECT_EQ(name_in_source("  return *p;", 10), "");
  EXPECT_EQ(name_in_source("  return f(x);", 10), "");
  EXPECT_EQ(name_in_source("  std::swap(a, b);", 3), "");
  EXPECT_EQ(name_in_source("  if (a == b)", 9), "");
  EXPECT_EQ(name_in_source("  return x;", 3), "");
  EXPECT_EQ(name_in_source("  abc;", 4), "") << "not inside a word";
  EXPECT_EQ(name_in_source("x", 0), "");
  EXPECT_EQ(name_in_source("x", 2), "");
}

TEST(SourceNames, AnObjectIsWhatItsMemberIsCalledOf) {
  EXPECT_EQ(receiver_in_source("  s.samples.push_back(v);", 13), "samples");
  EXPECT_EQ(receiver_in_source("  queue_->front();", 11), "queue_");
  EXPECT_EQ(receiver_in_source("  slots[i].get<int>();", 12), "slots[...]");
  EXPECT_EQ(receiver_in_source("  make().get();", 10), "");
  EXPECT_EQ(receiver_in_source("  push_back(v);", 3), "");
  EXPECT_EQ(receiver_in_source("  this->get();", 9), "");
  EXPECT_EQ(receiver_in_source("  s.samples;", 5), "");
}

TEST(LockNameInSource, IsTheArgumentOfWhatTakesTheLock) {
  EXPECT_EQ(lock_name_in_source("  pthread_mutex_lock(&queue->mutex);", 3), "queue->mutex");
  EXPECT_EQ(lock_name_in_source("  std::lock_guard<std::mutex> hold(mutex_);", 31), "mutex_");
  EXPECT_EQ(lock_name_in_source("  std::scoped_lock both{a.m, b.m};", 20), "a.m");
  EXPECT_EQ(lock_name_in_source("  pool.submit(job);", 8), "");
  EXPECT_EQ(lock_name_in_source("  lock(locks[i]);", 3), "");
  EXPECT_EQ(lock_name_in_source("  lock();", 3), "");
  EXPECT_EQ(lock_name_in_source("  lock(", 3), "");
}

TEST(Stacks, HoldTheCallsThatAThreadHasNotReturnedFrom) {
  TestTrace build;
  build.add(1, Kind::call, "", 1).add(2, Kind::call, "", 2).add(1, Kind::call, "", 3);
  build.add(1, Kind::write, "x", 4).add(1, Kind::return_, "", 5).add(1, Kind::write, "x", 6);
  build.add(1, Kind::return_, "", 7).add(1, Kind::return_, "", 8).add(1, Kind::write, "x", 9);
  const Trace trace = build.finish();
  const auto calls = calls_open_at(trace, std::vector{EventId(5), EventId(3), EventId(8)});
  EXPECT_THAT(calls[0], ElementsAre(EventId(0)));
  EXPECT_THAT(calls[1], ElementsAre(EventId(2), EventId(0)));
  EXPECT_THAT(calls[2], IsEmpty()) << "one return too many is no harm";
}

TEST(SourceNames, APartOfAVariableIsCalledByBothNames) {
  const std::string file = testing::TempDir() + "/part_of_a_variable.c";
  std::ofstream(file) << "  stats.count = 1;\n  return stats.count;\n  table[1] = 0;\n";
  ReportedFinding finding;
  finding.subject = "on stats+40";
  finding.objects.push_back({"stats+40", "", "global variable", 48, {}});
  const auto add = [&](const char* access, const char* operand, uint32_t line, uint32_t column) {
    ReportedEvent& site = finding.sites.emplace_back();
    site.access = access + std::string(" of ") + operand;
    site.operand = operand;
    site.place = {file, line, column, "f"};
  };
  add("write", "stats+40", 1, 15);
  add("read", "stats+40", 2, 16);
  add("write", "table+4", 3, 12);
  SourceLines sources({.trusts_paths = true});
  name_from_source(finding, sources);
  EXPECT_EQ(finding.subject, "on count in stats");
  EXPECT_EQ(finding.objects[0].name, "count in stats");
  EXPECT_EQ(finding.objects[0].address, "stats+40");
  EXPECT_EQ(finding.sites[0].access, "write of count in stats");
  EXPECT_EQ(finding.sites[2].access, "write of table+4");
}

TEST(SourceNames, ALockThatIsAMemberIsCalledByBothNames) {
  const std::string file = testing::TempDir() + "/lock_of_a_variable.cc";
  std::ofstream(file) << "  std::lock_guard guard(mutex_);\n  pthread_mutex_lock(&s->lock);\n"
                         "  std::lock_guard guard(given);\n";
  ReportedFinding finding;
  const auto add = [&](const char* operand, uint32_t line, uint32_t column) {
    StoryStep& step = finding.story.steps.emplace_back();
    step.text = std::string("acquire ") + operand;
    step.operand = operand;
    step.place = {file, line, column, "f"};
    step.locks = {operand};
  };
  add("settings", 1, 19);
  add("spool+40", 2, 3);
  add("other", 3, 19);  // it may be the lock itself, under another name
  SourceLines sources({.trusts_paths = true});
  name_locks_from_source(finding, sources);
  EXPECT_EQ(finding.story.steps[0].text, "acquire mutex_ in settings");
  EXPECT_EQ(finding.story.steps[0].locks[0], "mutex_ in settings");
  EXPECT_EQ(finding.story.steps[1].text, "acquire lock in spool");
  EXPECT_EQ(finding.story.steps[2].text, "acquire other");
}

TEST(Places, AreToldByTheProgramsOwnFunctionsWhereAHeaderIsAtWork) {
  const SourcePlace header{"/usr/include/c++/12/mutex", 99, 2, "lock()"};
  const SourcePlace unseen{"", 0, 0, "submit()"}, caller{"pool.cc", 91, 5, "work()"};
  EXPECT_EQ(at_place_text(caller, {caller}), "at pool.cc:91:5 in work()");
  EXPECT_EQ(at_place_text(header, {header, unseen, caller}), "at pool.cc:91:5 in work()");
  EXPECT_EQ(at_place_text(header, {header, caller}), "at pool.cc:91:5 in work()");
  EXPECT_EQ(at_place_text(header, {}), "at /usr/include/c++/12/mutex:99:2 in lock()");
}

TEST(Places, OfInlinedFunctionsHaveTheirCallsBehindThem) {
  TraceBuilder builder(SourceMap("prog.fwt", SourceMap::Unit::byte));
  const uint32_t thread = builder.add_thread("T1");
  const SiteId outer = builder.add_site("pool.cc", 91, 5, "work()");
  const SiteId inner = builder.add_site("pool.cc", 20, 7, "submit()");
  const SiteId header = builder.add_site("/usr/include/c++/12/mutex", 99, 2, "lock()");
  builder.set_inlined_at(inner, outer);
  builder.set_inlined_at(header, inner);
  RawEvent event;
  event.thread = thread;
  event.kind = Kind::write;
  event.site = header.value;
  event.size = 8;
  builder.add(event);
  const Trace trace = std::move(builder).finish();
  const Stack frames = inlined_frames(trace, trace.site(EventId(0)));
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0], (SourcePlace{"/usr/include/c++/12/mutex", 99, 2, "lock()", true}));
  EXPECT_EQ(frames[1], (SourcePlace{"pool.cc", 20, 7, "submit()", true}));
  EXPECT_EQ(frames[2], (SourcePlace{"pool.cc", 91, 5, "work()", false}));
  EXPECT_EQ(at_place_text(frames[0], frames), "at pool.cc:20:7 in submit()");
}

TEST(Places, HaveNoDetours) {
  const Trace trace = unprotected_writes("/usr/lib/gcc/12/../../include/tuple");
  EXPECT_EQ(place_of(trace, trace.site(EventId(0))).file, "/usr/lib/include/tuple");
}

// A folder with one source file, src/bank.cc.
class Sources : public testing::Test {
 protected:
  Sources() : folder_(testing::TempDir() + "/foreweave-sources-" + std::to_string(::getpid())) {
    std::filesystem::create_directories(folder_ + "/src");
    std::ofstream file(folder_ + "/src/bank.cc");
    for (int i = 1; i <= 100; ++i) file << "line " << i << (i == 50 ? "\xff" : "") << "\r\n";
  }
  ~Sources() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(Sources, AreFoundBelowARootByTheEndOfTheirPath) {
  SourceLines lines({.roots = {"/nowhere", folder_}});
  const SourcePlace place{"/build/machine/src/bank.cc", 50, 1, "f"};
  ASSERT_NE(lines.line(place), nullptr);
  EXPECT_EQ(*lines.line(place), "line 50\xef\xbf\xbd");
  EXPECT_EQ(lines.line({"/build/machine/src/bank.cc", 101, 1, "f"}), nullptr);
  lines.add(place);
  lines.add({"missing.cc", 1, 1, "g"});
  const std::vector<ReportedSource> sources = lines.read();
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_TRUE(sources[0].found());
  EXPECT_EQ(sources[0].lines.begin()->first, 42u);
  EXPECT_EQ(sources[0].lines.rbegin()->first, 58u);
  EXPECT_FALSE(sources[1].found());
}

TEST_F(Sources, AreShownOnlyIfTheyAreWhatTheCompilerSawOrTheUserSaysSo) {
  const std::string file = folder_ + "/src/bank.cc";
  const SourcePlace place{file, 1, 1, "f"};
  const auto state = [&](SourceRules rules) {
    SourceLines lines(std::move(rules));
    lines.add(place);
    const ReportedSource source = lines.read()[0];
    EXPECT_EQ(lines.line(place) != nullptr, source.found());
    EXPECT_EQ(source.lines.empty(), !source.found());
    return source.state;
  };
  SourceHashes right, wrong;
  right.add(file, sha256_hex(read_file(file).value().bytes()));
  wrong.add(file, std::string(64, '0'));
  EXPECT_EQ(state({}), SourceState::unknown);
  EXPECT_EQ(state({.trusts_paths = true}), SourceState::found);
  EXPECT_EQ(state({.hashes = right}), SourceState::found);
  EXPECT_EQ(state({.hashes = wrong}), SourceState::changed);
  EXPECT_EQ(state({.hashes = wrong, .trusts_paths = true}), SourceState::changed);
  EXPECT_EQ(state({.roots = {folder_}, .hashes = wrong}), SourceState::changed);
  EXPECT_EQ(state({.roots = {folder_}}), SourceState::found);
  // What was changed where it was compiled may be as it was below a root.
  std::filesystem::create_directories(folder_ + "/old/src");
  std::filesystem::copy_file(file, folder_ + "/old/src/bank.cc");
  std::ofstream(file) << "other\n";
  EXPECT_EQ(state({.hashes = right}), SourceState::changed);
  EXPECT_EQ(state({.roots = {folder_ + "/old"}, .hashes = right}), SourceState::found);
  std::filesystem::remove(file);
  EXPECT_EQ(state({.hashes = right}), SourceState::not_found);
}

TEST_F(Sources, AreNotFoundOutsideOfARoot) {
  std::ofstream(folder_ + "/secret.cc") << "secret\n";
  for (const char* file : {"../secret.cc", "a/../../secret.cc", "/a/../../secret.cc"}) {
    SourceLines lines({.roots = {folder_ + "/src"}});
    EXPECT_EQ(lines.line({file, 1, 1, "f"}), nullptr) << file;
  }
  SourceLines lines({.roots = {folder_}});
  EXPECT_NE(lines.line({"a/../secret.cc", 1, 1, "f"}), nullptr);
}

// Two threads, stacks, values, an allocation and names that are no UTF-8.
Trace rich_trace() {
  TraceBuilder builder(SourceMap("prog.fwt", SourceMap::Unit::byte));
  const uint32_t main = builder.add_thread("main"), worker = builder.add_thread("w\xfforker");
  const SiteId site = builder.add_site("bank.cc", 7, 3, "f(int)");
  const SiteId function = builder.add_site("bank.cc", 0, 0, "_Z4workv");
  const auto add = [&](uint32_t thread, Kind kind, uint64_t operand, uint64_t value) {
    RawEvent event;
    event.thread = thread;
    event.kind = kind;
    event.site = site.value;
    event.size = 4;
    event.flags = FW_FLAG_HAS_VALUE;
    event.operand = operand;
    event.value = value;
    builder.add(event);
  };
  add(main, Kind::acquire, 72, 0);
  add(main, Kind::allocate, 4096, 64);
  add(main, Kind::release, 72, 0);
  add(main, Kind::fork, worker, 0);
  add(main, Kind::acquire, 64, 0);
  add(main, Kind::write, 4100, 5);
  add(main, Kind::release, 64, 0);
  add(worker, Kind::call, 0, function.value);
  add(worker, Kind::acquire, 64, 0);
  add(worker, Kind::release, 64, 0);
  add(worker, Kind::write, 4100, 0xffffffff);
  return std::move(builder).finish();
}

Report rich_report(const Trace& trace) {
  Results results;
  results.trace_path = "my prog.fwt";
  results.can_replay = true;
  results.kinds = {BugKind::race};
  results.findings.emplace_back(
      trace, prove(trace, Claim::race(EventId(5), EventId(10)), events({0, 1, 2, 3, 7, 8, 9, 4})),
      "syncp");
  results.findings[0].set_replay({Replay::Outcome::confirmed, "", "the program hangs", 1, 2, ""});
  results.undecided.push_back(
      {"hb", UndecidedBug::Why::budget, Claim::race(EventId(5), EventId(10))});
  EngineRun& run = results.engines.emplace_back(EngineRun{.name = "m2", .note = "a note"});
  run.kinds.push_back({.kind = BugKind::race, .candidates = 2, .proved = 1, .left_out = 3});
  run.seconds = 0.25;
  results.engines.push_back({.name = "hb", .instances = 7, .site_pairs = 2, .site_pairs_cut = 1});
  return make_report(trace, results, {});
}

TEST(Report, KnowsStacksValuesLocksObjectsAndThreads) {
  const Trace trace = rich_trace();
  const Report report = rich_report(trace);
  const ReportedFinding& finding = report.findings.at(0);
  EXPECT_EQ(finding.status, FindingStatus::confirmed);
  EXPECT_EQ(finding.sites[0].value, "5");
  EXPECT_EQ(finding.sites[1].value, "0xffffffff");
  EXPECT_EQ(finding.sites[0].locks.at(0).event, 4u);
  ASSERT_EQ(finding.sites[1].stack.size(), 3u);
  EXPECT_EQ(finding.sites[1].stack[1].function, "work()");
  EXPECT_EQ(finding.objects.at(0).size, 64u);
  EXPECT_EQ(finding.objects.at(0).allocated->event, 1u);
  EXPECT_EQ(finding.objects.at(0).allocated->locks.at(0).event, 0u);
  EXPECT_EQ(report.thread_list.at(1).created_by, "main");
  EXPECT_EQ(finding.replay->command, "foreweave replay 'my prog.fwt' " + finding.id);
  EXPECT_THAT(finding.story.steps.back().locks, IsEmpty());
}

TEST(Report, IsTheSameAfterAWayThroughJson) {
  const Trace trace = rich_trace();
  Report report = rich_report(trace);
  report.notes = {"the program ended with status 5"};
  report.sources.push_back({"/a.c", SourceState::changed});
  report.sources.push_back({"/b.c", SourceState::unknown});
  const std::string json = json_report(report);
  const Result<Report> back = read_json_report(json, "r.json");
  ASSERT_TRUE(back.ok()) << back.error().sentence();
  EXPECT_EQ(json_report(back.value()), json);
  EXPECT_EQ(text_report(back.value(), {}), text_report(report, {}));
}

TEST(JsonReport, PrintsWitnessesLineByLineWhateverThreadsAreCalled) {
  const Trace trace = rich_trace();
  Report report = rich_report(trace);
  report.findings.resize(3, ReportedFinding(report.findings[0]));
  report.findings[1].witness = {};
  report.findings[0].witness = {
      0, {{"T1", 2, 3}, {"a \"b\" \\ c", 4, 4}, {"d\n\x7f", 5, 5}, {"M\xc3\xbcller", 6, 6}}};
  report.findings[2].witness = {7,
                                {{"T2", 7, 9}, {"T1", 8, 8, true}, {"T3", 10, 12}, {"T2", {}, 14}}};
  const std::string json = json_report(report);
  EXPECT_NE(json.find("      \"witness\": [\n        {\"thread\":\"T1\",\"from\":2,\"to\":3},\n"),
            std::string::npos);
  EXPECT_NE(json.find("        {\"from\":0,\"to\":6},\n"
                      "        {\"thread\":\"T2\",\"from\":7,\"to\":9},\n"
                      "        {\n"
                      "          \"together\": [\n"
                      "            {\"thread\":\"T1\",\"from\":8,\"to\":8},\n"),
            std::string::npos);
  EXPECT_NE(json.find("\"witness\": [],\n"), std::string::npos);
  const Result<Report> back = read_json_report(json, "r.json");
  ASSERT_TRUE(back.ok()) << back.error().sentence();
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(back.value().findings[i].witness, report.findings[i].witness);
}

TEST(JsonReader, ReadsTheFirstVersion) {
  const Trace trace = rich_trace();
  nlohmann::json json = nlohmann::json::parse(json_report(rich_report(trace)));
  json["version"] = 1;
  json["findings"][0]["witness"] = {{{"thread", "T1"}, {"event", 3}},
                                    {{"thread", "T2"}, {"event", 5}}};
  const Result<Report> back = read_json_report(json.dump(), "r.json");
  ASSERT_TRUE(back.ok()) << back.error().sentence();
  EXPECT_EQ(back.value().findings[0].witness, (ReportedWitness{0, {{"T1", {}, 3}, {"T2", {}, 5}}}));
}

// However long the trace: 20,000 switches before the race, then a few that differ.
TEST(Report, IsAsLongAsWhatItSays) {
  const auto size_with = [](int rounds) {
    TestTrace builder;
    for (int i = 0; i < rounds; ++i)
      builder.add(1, Kind::write, "a", 1).add(2, Kind::write, "b", 2).add(3, Kind::write, "c", 3);
    builder.add(3, Kind::write, "d", 4).add(1, Kind::write, "x", 5).add(2, Kind::write, "x", 6);
    const Trace trace = builder.finish();
    const uint32_t size = static_cast<uint32_t>(trace.size());
    Results results;
    results.trace_path = "t.std";
    Result<Proved> proved = check_witness(
        trace, {}, Claim::race(EventId(size - 2), EventId(size - 1)), Reordering(size - 3, {}));
    CHECK(proved.ok(), "a race");
    results.findings.emplace_back(trace, std::move(proved).value(), "m2");
    const Report report = make_report(trace, results, {});
    EXPECT_EQ(report.findings[0].story.events, size - 3);
    EXPECT_EQ(report.findings[0].story.segments, size - 3);
    EXPECT_LT(report.findings[0].story.steps.size(), 20u);
    return json_report(report).size();
  };
  EXPECT_LT(size_with(20'000), size_with(100) + 100);
}

TEST(JsonReader, SaysWhatIsWrong) {
  const auto complaint = [](const char* text) {
    const Result<Report> report = read_json_report(text, "r.json");
    return report.ok() ? std::string() : report.error().sentence();
  };
  EXPECT_EQ(complaint("{"), "r.json: is not JSON, so that it is no report of --format json");
  EXPECT_THAT(complaint("[]"), HasSubstr("not a report of foreweave"));
  EXPECT_THAT(complaint(R"({"version": 3, "findings": []})"), HasSubstr("version"));
  EXPECT_THAT(complaint(R"({"version": 1, "findings": 7})"), HasSubstr("\"findings\""));
  EXPECT_THAT(complaint(R"({"version": 1, "findings": [{"id": "x", "kind": "typo"}]})"),
              HasSubstr("no kind of bug \"typo\""));
  EXPECT_THAT(complaint(R"({"version": 1, "findings": [{"id": "x", "kind": "race"}]})"),
              HasSubstr("finding x has no sites"));
  EXPECT_THAT(complaint(R"({"version": 1, "findings": [{"id": 7, "kind": "race"}]})"),
              HasSubstr("\"id\" is not text"));
  EXPECT_THAT(complaint(R"({"version": 1, "findings": [], "trace": {"events": -1}})"),
              HasSubstr("\"events\""));
  EXPECT_EQ(complaint(R"({"version": 1, "findings": []})"), "");
}

}  // namespace
}  // namespace foreweave
