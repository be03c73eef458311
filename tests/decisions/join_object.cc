// As join.c: a thread that is done puts another one in its place.
// row: thread
// guilty: race: it does so too early
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

static std::mutex m;
int data;
static std::thread wanted, other;

static void leave_place() {
  const std::lock_guard hold(m);
  std::swap(wanted, other);
}

int main() {
  other = std::thread([] {});
  {
    const std::lock_guard hold(m);
    wanted = std::thread([] {
#ifdef GUILTY
      leave_place();
#endif
      data = 5;
#ifndef GUILTY
      leave_place();
#endif
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  m.lock();
  std::thread taken = std::move(wanted);
  m.unlock();
  taken.join();
  data = 7;
  if (wanted.joinable()) wanted.join();
  if (other.joinable()) other.join();
}
