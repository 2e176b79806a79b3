#include "rulings/store/tokenizer.h"

#include <algorithm>
#include <new>
#include <string_view>

#include "rulings/search/tokens.h"
#include "rulings/store/fts5.h"

namespace hanrei::rulings::store {
namespace {

using Room = std::vector<base::FoldedChar>;

int create(void*, const char**, int, Fts5Tokenizer** out) {
  *out = reinterpret_cast<Fts5Tokenizer*>(new (std::nothrow) Room);
  return *out == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}
void destroy(Fts5Tokenizer* t) { delete reinterpret_cast<Room*>(t); }

// A query arrives here as tokens that were cut already (search::phrase_of), with spaces between
// them: each is given back as it is.
int tokens_of_query(void* context, std::string_view text,
                    int (*use)(void*, int, const char*, int, int, int)) {
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    const std::size_t end = std::min(text.find(' ', i), text.size());
    if (const int r = use(context, 0, text.data() + i, static_cast<int>(end - i),
                          static_cast<int>(i), static_cast<int>(end));
        r != SQLITE_OK)
      return r;
    i = end;
  }
  return SQLITE_OK;
}

int tokenize(Fts5Tokenizer* t, void* context, int flags, const char* text, int size,
             int (*use)(void*, int, const char*, int, int, int)) {
  const std::string_view whole(text == nullptr ? "" : text, static_cast<std::size_t>(size));
  if (flags & FTS5_TOKENIZE_QUERY) return tokens_of_query(context, whole, use);
  int result = SQLITE_OK;
  try {
    search::each_token(whole, *reinterpret_cast<Room*>(t), [&](const search::Token& token) {
      result = use(context, token.same_place ? FTS5_TOKEN_COLOCATED : 0, token.text.data(),
                   static_cast<int>(token.text.size()), static_cast<int>(token.begin),
                   static_cast<int>(token.end));
      return result == SQLITE_OK;
    });
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (...) {
    return SQLITE_ERROR;
  }
  return result;
}

}  // namespace

int add_tokenizer(sqlite3* db) {
  fts5_api* api = nullptr;
  if (const int code = find_fts5(db, api); code != SQLITE_OK) return code;
  fts5_tokenizer tokenizer = {create, destroy, tokenize};
  return api->xCreateTokenizer(api, "hanrei", nullptr, &tokenizer, nullptr);
}

}  // namespace hanrei::rulings::store
