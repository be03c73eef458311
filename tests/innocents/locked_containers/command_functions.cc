// A table of std::function commands: a caller copies the function under the lock and calls the copy.
// guilty: uaf, race: the caller keeps a reference and calls it outside the lock while it is removed
#include <chrono>
#include <functional>
#include <iostream>
#include <latch>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

using Command = std::function<int(int)>;
std::unordered_map<std::string, Command> commands;
std::mutex commands_mutex;

int run(const std::string &name, int arg, std::latch &found) {
    std::unique_lock lock(commands_mutex);
#ifdef GUILTY
    const Command &cmd = commands.at(name);
#else
    const Command cmd = commands.at(name);
#endif
    lock.unlock();
    found.count_down();
    return cmd(arg);
}

int main() {
    std::string prefix = "a captured string that does not fit into the small buffer";
    commands["double"] = [](int x) { return 2 * x; };
    commands["length"] = [prefix](int x) { return static_cast<int>(prefix.size()) + x; };
    std::latch found(1);
    int r = 0;
    std::thread caller([&] { r = run("length", 1, found); });
    found.wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    {
        std::lock_guard guard(commands_mutex);
        commands.erase("length");
    }
    caller.join();
    std::cout << r << ", " << commands.size() << " command left\n";
    return r == 58 && commands.size() == 1 ? 0 : 1;
}
