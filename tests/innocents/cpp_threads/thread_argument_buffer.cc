// Messages are formatted in one local buffer; each thread gets a std::string copy as its argument.
// guilty: race: the thread gets the char pointer and makes the string itself, while the buffer is reused
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex m;
static std::size_t characters = 0;

static void send(const std::string& message)
{
    std::lock_guard<std::mutex> lock(m);
    characters += message.size();
}

int main()
{
    char buffer[64];
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 10; ++k)
            buffer[k] = static_cast<char>('a' + i);
        buffer[10] = '\0';
#ifdef GUILTY
        threads.emplace_back(send, buffer);
#else
        threads.emplace_back(send, std::string(buffer));
#endif
    }
    for (auto& t : threads)
        t.join();
    std::printf("%zu characters\n", characters);
    return characters == 30 ? 0 : 1;
}
