// A table lock finds the row, a row lock protects its content; the order is always table, then row.
// guilty: deadlock: renaming a row locks the row first
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Row { std::mutex mutex; std::string name; int value = 0; };

class Table {
public:
    std::shared_ptr<Row> insert(const std::string& name) {
        std::lock_guard<std::mutex> table(mutex_);
        auto& row = rows_[name];
        if (!row) { row = std::make_shared<Row>(); row->name = name; }
        return row;
    }
    int sum() {
        std::lock_guard<std::mutex> table(mutex_);
        int total = 0;
        for (auto& [name, row] : rows_) {
            std::lock_guard<std::mutex> guard(row->mutex);
            total += row->value;
        }
        return total;
    }
    void rename(const std::shared_ptr<Row>& row, const std::string& name) {
#ifdef GUILTY
        std::lock_guard<std::mutex> guard(row->mutex);
        std::lock_guard<std::mutex> table(mutex_);
#else
        std::lock_guard<std::mutex> table(mutex_);
        std::lock_guard<std::mutex> guard(row->mutex);
#endif
        rows_.erase(row->name);
        row->name = name;
        rows_[name] = row;
    }
private:
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Row>> rows_;
};

int main() {
    Table table;
    auto apples = table.insert("apples"), pears = table.insert("pears");
    std::thread a([&] {
        { std::lock_guard<std::mutex> guard(apples->mutex); apples->value = 3; }
        table.rename(apples, "red apples");
    });
    std::thread b([&] { std::printf("sum now %d\n", table.sum()); });
    a.join();
    b.join();
    return table.sum() != 3 || pears->name != "pears";
}
