// hanrei mcp: what an assistant may ask of games, by the Model Context Protocol on standard input
// and output. Each tool is a command that only reads; its answer is what the command prints.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>

#include "base/io/file.h"
#include "base/text/filled.h"
#include "cli/servers.h"
#include "cli/standard_input.h"
#include "lsp/rpc.h"
#include "workspace/workspace.h"

namespace hanrei::cli {
namespace {

using base::Json;
using base::JsonWriter;
using lsp::Failure;

/// Longer lines are passed over.
constexpr std::size_t kMostLine = std::size_t{16} << 20;

struct Argument {
  const char *name, *en, *ja;
  bool must = false;
  int most = 0;  ///< a number from 1 to this; 0: a text
};
struct Tool {
  const char *name, *en, *ja;
  std::vector<Argument> arguments;
};

const std::vector<Tool>& tools() {
  static const std::vector<Tool> all = {
      {"search",
       "find rulings by a question in any words, exact words in quotes, or filters such as "
       "card:NAME; each with the clauses it cites",
       "ふだんの言葉での問い、\"語句\"、card:NAME などの絞込みで裁定を探す。引用する条項も示す",
       {{"query", "the question", "問い", true},
        {"limit", "most rulings to show", "示す裁定の上限", false, 1000}}},
      {"show",
       "a card, a clause or a ruling by its name, with its words",
       "名前でカード・条項・裁定を、その文面とともに示す",
       {{"name", "the name", "名前", true}}},
      {"ask",
       "what can happen in a situation: every outcome with one timing order, and the clauses of "
       "each step",
       "ある状況で何が起こりうるか。結果をすべて、処理順序と各段階の条項を添えて示す",
       {{"file", "the XML file of the situation, in the folder of its game",
         "状況の XML ファイル。ゲームのフォルダの中にあるもの", true}}},
      {"explain",
       "the timing order that confirms or refutes each claim of a ruling, and the clauses the "
       "verdict rests on",
       "裁定の各主張を確認または反証する処理順序と、判定の根拠となる条項",
       {{"id", "id of the ruling; * stands for anything", "裁定の ID。* などを使える", true}}},
      {"check",
       "question rulings and say how each stands; without an id all of them, which takes minutes",
       "裁定を検査し、成り立つかどうかを示す。ID がなければすべて（数分かかる）",
       {{"id", "id of the rulings; * stands for anything", "裁定の ID。* などを使える"}}},
  };
  return all;
}

/// Lines of standard input.
class Lines {
 public:
  explicit Lines(lsp::Input& input) : input_(input) {}

  /// Nothing at the end of the input. Too long a line comes as an empty one, and `refused`.
  std::optional<std::string> next(bool& refused) {
    refused = false;
    for (std::size_t from = 0;;) {
      const std::size_t end = buffer_.find('\n', from);
      if (end != std::string::npos) {
        std::string out = refused ? "" : buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return out;
      }
      if (buffer_.size() > kMostLine) {
        buffer_.clear();
        refused = true;
      }
      from = buffer_.size();
      char block[65536];
      const std::size_t n = input_.read(block, sizeof block);
      if (n == 0) return std::nullopt;
      buffer_.append(block, n);
    }
  }

 private:
  lsp::Input& input_;
  std::string buffer_;
};

class Server {
 public:
  Server(const std::vector<std::string>& paths, const Io& io) : paths_(paths), io_(io) {}

  void take(const std::string& body) {
    std::optional<Json> id;
    try {
      const lsp::Request request = lsp::read_request(body);
      id = request.id;
      if (id && !request.method.empty()) say(lsp::answer(*id, asked(request)));
    } catch (const Failure& why) {
      say(lsp::failure(id, why, io_.lang));
    }
  }
  void refuse() {
    say(lsp::failure(std::nullopt,
                     {lsp::kInvalidRequest, base::in_both("the message is larger than 16 MiB",
                                                          "メッセージが 16 MiB を超えています")},
                     io_.lang));
  }

 private:
  using Result = std::function<void(JsonWriter&)>;

  void say(const std::string& body) { io_.out << body << "\n" << std::flush; }
  const char* word(const char* en, const char* ja) const {
    return io_.lang == base::Lang::Ja ? ja : en;
  }

  Result asked(const lsp::Request& r) {
    if (r.method == "ping")
      return [](JsonWriter& w) {
        w.begin_object();
        w.end_object();
      };
    if (r.method == "initialize") return initialized(r.params);
    if (r.method == "tools/list") return listed();
    if (r.method == "tools/call") return called(r.params);
    throw lsp::no_method(r.method);
  }

  static Result initialized(const Json& params) {
    std::string version = "2025-11-25";
    const Json* wanted = params.find("protocolVersion");
    for (const char* known : {"2024-11-05", "2025-03-26", "2025-06-18"})
      if (wanted != nullptr && wanted->string == known) version = known;
    return [version](JsonWriter& w) {
      w.begin_object();
      w.member("protocolVersion", version);
      w.key("capabilities");
      w.begin_object();
      w.key("tools");
      w.begin_object();
      w.end_object();
      w.end_object();
      lsp::write_server_info(w);
      w.end_object();
    };
  }

