// A schedule as a file: "fwsched" and a version, then one zstd frame of LEB128 numbers: threads
// (parent plus 1, child), segments (thread, steps since the thread's last segment, what it stands
// before), meeting plus 1, flags; and fwt_hash of all of these.
#include <zstd.h>

#include <cstring>
#include <utility>

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"
#include "events/fwt/coding/hash.h"
#include "replay/schedule/schedule.h"

namespace foreweave {

namespace {

constexpr std::string_view kMagic = "fwsched\x01";
constexpr uint64_t kMostBytes = uint64_t{1} << 30;

// Segments have the least number of steps that a thread's last segment had, or more: the difference
// is what is stored.
class Deltas {
 public:
  explicit Deltas(size_t threads) : done_(threads, 0) {}
  uint64_t& of(uint32_t thread) { return done_[thread]; }

 private:
  std::vector<uint64_t> done_;
};

Error damaged(std::string_view file) {
  return {"is not a schedule of this version, or is damaged", std::string(file)};
}

constexpr size_t kHashBytes = 8;

bool has_its_hash(std::span<const uint8_t> plain) {
  if (plain.size() < kHashBytes) return false;
  const size_t size = plain.size() - kHashBytes;
  return ByteReader(plain.subspan(size)).u64() == fwt_hash(plain.first(size));
}

}  // namespace

std::vector<uint8_t> encode(const Schedule& schedule) {
  ByteWriter out;
  out.varint(schedule.threads.size());
  for (const FwScheduledThread& thread : schedule.threads) {
    out.varint(uint32_t{thread.parent + 1u});
    out.varint(uint32_t{thread.child + 1u});
  }
  Deltas done(schedule.threads.size());
  out.varint(schedule.segments.size());
  for (const FwSegment& segment : schedule.segments) {
    out.varint(segment.thread);
    out.varint(segment.until - std::exchange(done.of(segment.thread), segment.until));
    out.varint(segment.stands_before);
  }
  out.varint(schedule.meeting + 1);
  out.varint(schedule.keeps_freed);
  out.u64(fwt_hash(out.written()));

  const std::span<const uint8_t> plain = out.written();
  std::vector<uint8_t> bytes(kMagic.size() + ZSTD_compressBound(plain.size()));
  std::memcpy(bytes.data(), kMagic.data(), kMagic.size());
  const size_t size = ZSTD_compress(bytes.data() + kMagic.size(), bytes.size() - kMagic.size(),
                                    plain.data(), plain.size(), 9);
  CHECK(!ZSTD_isError(size), "zstd refuses to compress");
  bytes.resize(kMagic.size() + size);
  return bytes;
}

Result<Schedule> decode_schedule(std::span<const uint8_t> bytes, std::string_view file) {
  if (bytes.size() < kMagic.size() || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    return damaged(file);
  bytes = bytes.subspan(kMagic.size());
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size > kMostBytes) return damaged(file);
  std::vector<uint8_t> plain(size);
  const size_t got = ZSTD_decompress(plain.data(), plain.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != plain.size() || !has_its_hash(plain)) return damaged(file);

  ByteReader in(std::span<const uint8_t>(plain).first(plain.size() - kHashBytes));
  Schedule schedule;
  for (uint64_t n = in.varint(); n > 0 && !in.failed(); --n) {
    const uint64_t parent = in.varint(), child = in.varint();
    if (parent > schedule.threads.size() || child > UINT32_MAX) return damaged(file);
    schedule.threads.push_back(
        {static_cast<uint32_t>(parent - 1), static_cast<uint32_t>(child - 1)});
  }
  Deltas done(schedule.threads.size());
  for (uint64_t n = in.varint(); n > 0 && !in.failed(); --n) {
    const uint64_t thread = in.varint(), steps = in.varint(), before = in.varint();
    if (thread >= schedule.threads.size() || before > FW_BEFORE_use) return damaged(file);
    uint64_t& until = done.of(static_cast<uint32_t>(thread));
    until += steps;
    schedule.segments.push_back(
        {until, static_cast<uint32_t>(thread), static_cast<uint32_t>(before)});
  }
  schedule.meeting = in.varint() - 1;
  schedule.keeps_freed = in.varint() != 0;
  if (in.failed() || in.left() != 0) return damaged(file);
  if (schedule.meeting != Schedule::kNoMeeting && schedule.meeting > schedule.segments.size())
    return damaged(file);
  return schedule;
}

}  // namespace foreweave
