// A getter returns a copy that is made under the lock.
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

class Name {
 public:
  std::string get() {
    std::lock_guard<std::mutex> guard(mutex_);
    return name_;
  }
  void set(std::string name) {
    std::lock_guard<std::mutex> guard(mutex_);
    name_ = std::move(name);
  }

 private:
  std::mutex mutex_;
  std::string name_ = "nobody";
};

int main() {
  Name name;
  std::thread setter([&] { name.set("somebody with a long name"); });
  std::string seen = name.get();
  setter.join();
  std::printf("%d %s\n", seen.empty(), name.get().c_str());
}
