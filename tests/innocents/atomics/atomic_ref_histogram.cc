// Threads count letters into an ordinary array of ints through std::atomic_ref.
// guilty: race: one of the two counting loops increments the array directly
#include <atomic>
#include <cstdio>
#include <string_view>
#include <thread>

static int histogram[26];

static void count(std::string_view text)
{
    for (char c : text)
        std::atomic_ref<int>(histogram[c - 'a']).fetch_add(1, std::memory_order_relaxed);
}

static void count_backwards(std::string_view text)
{
    for (auto it = text.rbegin(); it != text.rend(); ++it)
#ifdef GUILTY
        ++histogram[*it - 'a'];
#else
        std::atomic_ref<int>(histogram[*it - 'a']).fetch_add(1, std::memory_order_relaxed);
#endif
}

int main()
{
    std::thread a(count, "thequickbrownfox");
    std::thread b(count_backwards, "jumpsoverthelazydog");
    a.join();
    b.join();
    std::printf("e: %d, o: %d\n", histogram['e' - 'a'], histogram['o' - 'a']);
    return 0;
}
