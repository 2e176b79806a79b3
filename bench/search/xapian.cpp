// Xapian: its own n-grams of Chinese and Japanese over texts that were folded as ours are, BM25.
#include "peer.h"

#ifdef HANREI_BENCH_XAPIAN
#include <fmt/format.h>
#include <xapian.h>

#include "base/text/fold.h"
#include "base/text/unicode.h"

namespace hanrei::bench {
namespace {

// It keeps places of single characters only. So a word is its pairs, all of them, with the
// characters one after the other; one of two characters is a pair and no more.
Xapian::Query word(const std::string& text) {
  std::vector<base::FoldedChar> folded;
  base::fold_chars(text, folded);
  std::vector<std::string> runs, chars, pairs;
  bool wide_before = false, all_wide = true;
  for (const base::FoldedChar& f : folded) {
    std::string c;
    base::append_utf8(c, f.c);
    const bool separates = f.kind == base::CharClass::Separator;
    const bool wide = f.c >= 0x2e80 && !separates;
    if (separates) {
      wide_before = false;
      continue;
    }
    if (wide) {
      if (wide_before) pairs.push_back(chars.back() + c);
      chars.push_back(c);
    } else {
      all_wide = false;
      if (!chars.empty() && !wide_before && &f != &folded.front())
        chars.back() += c;
      else
        chars.push_back(c);
    }
    wide_before = wide;
  }
  if (all_wide && chars.size() == 2 && pairs.size() == 1) return Xapian::Query(pairs[0]);
  if (chars.size() == 1) return Xapian::Query(chars[0]);
  Xapian::Query out(Xapian::Query::OP_PHRASE, chars.begin(), chars.end(),
                    static_cast<Xapian::termcount>(chars.size()));
  if (!pairs.empty())
    out = Xapian::Query(Xapian::Query::OP_AND,
                        Xapian::Query(Xapian::Query::OP_AND, pairs.begin(), pairs.end()), out);
  return out;
}

class XapianPeer : public Peer {
 public:
  XapianPeer(const std::vector<Text>& texts, const std::string& folder) {
    Xapian::WritableDatabase to(folder, Xapian::DB_CREATE | Xapian::DB_NO_SYNC);
    Xapian::TermGenerator cut;
    cut.set_flags(Xapian::TermGenerator::FLAG_CJK_NGRAM);
    for (const Text& t : texts) {
      Xapian::Document d;
      cut.set_document(d);
      cut.set_termpos(0);
      for (const auto& [text, weight] :
           {std::pair{&t.title, kTitle}, std::pair{&t.question, kQuestion},
            std::pair{&t.answer, kAnswer}, std::pair{&t.cards, kCards}}) {
        cut.index_text(base::fold(*text), static_cast<Xapian::termcount>(weight));
        cut.increase_termpos();
      }
      to.add_document(d);
    }
    to.commit();
    to.close();
    db_ = Xapian::Database(folder);
  }

  std::optional<Answer> ask(const std::vector<std::string>& words, std::size_t limit) override {
    std::vector<Xapian::Query> all;
    for (const std::string& w : words) all.push_back(word(w));
    Xapian::Enquire enquire(db_);
    enquire.set_query(
        all.size() == 1 ? all[0] : Xapian::Query(Xapian::Query::OP_AND, all.begin(), all.end()));
    // The last argument has everything looked at, so that the number of hits is no estimate.
    const Xapian::MSet found =
        enquire.get_mset(0, static_cast<Xapian::doccount>(limit), db_.get_doccount());
    Answer out{found.get_matches_estimated(), {}};
    for (auto i = found.begin(); i != found.end(); ++i) out.best.push_back(*i - 1);
    return out;
  }

 private:
  Xapian::Database db_;
};

}  // namespace

std::unique_ptr<Peer> xapian(const std::vector<Text>& texts, const std::filesystem::path& folder) {
  return std::make_unique<XapianPeer>(texts, (folder / "xapian").string());
}

}  // namespace hanrei::bench
#else
namespace hanrei::bench {
std::unique_ptr<Peer> xapian(const std::vector<Text>&, const std::filesystem::path&) {
  return nullptr;
}
}  // namespace hanrei::bench
#endif
