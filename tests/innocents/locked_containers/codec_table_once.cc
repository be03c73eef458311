// A table of codecs is built by whoever needs it first, with std::call_once, and is read-only afterwards.
// guilty: race: a plain bool says whether the table has been built
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::map<std::string, int> codecs;

static void build_codecs() {
    codecs = {{"utf-8", 1}, {"latin-1", 2}, {"utf-16", 3}, {"ascii", 4}};
}

int find_codec(const std::string &name) {
#ifdef GUILTY
    static bool built = false;
    if (!built) {
        build_codecs();
        built = true;
    }
#else
    static std::once_flag built;
    std::call_once(built, build_codecs);
#endif
    auto it = codecs.find(name);
    return it == codecs.end() ? 0 : it->second;
}

int main() {
    int found[3] = {};
    std::vector<std::thread> threads;
    const char *names[] = {"utf-8", "ascii", "klingon"};
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&, i] { found[i] = find_codec(names[i]); });
    for (auto &t : threads)
        t.join();
    std::cout << found[0] << found[1] << found[2] << '\n';
    return found[0] == 1 && found[1] == 4 && found[2] == 0 ? 0 : 1;
}
