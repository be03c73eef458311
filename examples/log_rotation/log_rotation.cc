// A log that is written by one thread and rotated by another: rotation puts a fresh segment in
// place, archives the old one and frees it.
//
// The bug: append() takes the lock only to fetch the pointer to the current segment. The rotation
// can archive and free that segment while the line is still being written into it.
// The effect: the line is missing from the archive (exit status 1), or the number that append()
// reads out of the freed segment makes no sense and an assertion fails.
// An ordinary run: lines come in bursts, and the rotation falls into the pauses.
// The twin log_rotation_fixed.cc keeps the lock until the line is written.
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>
#include <thread>

using std::chrono::milliseconds;

struct Segment {
  explicit Segment(int n) : number(n) {}

  long number;
  size_t used = 0;
  char text[900];
};

class Log {
 public:
  ~Log() { delete current_; }

  // The number of the segment that the line went to.
  long append(std::string_view line) {
    Segment* segment = current();
    assert(segment->used + line.size() <= sizeof segment->text);           // BUG(uaf)
    std::memcpy(segment->text + segment->used, line.data(), line.size());  // BUG(uaf)
    segment->used += line.size();  // BUG(race): with archive(); and BUG(uaf)
    return segment->number;        // BUG(uaf): the segment may be gone
  }

  void rotate() {
    Segment* full;
    {
      const std::lock_guard lock(mutex_);
      full = current_;
      current_ = new Segment(++segments_);
    }
    archive(*full);
    delete full;  // BUG(uaf): append() may still have the pointer
  }

  // Only when nobody appends or rotates.
  size_t archived() const { return archived_; }

 private:
  Segment* current() {
    const std::lock_guard lock(mutex_);
    return current_;
  }
  void archive(const Segment& segment) {
    archived_ += segment.used;  // BUG(race): append() may still be writing
  }

  std::mutex mutex_;
  int segments_ = 1;
  Segment* current_ = new Segment(segments_);
  size_t archived_ = 0;
};

int main() {
  constexpr int kBursts = 3, kLines = 8;
  constexpr std::string_view kLine = "GET /index.html 200 1834 bytes\n";
  Log log;

  std::thread writer([&] {
    long last = 1;
    for (int burst = 0; burst < kBursts; ++burst) {
      for (int i = 0; i < kLines; ++i) {
        const long segment = log.append(kLine);
        assert(segment >= last && segment <= kBursts + 1);
        last = segment;
      }
      std::this_thread::sleep_for(milliseconds(20));
    }
  });
  std::thread rotator([&] {
    std::this_thread::sleep_for(milliseconds(10));
    for (int burst = 0; burst < kBursts; ++burst) {
      log.rotate();
      std::this_thread::sleep_for(milliseconds(20));
    }
  });
  writer.join();
  rotator.join();
  log.rotate();

  const size_t written = kBursts * kLines * kLine.size();
  std::printf("%zu bytes written, %zu archived\n", written, log.archived());
  return log.archived() == written ? 0 : 1;
}
