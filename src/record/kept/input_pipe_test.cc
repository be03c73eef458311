#include "record/kept/input_pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace foreweave {
namespace {

constexpr uint64_t kPlenty = 1 << 20;

std::string read_to_end(int descriptor) {
  std::string all;
  char piece[1000];
  for (ssize_t n; (n = read(descriptor, piece, sizeof piece)) > 0;)
    all.append(piece, static_cast<size_t>(n));
  return all;
}

struct Source {
  Source() { EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0); }
  ~Source() {
    close(ends[0]);
    end();
  }
  void say(const std::string& text) const {
    EXPECT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void end() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

TEST(InputPipe, GivesWhatIsKeptAndThenEnds) {
  std::string kept(300'000, 'x');
  InputPipe pipe(kept, -1, kept.size());
  pipe.fill();
  EXPECT_EQ(read_to_end(pipe.reading_end()), std::string(300'000, 'x'));
  pipe.stop();
  EXPECT_TRUE(pipe.has_ended());
}

TEST(InputPipe, KeepsWhatComesBehindThat) {
  Source source;
  source.say("new");
  source.end();
  std::string kept = "old, ";
  InputPipe pipe(kept, source.ends[0], kPlenty);
  pipe.fill();
  EXPECT_EQ(read_to_end(pipe.reading_end()), "old, new");
  pipe.stop();
  EXPECT_EQ(kept, "old, new");
  EXPECT_TRUE(pipe.has_ended());
  EXPECT_FALSE(pipe.has_overflown());
}

TEST(InputPipe, PassesOnMoreThanItMayKeep) {
  Source source;
  source.say("0123456789");
  source.end();
  std::string kept;
  InputPipe pipe(kept, source.ends[0], 4);
  pipe.fill();
  EXPECT_EQ(read_to_end(pipe.reading_end()), "0123456789");
  pipe.stop();
  EXPECT_EQ(kept, "0123");
  EXPECT_TRUE(pipe.has_overflown());
}

TEST(InputPipe, ReadsNothingBeforeItIsFilled) {
  Source source;
  source.say("theirs");
  source.end();
  std::string kept;
  {
    InputPipe pipe(kept, source.ends[0], kPlenty);
    pipe.stop();
    EXPECT_FALSE(pipe.has_ended());
  }
  EXPECT_EQ(read_to_end(source.ends[0]), "theirs");
}

TEST(InputPipe, StopsWhileItWaits) {
  const Source source;
  std::string kept;
  InputPipe waits_for_more(kept, source.ends[0], kPlenty);
  waits_for_more.fill();
  waits_for_more.stop();
  EXPECT_FALSE(waits_for_more.has_ended());

  std::string much(1'000'000, 'x');
  InputPipe waits_for_a_reader(much, -1, much.size());
  waits_for_a_reader.fill();
  waits_for_a_reader.stop();
}

TEST(InputPipe, StopsWhenNobodyReads) {
  signal(SIGPIPE, SIG_DFL);
  const Source source;
  source.say("more");
  std::string kept(1'000'000, 'x');
  InputPipe pipe(kept, source.ends[0], 2 * kPlenty);
  pipe.let_go_of_reading_end();
  pipe.fill();
  pipe.stop();
  EXPECT_EQ(kept.size(), 1'000'000u);
}

}  // namespace
}  // namespace foreweave
