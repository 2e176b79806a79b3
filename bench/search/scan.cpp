// A scan over folded texts in memory: nothing is ranked, nothing is missed.
#include <algorithm>
#include <cstring>

#include "base/text/fold.h"
#include "base/text/unicode.h"
#include "peer.h"

namespace hanrei::bench {
namespace {

class Scan : public Peer {
 public:
  explicit Scan(const std::vector<Text>& texts) {
    for (const Text& t : texts)
      folded_.push_back(base::fold(t.title + "\n" + t.question + "\n" + t.answer + "\n" + t.cards));
  }

  std::optional<Answer> ask(const std::vector<std::string>& words, std::size_t limit) override {
    std::vector<std::string> folded;
    for (const std::string& w : words) folded.push_back(base::fold(w));
    Answer out;
    for (std::size_t i = 0; i < folded_.size(); ++i) {
      if (!std::all_of(folded.begin(), folded.end(), [&](const std::string& w) {
            return memmem(folded_[i].data(), folded_[i].size(), w.data(), w.size()) != nullptr;
          }))
        continue;
      if (++out.hits <= limit) out.best.push_back(i);
    }
    return out;
  }

 private:
  std::vector<std::string> folded_;
};

}  // namespace

std::unique_ptr<Peer> scan(const std::vector<Text>& texts) { return std::make_unique<Scan>(texts); }

}  // namespace hanrei::bench
