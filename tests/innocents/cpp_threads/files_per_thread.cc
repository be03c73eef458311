// Each thread writes and rereads a file of its own in a temporary directory and adds its size to a total under a mutex.
// guilty: race: the total is increased without the mutex
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;
std::mutex total_mutex;

int main()
{
    const fs::path dir = fs::temp_directory_path() / ("files_per_thread." + std::to_string(getpid()));
    fs::create_directory(dir);
    std::uintmax_t total = 0;
    int lines[3] = {};

    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&, i] {
            const fs::path file = dir / ("part" + std::to_string(i));
            {
                std::ofstream out(file);
                for (int k = 0; k <= i; ++k)
                    out << "line " << k << '\n';
            }
            std::ifstream in(file);
            for (std::string line; std::getline(in, line);)
                ++lines[i];
#ifndef GUILTY
            std::lock_guard<std::mutex> lock(total_mutex);
#endif
            total += fs::file_size(file);
        });
    for (auto& t : threads)
        t.join();

    fs::remove_all(dir);
    std::cout << total << " bytes in " << lines[0] + lines[1] + lines[2] << " lines\n";
    return lines[2] == 3 ? 0 : 1;
}
