// A result and a notification that come when the thread is over, thread-local objects included.
// guilty: race: the result comes at once, before the thread-local objects are destroyed
// rows: at_thread_exit
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <thread>

int destroyed, notified;
std::mutex lock;
std::condition_variable changed;

struct Session {
  int used = 0;
  ~Session() { destroyed += used; }
};
thread_local Session session;

void work(std::promise<int> result) {
  session.used = 1;
#ifdef GUILTY
  result.set_value(3);
#else
  result.set_value_at_thread_exit(3);
#endif
}

void announce() {
  std::unique_lock<std::mutex> held(lock);
  notified = 1;
  std::notify_all_at_thread_exit(changed, std::move(held));
}

int main() {
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  std::thread a(work, std::move(promise)), b(announce);
  const int value = result.get();
  const int seen = destroyed;
  {
    std::unique_lock<std::mutex> held(lock);
    changed.wait(held, [] { return notified == 1; });
  }
  a.join();
  b.join();
  std::printf("%d\n", value);
  return value == 3 && seen <= 1 ? 0 : 1;
}