  Result listed() const {
    return [this](JsonWriter& w) {
      w.begin_object();
      w.key("tools");
      w.begin_array();
      for (const Tool& t : tools()) {
        w.begin_object();
        w.member("name", t.name);
        w.member("description", word(t.en, t.ja));
        w.key("inputSchema");
        w.begin_object();
        w.member("type", "object");
        w.key("properties");
        w.begin_object();
        std::vector<std::string> must;
        for (const Argument& a : t.arguments) {
          w.key(a.name);
          w.begin_object();
          w.member("type", a.most == 0 ? "string" : "integer");
          w.member("description", word(a.en, a.ja));
          if (a.most != 0) {
            w.member("minimum", 1);
            w.member("maximum", a.most);
          }
          w.end_object();
          if (a.must) must.emplace_back(a.name);
        }
        w.end_object();
        w.member("required", must);
        w.member("additionalProperties", false);
        w.end_object();
        w.key("annotations");
        w.begin_object();
        w.member("readOnlyHint", true);
        w.end_object();
        w.end_object();
      }
      w.end_array();
      w.end_object();
    };
  }

  /// The value of an argument; empty: it is not given.
  static std::string given(const Json* arguments, const Argument& a) {
    const Json* value = arguments == nullptr ? nullptr : arguments->find(a.name);
    if (value == nullptr && !a.must) return "";
    if (value != nullptr && value->is(Json::Kind::Int)) return std::to_string(value->integer);
    if (value == nullptr || !value->is(Json::Kind::String) || value->string.empty())
      throw Failure{lsp::kInvalidParams,
                    a.most == 0 ? base::filled("the argument {0} is not given as text",
                                               "引数 {0} が文字列として与えられていません",
                                               {"`" + std::string(a.name) + "`"})
                                : base::filled("the argument {0} is no whole number",
                                               "引数 {0} が整数ではありません",
                                               {"`" + std::string(a.name) + "`"})};
    return value->string;
  }

  /// The command line. What an assistant gives is never an option of it, nor a path out of the
  /// games.
  std::vector<std::string> command(const Tool& tool, const Json* arguments) const {
    if (arguments != nullptr)
      for (const base::Member& m : arguments->members)
        if (std::ranges::none_of(tool.arguments,
                                 [&](const Argument& a) { return m.key == a.name; }))
          throw Failure{lsp::kInvalidParams,
                        base::filled("there is no argument {0}", "{0} という引数はありません",
                                     {"`" + m.key + "`"})};
    const std::string name = tool.name, first = given(arguments, tool.arguments.front());
    std::vector<std::string> out{"--lang", io_.lang == base::Lang::Ja ? "ja" : "en", "--color",
                                 "never", name};
    std::vector<std::string> paths = paths_;
    std::error_code none;
    const auto out_of = [&](const std::string& path) {
      return std::ranges::none_of(
          paths_, [&](const std::string& game) { return base::stays_within(path, game); });
    };
    if (name == "check" || name == "explain") {
      if (!first.empty()) out.push_back("--id=" + first);
      if (name == "check") out.emplace_back("--no-cache");
    } else if (name == "ask") {
      if (!std::filesystem::is_regular_file(first, none) || out_of(first))
        throw Failure{
            lsp::kInvalidParams,
            base::filled("{0} is no file of the games that are served",
                         "{0} は、扱っているゲームのファイルではありません", {"`" + first + "`"})};
      paths = {first};
    } else {
      if (name == "show" && std::filesystem::exists(first, none))
        throw Failure{lsp::kInvalidParams,
                      base::filled("{0} is a path, not a name", "{0} は名前ではなくパスです",
                                   {"`" + first + "`"})};
      if (tool.arguments.size() > 1)
        if (const std::string limit = given(arguments, tool.arguments[1]); !limit.empty())
          out.push_back("--limit=" + limit);
      paths.insert(paths.begin(), first);
    }
    out.emplace_back("--");
    out.insert(out.end(), paths.begin(), paths.end());
    return out;
  }

  Result called(const Json& params) {
    const std::string name = lsp::text_at(params, {"name"});
    const auto tool = std::ranges::find_if(tools(), [&](const Tool& t) { return name == t.name; });
    if (tool == tools().end())
      throw Failure{
          lsp::kInvalidParams,
          base::filled("there is no tool {0}", "{0} というツールはありません", {"`" + name + "`"})};
    std::vector<std::string> line;
    try {
      line = command(*tool, params.find("arguments"));
    } catch (const Failure& why) {
      return told(std::string(base::in_lang(why.said, io_.lang)),
                  true);  // to who asked, who may ask better
    }
    std::ostringstream out, err;
    Io io{out, err};
    io.signal = io_.signal;
    const int code = run(line, io);
    std::string text = out.str();
    if (!err.str().empty()) text += (text.empty() ? "" : "\n") + err.str();
    return told(text, code == kWrongInput || code == kOurFault || code == kNothingExamined);
  }

  /// What a tool says.
  static Result told(const std::string& text, bool error) {
    return [text, error](JsonWriter& w) {
      w.begin_object();
      w.key("content");
      w.begin_array();
      w.begin_object();
      w.member("type", "text");
      w.member("text", text);
      w.end_object();
      w.end_array();
      w.member("isError", error);
      w.end_object();
    };
  }

  const std::vector<std::string>& paths_;
  const Io& io_;
};

}  // namespace

int run_mcp(const std::vector<std::string>& paths, const Io& io) {
  const Workspace found = find(paths);
  tell(io, found.problems);
  if (!found.problems.empty()) return kWrongInput;
  StandardInput input(io);
  Lines lines(input);
  Server server(paths, io);
  bool refused = false;
  while (auto line = lines.next(refused)) {
    if (refused)
      server.refuse();
    else if (line->find_first_not_of(" \t\r") != std::string::npos)
      server.take(*line);
  }
  return kOk;
}

}  // namespace hanrei::cli
