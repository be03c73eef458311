// An asynchronous parser stops at the first bad number; its exception comes out of get(), and only then its counter is read.
// guilty: race: the counter is printed before get()
#include <future>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

int main()
{
    const std::vector<std::string> input{"12", "7", "30", "oops", "4"};
    std::vector<int> numbers;
    int seen = 0;

    std::future<void> parsed = std::async(std::launch::async, [&] {
        for (const auto& s : input) {
            ++seen;
            numbers.push_back(std::stoi(s));
        }
    });

#ifdef GUILTY
    std::cout << "parsing, " << seen << " so far\n";
#endif
    try {
        parsed.get();
        return 1;
    } catch (const std::invalid_argument&) {
        std::cout << "bad number at position " << seen << ", " << numbers.size() << " were good\n";
    }
    return seen == 4 && numbers.size() == 3 ? 0 : 1;
}
