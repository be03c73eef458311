// Two threads write two neighbouring members of one struct, which are separate memory locations.
// guilty: race: the members are bit-fields of one unit
#include <cstdio>
#include <thread>

struct Status {
#ifdef GUILTY
    unsigned char lines : 4;
    unsigned char words : 4;
#else
    unsigned char lines;
    unsigned char words;
#endif
};

int main()
{
    Status status{};
    std::thread count_lines([&] {
        for (int i = 0; i < 5; ++i)
            status.lines = static_cast<unsigned char>(i + 1) & 15;
    });
    std::thread count_words([&] {
        for (int i = 0; i < 5; ++i)
            status.words = static_cast<unsigned char>(2 * i + 1) & 15;
    });
    count_lines.join();
    count_words.join();
    std::printf("%d lines, %d words\n", status.lines, status.words);
    return 0;
}
