// Groonga in this process: TokenBigram over the texts as they are, with the normalizer that is
// nearest to our folding (NFKC, hiragana and katakana alike). It is asked by its own `select`,
// ranked by its score.
#include "peer.h"

#ifdef HANREI_BENCH_GROONGA
#include <fmt/format.h>
#include <groonga.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hanrei::bench {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return out;
}

class Groonga : public Peer {
 public:
  Groonga(const std::vector<Text>& texts, const std::string& file) {
    grn_init();
    context_ = grn_ctx_open(0);
    if (grn_db_create(context_, file.c_str(), nullptr) == nullptr)
      throw std::runtime_error("groonga: " + file + " cannot be made");
    send("table_create Rulings TABLE_NO_KEY");
    for (const char* column : {"title", "question", "answer", "cards"})
      send(fmt::format("column_create Rulings {} COLUMN_SCALAR Text", column));
    for (std::size_t i = 0; i < texts.size();) {
      nlohmann::json rows = nlohmann::json::array();
      for (const std::size_t end = std::min(i + 1000, texts.size()); i < end; ++i)
        rows.push_back({{"title", texts[i].title},
                        {"question", texts[i].question},
                        {"answer", texts[i].answer},
                        {"cards", texts[i].cards}});
      send("load --table Rulings");
      send(rows.dump());
    }
    send(
        "table_create Terms TABLE_PAT_KEY ShortText --default_tokenizer TokenBigram --normalizer "
        "'NormalizerNFKC150(\"unify_kana\", true)'");
    send(
        "column_create Terms words COLUMN_INDEX|WITH_SECTION|WITH_POSITION Rulings "
        "title,question,answer,cards");
  }
  ~Groonga() override {
    grn_ctx_close(context_);
    grn_fin();
  }

  std::optional<Answer> ask(const std::vector<std::string>& words, std::size_t limit) override {
    std::string query;
    for (const std::string& w : words) {
      query += query.empty() ? "\"" : " \"";
      for (const char c : w)
        query += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
      query += '"';
    }
    const std::string columns = fmt::format("title*{}||question*{}||answer*{}||cards*{}", kTitle,
                                            kQuestion, kAnswer, kCards);
    const std::string got =
        send(fmt::format("/d/"
                         "select?table=Rulings&match_columns={}&query={}&sort_keys=-_score&output_"
                         "columns=_id&limit={}&cache=no",
                         escaped(columns), escaped(query), limit));
    const auto rows = nlohmann::json::parse(got).at(0);  // [[hits], columns, row, row …]
    Answer out{rows.at(0).at(0).get<std::size_t>(), {}};
    for (std::size_t i = 2; i < rows.size(); ++i)
      out.best.push_back(rows[i].at(0).get<std::size_t>() - 1);
    return out;
  }

 private:
  std::string send(const std::string& command) {
    grn_ctx_send(context_, command.data(), static_cast<unsigned>(command.size()), 0);
    char* text = nullptr;
    unsigned size = 0;
    int flags = 0;
    grn_ctx_recv(context_, &text, &size, &flags);
    if (context_->rc != GRN_SUCCESS)
      throw std::runtime_error(fmt::format("groonga: {}", context_->errbuf));
    return text == nullptr ? "" : std::string(text, size);
  }
  grn_ctx* context_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> groonga(const std::vector<Text>& texts, const std::filesystem::path& folder) {
  return std::make_unique<Groonga>(texts, (folder / "groonga.db").string());
}

}  // namespace hanrei::bench
#else
namespace hanrei::bench {
std::unique_ptr<Peer> groonga(const std::vector<Text>&, const std::filesystem::path&) {
  return nullptr;
}
}  // namespace hanrei::bench
#endif
