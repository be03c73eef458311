#include "record/kept/origin.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "events/build/trace_builder.h"
#include "record/kept/user_key.h"

namespace foreweave {
namespace {

namespace fs = std::filesystem;

// A user with a home of their own.
class Origin : public testing::Test {
 protected:
  Origin() : home_(testing::TempDir() + "/foreweave-home-" + std::to_string(::getpid())) {
    fs::remove_all(home_);
    fs::create_directories(home_);
    ::unsetenv("XDG_STATE_HOME");
    ::setenv("HOME", home_.c_str(), 1);
  }
  ~Origin() override { fs::remove_all(home_); }

  using Attachments = std::vector<Attachment>;
  static Trace trace_of(const Attachments& attachments) {
    TraceBuilder builder(SourceMap("a.fwt", SourceMap::Unit::byte));
    builder.add_thread("T1");
    for (const Attachment& a : attachments) builder.add_attachment(a.name, a.bytes);
    return std::move(builder).finish();
  }
  static Attachments signed_by(const UserKey& key, Attachments attachments) {
    OriginDigest digest;
    for (const Attachment& a : attachments) digest.add(a.name, a.bytes);
    attachments.push_back({std::string(kSignatureAttachment), digest.signature(key)});
    return attachments;
  }

  const Attachments plain_ = {{"command", std::string("./prog\0-x\0", 10)},
                              {"program", "/here/prog"},
                              {"program-hash", "abc"},
                              {"working-directory", "/here"},
                              {"environment", std::string("LANG=C\0", 7)},
                              {"environment-names", std::string("LANG\0", 5)},
                              {"standard-input", "hello"},
                              {"inputs", "1234"},
                              {"bitcode:a.c", "BC"}};
  std::string home_;
};

TEST_F(Origin, OfATraceWithTheUsersSignatureIsTheUser) {
  const auto key = make_user_key();
  ASSERT_TRUE(key);
  EXPECT_EQ(whose(trace_of(signed_by(*key, plain_))), Whose::ours);
  EXPECT_EQ(whose(trace_of(plain_)), Whose::unsigned_);
}

TEST_F(Origin, IsLostWithAnyChangeOfWhatWouldBeRun) {
  const Attachments good = signed_by(*make_user_key(), plain_);
  for (size_t i = 0; i < plain_.size(); ++i) {
    Attachments changed = good;
    changed[i].bytes += "x";
    const bool matters = good[i].name != "bitcode:a.c";
    EXPECT_EQ(whose(trace_of(changed)), matters ? Whose::others : Whose::ours) << good[i].name;
    Attachments shorter = good;
    shorter.erase(shorter.begin() + static_cast<long>(i));
    EXPECT_EQ(whose(trace_of(shorter)), matters ? Whose::others : Whose::ours) << good[i].name;
  }
  // Something that was not there when it was signed, and a second one of a name.
  for (const char* name : {"standard-input-file", "command", "origin-signature"}) {
    for (const bool is_first : {true, false}) {
      Attachments more = good;
      more.insert(is_first ? more.begin() : more.end(), {name, "touch"});
      EXPECT_EQ(whose(trace_of(more)), Whose::others) << name;
    }
  }
}

TEST_F(Origin, CannotBeClaimedWithAnotherKey) {
  make_user_key();
  UserKey other{};
  EXPECT_EQ(whose(trace_of(signed_by(other, plain_))), Whose::others);
  Attachments empty = plain_;
  empty.push_back({std::string(kSignatureAttachment), ""});
  EXPECT_EQ(whose(trace_of(empty)), Whose::others);
}

TEST_F(Origin, OfNobodyWithoutAHome) {
  const UserKey key = *make_user_key();
  const Trace trace = trace_of(signed_by(key, plain_));
  ::unsetenv("HOME");
  EXPECT_EQ(user_key_path(), "");
  EXPECT_FALSE(make_user_key());
  EXPECT_EQ(whose(trace), Whose::others);
  ::setenv("XDG_STATE_HOME", (home_ + "/.local/state").c_str(), 1);
  EXPECT_EQ(whose(trace), Whose::ours);
}

TEST_F(Origin, OfNobodyIfOthersCanReadTheKey) {
  const Trace trace = trace_of(signed_by(*make_user_key(), plain_));
  struct stat status;
  ASSERT_EQ(::stat(user_key_path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  ASSERT_EQ(::stat(fs::path(user_key_path()).parent_path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ::chmod(user_key_path().c_str(), 0640);
  EXPECT_EQ(whose(trace), Whose::others);
  ::chmod(user_key_path().c_str(), 0600);
  EXPECT_EQ(whose(trace), Whose::ours);
  std::ofstream(user_key_path(), std::ios::app) << "more";
  EXPECT_EQ(whose(trace), Whose::others);
}

TEST_F(Origin, KeyStaysTheSame) {
  const UserKey first = *make_user_key();
  EXPECT_EQ(*make_user_key(), first);
  fs::remove(user_key_path());
  EXPECT_NE(*make_user_key(), first);
}

TEST_F(Origin, KeyIsNotMadeInTheHomeOfAnotherUser) {
  // Whoever may give folders away does so; everybody else has the system's.
  const bool is_root = ::geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(::chown(home_.c_str(), 65534, 65534), 0);
  }
  const std::string others = is_root ? home_ : "/usr";
  ::setenv("XDG_STATE_HOME", others.c_str(), 1);
  EXPECT_FALSE(make_user_key());
  EXPECT_FALSE(fs::exists(others + "/foreweave"));
}

}  // namespace
}  // namespace foreweave
