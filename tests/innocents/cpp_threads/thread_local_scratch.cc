// A helper reverses words in a scratch buffer that every thread has for itself.
// guilty: race: the scratch buffer is a plain static
#include <iostream>
#include <string>
#include <thread>

#ifdef GUILTY
#define PER_THREAD static
#else
#define PER_THREAD thread_local
#endif

static const char* reversed(const char* word)
{
    PER_THREAD char scratch[32];
    std::size_t n = std::char_traits<char>::length(word);
    for (std::size_t i = 0; i < n; ++i)
        scratch[i] = word[n - 1 - i];
    scratch[n] = '\0';
    return scratch;
}

int main()
{
    std::string a, b;
    std::thread t1([&] { a = reversed("drawer"); });
    std::thread t2([&] { b = reversed("stressed"); });
    t1.join();
    t2.join();
    std::cout << a << ' ' << b << '\n';
}
