// A getter locks, but returns a reference to what the lock guards.
#include <cstdio>
#include <mutex>
#include <thread>

class Thermometer {
 public:
  const int& degrees() {
    std::lock_guard<std::mutex> guard(mutex_);
    return degrees_;
  }
  void set(int degrees) {
    std::lock_guard<std::mutex> guard(mutex_);
    degrees_ = degrees;  // RACE
  }

 private:
  std::mutex mutex_;
  int degrees_ = 20;
};

int main() {
  Thermometer thermometer;
  std::thread setter([&] { thermometer.set(25); });
  int seen = thermometer.degrees();  // RACE
  setter.join();
  std::printf("%s\n", seen >= 20 ? "fine" : "odd");
}
