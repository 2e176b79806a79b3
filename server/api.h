// /api/v1: what a program asks, as JSON. docs/schema/openapi.json describes it, and is served.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "base/text/diagnostic.h"
#include "server/library.h"
#include "server/request.h"

namespace hanrei::server {

inline constexpr std::string_view kApi = "/api/v1/";
inline constexpr std::size_t kMostSessions = 64;

class Api {
 public:
  /// `lang`: of answers that do not ask for one.
  Api(Library& library, base::Lang lang) : library_(library), lang_(lang) {}

  /// The path begins with kApi.
  Response answer(const Request& request);

 private:
  /// A play that a program steps through.
  struct Session {
    std::uint64_t number = 0;
    std::string game;
    std::shared_ptr<const Situation> situation;
    std::string in_case;
    bool open = false;
    std::vector<std::size_t> taken;
  };
  /// What the body of a request says.
  struct Asked;

  base::Lang lang_of(const Request& request) const;
  Asked asked(const Request& request) const;
  Subject subject(const Asked& asked);

  Response games() const;
  Response described(const std::string& name) const;
  Response search(const Request& request);
  Response look_up(const Request& request, const std::string& kind, const std::string& name);
  Response check(const Request& request);
  Response ask(const Request& request);
  Response explain(const Request& request);
  Response edit(const Request& request);

  Response begin(const Request& request);
  Response session(const Request& request, const std::string& number, const std::string& what);
  Response take(const Request& request, Session session);
  Response declare(const Request& request, Session session, const std::string& declaration);
  Response told(const Session& session, base::Lang lang, int status) const;
  /// Where it stands now, if it still stands where this was worked out from; throws if not.
  void keep(const Session& session, const std::vector<std::size_t>& from);
  std::string game_of(const Request& request) const;

  Library& library_;
  const base::Lang lang_;
  std::mutex mutex_;             ///< of what follows
  std::list<Session> sessions_;  ///< the oldest first
  std::uint64_t begun_ = 0;
};

/// An answer that says in both languages what is wrong, as an object with `error`.
Response refused(const Refusal& why);

}  // namespace hanrei::server
