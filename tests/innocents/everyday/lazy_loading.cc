// A dictionary is loaded when it is first needed, by whoever comes first.
// guilty: race: a hand-made check replaces call_once
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

using Dictionary = std::map<std::string, std::string>;

static std::once_flag loaded;
static std::unique_ptr<Dictionary> dictionary;

static void load() {
    auto fresh = std::make_unique<Dictionary>();
    (*fresh)["hund"] = "dog";
    (*fresh)["katze"] = "cat";
    (*fresh)["vogel"] = "bird";
    dictionary = std::move(fresh);
}

static std::string translate(const std::string& word) {
#ifdef GUILTY
    if (!dictionary) std::call_once(loaded, load);
#else
    std::call_once(loaded, load);
#endif
    auto it = dictionary->find(word);
    return it == dictionary->end() ? "?" : it->second;
}

int main() {
    std::string one, two;
    std::thread a([&one] { one = translate("hund"); });
    std::thread b([&two] { two = translate("vogel"); });
    a.join();
    b.join();
    std::printf("%s %s\n", one.c_str(), two.c_str());
    return one != "dog" || two != "bird";
}
