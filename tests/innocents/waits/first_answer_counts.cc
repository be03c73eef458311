// Two servers are asked, and the first answer is taken.
// guilty: atomicity,failure: the second one is given, too
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

static std::promise<int> answer;
static std::atomic<bool> is_answered{false};

static void serve(int number) {
  std::this_thread::sleep_for(std::chrono::microseconds(number == 2 ? 100 : 0));
#ifdef GUILTY
  if (is_answered) return;
  is_answered = true;
#else
  if (is_answered.exchange(true)) return;
#endif
  answer.set_value(number);
}

int main() {
  std::thread first(serve, 1), second(serve, 2);
  const int number = answer.get_future().get();
  first.join();
  second.join();
  return number == 1 || number == 2 ? 0 : 1;
}
