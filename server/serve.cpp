#include "server/serve.h"

#include <filesystem>

#include "base/io/file.h"
#include "base/text/filled.h"
#include "server/desk.h"
#include "server/door.h"
#include "server/http.h"

namespace hanrei::server {
namespace {

namespace fs = std::filesystem;
using namespace workspace;

constexpr std::size_t kLeastSecret = 16;  // characters

/// Nothing: the file cannot be read, or has no secret, and that was said.
std::optional<std::string> secret_of(const std::string& path, const Io& io) {
  if (path.empty()) return "";
  const auto text = base::read_file(path, 4096);
  if (!text) {
    io.refuse(path, text.error().message);
    return std::nullopt;
  }
  std::string out = text->substr(0, text->find_first_of("\r\n"));
  const bool plain = std::ranges::all_of(out, [](char c) { return c > ' ' && c < 127; });
  if (out.size() >= kLeastSecret && plain) return out;
  io.refuse(path, base::filled("its first line has to have {0} characters or more, without spaces",
                               "最初の行は、空白のない {0} 文字以上でなければなりません",
                               {std::to_string(kLeastSecret)}));
  return std::nullopt;
}

std::string url(const std::string& address, int port) {
  const bool six = address.find(':') != std::string::npos;
  return "http://" + (six ? "[" + address + "]" : address) + ":" + std::to_string(port) + "/";
}

/// The folders of the games, by the names that they have in the database.
std::map<std::string, std::string> folders(const std::vector<std::string>& paths) {
  std::map<std::string, std::string> out;
  for (const std::string& folder : folders_of(find(paths))) {
    std::error_code ec;
    const fs::path real = fs::canonical(folder, ec);
    out.emplace((ec ? fs::path(folder) : real).filename().string(), folder);
  }
  return out;
}

}  // namespace

int serve(const ServeOptions& given, const CheckOptions& check, const Io& io) {
  if (!Listener::supported()) {
    io.say("this program was built without HTTP (cpp-httplib), and serves nothing",
           "このプログラムは HTTP（cpp-httplib）なしで作られており、サーバーになれません");
    return kWrongInput;
  }
  const auto secret = secret_of(given.secret_file, io);
  if (!secret) return kWrongInput;
  ServeOptions options = given;
  options.desk.database.paths = paths_of(options.desk.database);
  int code = kOk;
  auto bundle = gather_desk(options.desk, check, io, code);
  if (!bundle) return code;
  bundle->served = true;
  Opened db = open_database(options.desk.database, io);
  if (!db.store) return kWrongInput;
  Library library(std::move(db.store), folders(options.desk.database.paths), check.checker);
  Desk desk(*bundle, library);
  const Allowed allowed{options.address, *secret};
  Listener listener([&](const Request& request) { return at_the_door(request, allowed); },
                    [&](const Request& request) { return desk.answer(request); });
  const auto port = listener.bind(options.address, options.port);
  if (!port) {
    io.refuse(options.address + ":" + std::to_string(options.port), port.error().message);
    return kWrongInput;
  }
  if (secret->empty() && options.address != "127.0.0.1" && options.address != "::1" &&
      options.address != "localhost")
    io.say("whoever reaches this address may ask; --secret-file keeps others out",
           "このアドレスに届く人はだれでも問えます。--secret-file で絞れます");
  io.out << url(options.address, *port) << std::endl;
  static const std::atomic<int> never{0};
  listener.run(io.signal != nullptr ? *io.signal : never);
  return kOk;
}

}  // namespace hanrei::server
