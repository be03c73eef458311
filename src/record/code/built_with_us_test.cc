#include "record/code/built_with_us.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "capture/abi/log_format.h"
#include "capture/abi/note.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

// An executable with two notes, of which the second is ours.
struct File {
  Elf64_Ehdr head{};
  Elf64_Phdr segment{};
  uint32_t first[5] = {4, 4, 7, 0x554e47, 0};  // "GNU"
  FwNote ours{sizeof FW_NOTE_NAME, 4, FW_NOTE_TYPE, FW_NOTE_NAME, FW_ABI_VERSION};

  File() {
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_phoff = offsetof(File, segment);
    head.e_phnum = 1;
    segment.p_type = PT_NOTE;
    segment.p_offset = offsetof(File, first);
    segment.p_filesz = sizeof first + sizeof ours;
  }
  std::span<const uint8_t> bytes() const {
    return {reinterpret_cast<const uint8_t*>(this), sizeof *this};
  }
};

TEST(BuildOf, IsInTheNote) {
  File file;
  EXPECT_EQ(build_of(file.bytes()), Build::ours);
  file.ours.abi_version += 1;
  EXPECT_EQ(build_of(file.bytes()), Build::other_version);
  file.ours.name[0] = 'f';
  EXPECT_EQ(build_of(file.bytes()), Build::foreign);
}

TEST(BuildOf, BelievesNothing) {
  const File whole;
  for (size_t length = SELFMAG; length < sizeof whole; ++length)
    EXPECT_EQ(build_of(whole.bytes().first(length)), Build::foreign) << length;
  EXPECT_EQ(build_of(whole.bytes().first(3)), Build::no_program);
  File file;
  file.segment.p_offset = UINT64_MAX;
  EXPECT_EQ(build_of(file.bytes()), Build::foreign);
  file = File();
  file.first[0] = file.first[1] = UINT32_MAX;
  EXPECT_EQ(build_of(file.bytes()), Build::foreign);
  file = File();
  file.head.e_phoff = UINT64_MAX - 8;
  EXPECT_EQ(build_of(file.bytes()), Build::foreign);
}

class CanBeRecorded : public testing::Test {
 protected:
  CanBeRecorded() : folder_(testing::TempDir() + "/foreweave-build-" + std::to_string(::getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~CanBeRecorded() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, std::string_view bytes) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    ::chmod(path.c_str(), 0755);
    return path;
  }
  std::string put(const std::string& name, const File& file) {
    return put(name, {reinterpret_cast<const char*>(&file), sizeof file});
  }
  static std::string refusal(const std::vector<std::string>& command) {
    const Status status = can_be_recorded(command);
    return status ? "" : status.error().sentence();
  }

  std::string folder_;
};

TEST_F(CanBeRecorded, WhatHasTheRuntimeOrMayStartSuchAProgram) {
  const std::string ours = put("ours", File());
  File plain;
  plain.segment.p_type = PT_NULL;
  const std::string foreign = put("foreign", plain), script = put("script", "#!/bin/sh\n./ours\n");
  EXPECT_EQ(refusal({ours}), "");
  EXPECT_EQ(refusal({script}), "");
  EXPECT_EQ(refusal({foreign, "5", ours}), "");
  EXPECT_EQ(refusal({foreign, "--run=" + script}), "");
  EXPECT_EQ(refusal({foreign, "cd /; '" + ours + "' 3 >log"}), "");
  EXPECT_EQ(refusal({"sh", "-c", "./somewhere/else"}), "");
  EXPECT_EQ(refusal({folder_ + "/missing"}), "") << "who runs it says why it cannot";
}

TEST_F(CanBeRecorded, NothingElse) {
  File plain;
  plain.segment.p_type = PT_NULL;
  const std::string foreign = put("foreign", plain);
  EXPECT_THAT(refusal({foreign}), HasSubstr("foreign: was not built with foreweave-cc"));
  EXPECT_THAT(refusal({foreign, "a", "-x", foreign}), HasSubstr("it is not run"));
  std::ofstream(folder_ + "/data") << "text";
  EXPECT_NE(refusal({foreign, folder_ + "/data"}), "") << "data is no program";
  File old;
  old.ours.abi_version -= 1;
  EXPECT_THAT(refusal({put("old", old)}), HasSubstr("of another version"));
  EXPECT_THAT(refusal({"ls"}), HasSubstr("ls: was not built"));
}

}  // namespace
}  // namespace foreweave
