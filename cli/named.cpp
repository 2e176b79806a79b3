// The commands: what each is called, and what it takes.
#include "cli/audit_text.h"
#include "cli/commands.h"
#include "cli/servers.h"

namespace hanrei::cli {

void Commands::name_checks() {
  name_check();
  name_explain();
  name_explore();
  name_ask();
}

void Commands::name_check() {
  CLI::App* check = command("check", "question every ruling and say how it stands",
                            "すべての裁定を検査し、成り立つかどうかを示す",
                            [this] { return run_check(check_, io_); });
  situated(check);
  findings_format(check);
  judged(check);
  jobs(check);
  budget(check);
  option(check, "--reading", readings_,
         "NAME=OPTION: let this option of a reading count instead of the default, and say what "
         "that changes",
         "NAME=OPTION: 解釈について既定でない選択肢をとり、何が変わるかを示す");
  database(check, check_.database);
  flag(check, "--verify-cache", verify_cache_,
       "examine everything, and compare it with the verdicts that were kept",
       "すべて検査し直し、保存された判定と比べる");
  check
      ->add_flag("--no-cache", no_cache_,
                 word("neither use verdicts that were kept nor keep any",
                      "保存された判定を使わず、保存もしない"))
      ->excludes("--verify-cache");
  shared(check);
  dated(check);
  flag(check, "--timings", check_.timings,
       "how long loading, exploring and the whole took: on stderr, and in JSON",
       "読み込み・探索・全体にかかった時間を標準エラー出力と JSON に示す");
  flag(check, "--verbose,-v", check_.style.verbose, "every claim, also those that are confirmed",
       "確認された主張も示す");
}

void Commands::name_explain() {
  CLI::App* explain =
      command("explain",
              "the timing order that confirms or refutes each claim, and what the verdict rests on",
              "各主張を確認または反証する処理順序と、判定の根拠を示す",
              [this] { return run_explain(check_, io_); });
  situated(explain);
  option(
      explain, "--format", check_.format,
      "form of the output; json and markdown, with each play as a Mermaid chart, tell no grounds",
      "出力の形式。json と、プレイを Mermaid の図にする markdown では、根拠は示さない")
      ->check(one_of({"text", "json", "markdown"}));
  flag(explain, "--why", check_.why,
       "list all that each verdict rests on, and work it out however long it takes",
       "判定の根拠をすべて、時間がかかっても調べ上げて示す");
  explain
      ->add_flag("--chart", check_.chart,
                 word("each play as a chart, with what lies otherwise on the board after each step",
                      "プレイを図で示し、各段階の後に盤面の変わったところを添える"))
      ->excludes("--why");
  option(explain, "--width", check_.style.width,
         "columns of the output: two plays stand side by side from 80 on",
         "出力の桁数。80 以上なら二つのプレイを左右に並べる")
      ->check(number(1, 1'000));
}

void Commands::name_explore() {
  CLI::App* explore = command("explore", "every reachable outcome with one shortest timing order",
                              "至りうる結果をすべて、最短の処理順序を添えて示す", [this] {
                                return regime_.empty() ? run_explore(check_, count_, io_)
                                                       : run_regime(check_, regime_, io_);
                              });
  situated(explore);
  flag(explore, "--count", count_, "how many timing orders lead to each outcome",
       "各結果に至る処理順序の数も示す");
  option(explore, "--regime", regime_,
         "NAME.FIELD=VALUE of an order or an exchange: the smallest situation that tells it from "
         "the game as it is",
         "NAME.FIELD=VALUE: "
         "順序または機会の処理順をこう変えたとき、今のゲームと違いの出る最小の状況を示す");
}

void Commands::name_ask() {
  situated(command("ask", "what can happen in a situation without a claim",
                   "主張のない状況で、何が起こりうるかを示す",
                   [this] { return run_explore(check_, false, io_); }));
}

void Commands::name_audits() {
  name_audit();
  name_facts();
  name_coverage();
  name_mutate();
  name_readings();
  name_read();
}

void Commands::name_audit() {
  CLI::App* audit =
      command("audit",
              "what clashes: permissions, prohibitions and amendments that cannot "
              "all stand, and what decides; and what the print shows by itself",
              "両立しない許可・禁止・書き換えと、その優先関係、印刷された文章の不備を探す",
              [this] { return run_audit_command(); });
  paths(audit, "game folders, folders of them, or ruling files within a game folder",
        "ゲームフォルダ、それらを収めたフォルダ、またはゲームフォルダ内の裁定ファイル");
  ids(audit);
  limits(audit);
  findings_format(audit);
  jobs(audit);
  budget(audit);
  flag(audit, "--verbose,-v", check_.style.verbose, "every place that a finding is about",
       "指摘にかかわる箇所をすべて示す");
  flag(audit, "--pairs", pairs_,
       "every two cards of the game side by side instead: what clashes between them, by card",
       "代わりに、ゲームのカード二種ずつのすべての組を並べ、両者の衝突をカードごとに示す");
  option(audit, "--text", printed_,
         "a printed rulebook as plain text, instead of a game: what its print shows by itself",
         "ゲームの代わりに、ルールブックのテキストファイル。印刷された文章だけを調べる");
}

void Commands::name_facts() {
  CLI::App* facts =
      command("facts",
              "read a printed rulebook, and write the facts of it (numbers, terms, references; no "
              "sentences) into a game folder",
              "ルールブックを読み、番号・用語・参照（文は除く）をゲームフォルダに書き出す",
              [this] { return run_facts(facts_text_, facts_game_, check_, io_); });
  option(facts, "TEXT", facts_text_, "the rulebook as plain text", "ルールブックのテキストファイル")
      ->required();
  option(facts, "GAME", facts_game_,
         "the game folder; its facts.json is written, corrections made by hand are kept",
         "ゲームフォルダ。facts.json を書く。手による訂正は残る")
      ->required();
}

void Commands::name_coverage() {
  CLI::App* coverage =
      command("coverage",
              "per clause: what carries it, which rulings touch it, and whether they would notice "
              "if it were bent",
              "条項ごとに、何が表しているか、どの裁定が触れるか、曲げたら裁定が気づくかを示す",
              [this] { return run_coverage(check_, coverage_, io_); });
  paths(coverage, "game folders, or folders of them",
        "ゲームフォルダ、またはそれらを収めたフォルダ")
      ->required();
  option(coverage, "--clause", coverage_.clauses,
         "bend only what states these clauses (a glob; may be given several times)",
         "これらの条項を表すものだけを曲げる（* などを使える。何度でも指定できる）");
  flag(coverage, "--touched", coverage_.touched_only, "bend nothing: only what is touched (quick)",
       "何も曲げず、触れるかどうかだけを調べる（速い）");
  option(
      coverage, "--policy", check_.standards.policy,
      "the figures that may not fall, in its `ratchet`; the nearest hanrei.policy.json above the "
      "game folder when not given",
      "下がってはならない数値を `ratchet` に持つ方針。なければゲームフォルダの上にある最も近い "
      "hanrei.policy.json");
  flag(coverage, "--write-ratchet", coverage_.write_ratchet,
       "write the figures of this run into `ratchet` of the policy",
       "今回の数値を方針の `ratchet` に書く");
  format(coverage, check_.format);
  jobs(coverage);
  budget(coverage);
  flag(coverage, "--verbose,-v", check_.style.verbose,
       "every clause, with its elements, rulings and unnoticed mutants",
       "すべての条項を、表すもの・裁定・気づかれない変異とともに示す");
}

void Commands::bent(CLI::App* mutate) {
  paths(mutate, "game folders, or folders of them", "ゲームフォルダ、またはそれらを収めたフォルダ")
      ->required();
  option(mutate, "--clause", mutate_.clauses,
         "bend only what states these clauses (a glob; may be given several times)",
         "これらの条項を表すものだけを曲げる（* などを使える。何度でも指定できる）");
  option(mutate, "--tries", mutate_.tries,
         "most situations to try for a mutant that no ruling notices; 0: none",
         "どの裁定も気づかない変異について試す状況の上限。0 なら試さない")
      ->check(number(0, 10'000));
}

void Commands::name_mutate() {
  CLI::App* mutate =
      command("mutate",
              "bend each clause: how much of it the rulings notice, and a situation that tells the "
              "rest apart",
              "条項を一つずつ曲げ、裁定がどれだけ気づくか、残りを見分ける状況は何かを示す",
              [this] { return run_mutate(check_, mutate_, io_); });
  bent(mutate);
  format(mutate, check_.format);
  option(mutate, "--width", check_.style.width, "columns of the output", "出力の桁数")
      ->check(number(1, 1'000));
  jobs(mutate);
  budget(mutate);
}

void Commands::name_readings() {
  CLI::App* readings = command(
      "readings",
      "per reading: which questions it decides, what the rulings in force fix, and what is open",
      "解釈ごとに、どの問いを左右するか、裁定が何を定めているか、何が調整中かを示す", [this] {
        return run_readings(
            check_, {{check_.readings.begin(), check_.readings.end()}, only_readings_}, io_);
      });
  paths(readings, "game folders, or folders of them",
        "ゲームフォルダ、またはそれらを収めたフォルダ")
      ->required();
  ids(readings);
  option(readings, "--only", only_readings_,
         "only this reading, and the rulings to which it may matter (a glob; may be given several "
         "times)",
         "この解釈と、それが関わりうる裁定だけ（* などを使える。何度でも指定できる）");
  option(readings, "--adopt", adopted_,
         "NAME=OPTION: which rulings have to be overturned if this option is adopted",
         "NAME=OPTION: この選択肢をとるなら、どの裁定を覆すことになるかを示す");
  format(readings, check_.format);
  limits(readings);
  jobs(readings);
  budget(readings);
  flag(readings, "--verbose,-v", check_.style.verbose, "every question that differs",
       "答えの分かれる問いをすべて示す");
}

void Commands::name_read() {
  CLI::App* read = command(
      "read",
      "the printed words of cards, read into provisions by the game's phrasebook; and what of them "
      "is not read",
      "カードの文面を、ゲームの句集で規定として読む。読めないところも示す",
      [this] { return run_read_command(); });
  option(read, "WHAT", paths_, "cards, and the game folder; the game above when not given",
         "カードの名前と、ゲームフォルダ。なければここを含むゲーム");
  option(
      read, "--text", read_.text,
      "these words instead of those of the card; without a card, as those of any. Each line is a "
      "span",
      "カードの文面の代わりに読む文。カードがなければ、どのカードの文でもありうるものとして読む。"
      "1 行が一つのスパン (s1, s2, …)");
  flag(read, "--pool", pool_,
       "all cards: how much is read, what differs from the abilities, what is lacking most",
       "全カード: どれだけ読めるか、能力の記述と何が違うか、何が最も欠けているか");
  flag(read, "--print", read_.print,
       "the wording in which the house says the same, by the phrases run backwards",
       "句を逆に使い、同じことを句集の書き方で書く");
  flag(read, "--in-play", read_.in_play,
       "where the abilities are written otherwise: does any situation end otherwise?",
       "能力の記述と書き方が違うとき、結果の変わる状況があるかを調べる");
  flag(read, "--verbose,-v", check_.style.verbose, "whole lists, and the place of each phrase",
       "一覧をすべて示し、各句の場所も示す");
  format(read, check_.format);
  name_phrases();
}

void Commands::name_phrases() {
  CLI::App* book = command("phrases", "the phrasebook of a game", "ゲームの句集",
                           [this] { return run_phrases_command(); });
  book->require_subcommand(1);
  CLI::App* propose = book->add_subcommand(
      "propose",
      word("the phrase that the book lacks for a card: from its words and its abilities together",
           "カードを読むために句集に欠けている句を、文面と能力の記述から提案する"));
  propose->fallthrough();
  helped(propose);
  option(propose, "WHAT", paths_, "a card, and the game folder; the game above when not given",
         "カードの名前と、ゲームフォルダ。なければここを含むゲーム");
  flag(propose, "--write", write_phrase_, "put the first proposal into the book",
       "最初の提案を句集に書き込む");
}

void Commands::name_searches() {
  name_show();
  name_search();
  name_precedents();
  name_log();
  name_db();
  name_export();
  name_import();
}

void Commands::name_show() {
  CLI::App* show = command(
      "show", "a card, a clause or a ruling by its name; or a game: its title, readings, numbers",
      "名前でカード・条項・裁定を示す。またはゲームの題名・解釈・件数を示す",
      [this] { return run_show_command(); });
  option(show, "WHAT", paths_, "names, and the game folders to look in; or only game folders",
         "名前と、探す先のゲームフォルダ。またはゲームフォルダだけ")
      ->required();
  database(show, search_.database.file);
  format(show, search_.format);
  dated(show);
  flag(show, "--names", names_,
       "zones, windows, attributes, declarations and steps that a ruling may name",
       "裁定に書ける領域・タイミング・属性・宣言・段階の名前を示す");
}

void Commands::name_search() {
  CLI::App* search =
      command("search", "find rulings by words, cards, clauses, status, date",
              "語・カード・条項・状態・日付で裁定を探す", [this] { return run_search_command(); });
  query_ = option(
      search, "QUERY", search_.query,
      "a question in any words, \"exact words\", -without, one OR other, and filters such as "
      "card:NAME (docs/searching.md)",
      "ふだんの言葉での問い、\"そのままの語句\"、-除く語、語 OR 語、card:NAME などの絞り込み"
      "（docs/searching.md）");
  option(search, "--situation", precedents_.what,
         "the XML file of a situation: the rulings that decide it, as `precedents` finds them",
         "状況の XML ファイル。`precedents` と同じく、それを決める裁定を探す");
  games(search);
  database(search, search_.database.file);
  dated(search);
  flag(search, "--newest", search_.search.newest,
       "by date, the latest first, instead of the best first",
       "よく合う順ではなく、日付の新しい順");
  option(search, "--limit", search_.search.limit, "most rulings to show", "示す裁定の上限")
      ->check(number(1, 1'000));
  option(search, "--skip", search_.search.offset, "leave out the first ones", "先頭から飛ばす数")
      ->check(number(0, 1'000'000));
  flag(search, "--facets", search_.search.facets,
       "how many there are by game, status, verdict, citator, year, clause, window and card",
       "ゲーム・状態・判定・現況・年・条項・タイミング・カードごとの内訳");
  format(search, search_.format);
  flag(search, "--verbose,-v", check_.style.verbose, "cards and all clauses of each ruling, too",
       "各裁定のカードとすべての条項も示す");
  columns(search);
}

void Commands::name_precedents() {
  CLI::App* precedents =
      command("precedents",
              "the rulings that decide a situation, or that are like a ruling, the likest first",
              "状況を決める裁定、または裁定に似た先例を、近い順に示す", [this] {
                check_.style = in_columns();
                return run_precedents(precedents_, check_, io_);
              });
  option(precedents, "RULING|FILE", precedents_.what,
         "the id of a ruling, or the XML file of a situation",
         "裁定の ID、または状況の XML ファイル")
      ->required();
  option(precedents, "--game", precedents_.game, "the game folder; the one above when not given",
         "ゲームフォルダ。なければ上にあるもの");
  database(precedents, precedents_.database);
  option(precedents, "--limit", precedents_.limit, "most rulings to show", "示す裁定の上限")
      ->check(number(1, 1'000));
  format(precedents, check_.format);
  dated(precedents);
  columns(precedents);
}

void Commands::name_log() {
  CLI::App* log =
      command("log",
              "rulings, texts and revisions that were added, changed or superseded, or moved to "
              "another status, since a day",
              "ある日以後に加わった・変わった・差し替えられた裁定、文面、改訂を示す", [this] {
                search_.database.paths = paths_;
                return run_log(search_.database, since_, search_.format, check_.style, io_);
              });
  games(log);
  option(log, "--since", since_, "the first day, YYYY-MM-DD or less",
         "最初の日（YYYY-MM-DD。月や日は省ける）")
      ->required();
  database(log, search_.database.file);
  format(log, search_.format);
}

void Commands::name_db() {
  CLI::App* db = command("db", "the rulings database", "裁定データベース", [this] {
    search_.database.paths = paths_;
    return run_db_build(search_.database, check_too_ ? std::optional(check_) : std::nullopt,
                        check_.style, io_);
  });
  db->require_subcommand(1);
  CLI::App* build = db->add_subcommand(
      "build", word("bring the database up to date with the files, and check it for damage",
                    "データベースをファイルに合わせて更新し、破損を調べる"));
  build->fallthrough();
  helped(build);
  games(build);
  database(build, search_.database.file);
  flag(build, "--check", check_too_,
       "examine the rulings of which no verdict is kept, as `check` does; its exit code",
       "判定の残っていない裁定を `check` と同じく検査する。終了コードも同じ");
  jobs(build);
}

void Commands::name_export() {
  CLI::App* exported = command("export", "the records of a game: clauses, cards, rulings",
                               "ゲームの記録（条項・カード・裁定）を書き出す", [this] {
                                 search_.database.paths = paths_;
                                 return run_export(search_.database, records_, io_);
                               });
  paths(exported, "the game folder; the game above when not given",
        "ゲームフォルダ。なければ上にあるもの");
  database(exported, search_.database.file);
  option(exported, "--format", records_, "form of the output", "出力の形式")
      ->check(one_of({"jsonl", "csv"}));
}

void Commands::name_import() {
  CLI::App* imported = command(
      "import", "records, or lists of cards, or of questions and answers, into a game folder",
      "記録、またはカードや質疑の一覧をゲームフォルダに取り込む",
      [this] { return run_import(list_file_, list_game_, list_mapping_, check_.style, io_); });
  option(imported, "FILE", list_file_, "JSON Lines, CSV, or with --map also JSON",
         "JSON Lines、CSV。--map があれば JSON も")
      ->required();
  option(imported, "GAME", list_game_, "the game folder", "ゲームフォルダ")->required();
  option(imported, "--map", list_mapping_, "what the columns of a list mean (docs/exchange.md)",
         "一覧の列の意味（docs/exchange.md）");
}

void Commands::name_changes() {
  name_gate();
  name_diff();
  name_errata();
  name_whatif();
}

void Commands::name_gate() {
  CLI::App* gate =
      command("gate",
              "may what changed since a revision be merged? Words and rules, rulings, clashes, "
              "declared revisions",
              "ある版からの変更を取り込んでよいか。文面とルール、裁定、衝突、改訂の届出を調べる",
              [this] { return run_gate(check_, base_, io_); });
  paths(gate, "the folder with the game folders, or one of them; this one when not given",
        "ゲームフォルダを収めたフォルダ、またはその一つ。なければここ");
  option(gate, "--base", base_, "the git revision that the change was made from, or its branch",
         "変更のもとになった git の版、またはそのブランチ")
      ->required();
  findings_format(gate);
  flag(gate, "--no-cache", no_cache_, "neither use verdicts that were kept nor keep any",
       "保存された判定を使わず、保存もしない");
  shared(gate);
  limits(gate);
  jobs(gate);
  budget(gate);
}

void Commands::name_diff() {
  CLI::App* diff = command("diff",
                           "two versions of a game: which changes make a difference in play, shown "
                           "by the smallest situation that ends otherwise",
                           "ゲームの二つの版を比べ、どの変更で結果が変わるかを、最小の状況で示す",
                           [this] { return run_diff(check_, diff_, io_); });
  format(diff, check_.format);
  jobs(diff);
  budget(diff);
  situations(diff, diff_.scenes);
  paths(diff, "two game folders, OLD and NEW; with --base one, or none for the one here",
        "二つのゲームフォルダ（変更前と変更後）。--base があれば一つ、またはなし（ここ）");
  option(diff, "--base", diff_.base, "a git revision of the game folder instead of OLD",
         "変更前の代わりに、ゲームフォルダの git の版");
}

void Commands::name_errata() {
  CLI::App* errata = command(
      "errata", "a card with a proposed wording: does it make a difference in play?",
      "カードの修正案は、結果を変えるか", [this] { return run_errata(check_, errata_, io_); });
  format(errata, check_.format);
  jobs(errata);
  budget(errata);
  situations(errata, errata_.scenes);
  option(errata, "CARD", errata_.card, "its name", "カード名")->required();
  paths(errata, "the game folder; the one here when not given", "ゲームフォルダ。なければここ");
  option(errata, "--text", errata_.text, "the proposed wording; each line is a span",
         "修正後の文面。一つの区間 `s1` として扱う");
  option(
      errata, "--abilities", errata_.abilities,
      "a JSON file: the provisions of the card, or an object with the keys of the card that change",
      "JSON ファイル: カードの規定、または変わるキーだけのオブジェクト");
}

void Commands::name_whatif() {
  CLI::App* whatif =
      command("whatif",
              "changes of the rulebook that are only supposed: which rulings would turn, and the "
              "smallest situation that tells",
              "ルールを変えたと仮定し、どの裁定が変わるか、違いの出る最小の状況は何かを示す",
              [this] { return run_whatif(check_, whatif_, io_); });
  format(whatif, check_.format);
  jobs(whatif);
  budget(whatif);
  situations(whatif, whatif_.scenes);
  paths(whatif, "the game folder; the one here when not given", "ゲームフォルダ。なければここ");
  option(whatif, "--drop", whatif_.drop,
         "a clause that is left out (this and the next two may be given several times; all are "
         "supposed "
         "together)",
         "ないものとする条項（これと次の二つは何度でも指定でき、すべてを合わせて仮定する）");
  option(whatif, "--reading", whatif_.reading, "NAME=OPTION of a reading instead of the default",
         "NAME=OPTION: 既定でない解釈の選択肢");
  option(whatif, "--regime", whatif_.regime, "NAME.FIELD=VALUE of an order or an exchange",
         "NAME.FIELD=VALUE: 順序または機会の処理順");
}

void Commands::name_writers() {
  name_report();
  name_init();
  name_fmt();
  name_rename();
}

void Commands::name_report() {
  CLI::App* report =
      command("report",
              "the judge's desk as a folder of pages: ask, rulings, clauses, cards; it opens "
              "without a network",
              "審判の机: 検索・裁定・条項・カードのページ一式。ネットワークなしで開ける", [this] {
                report_.desk.database.paths = paths_;
                if (!check_.ids.empty() && !report_.desk.plays)
                  return wrong("report", "report: --id goes with --plays",
                               "report: --id は --plays とともに使います");
                return run_report(report_, check_, io_);
              });
  option(report, "--html", report_.folder, "the folder to write, which must not be there yet",
         "書き出すフォルダ。まだないもの")
      ->required();
  paths(report, "game folders, or a folder of them", "ゲームフォルダ、またはそれらを収めたフォルダ")
      ->required();
  database(report, report_.desk.database.file);
  option(report, "--date", report_.desk.date,
         "the day on every page, YYYY-MM-DD; the latest that the sources give when not given",
         "各ページに示す日（YYYY-MM-DD）。なければもとのファイルにある最も新しい日");
  flag(report, "--plays", report_.desk.plays,
       "make the plays of the rulings, too, as `explain` does (slow)",
       "`explain` と同じく裁定のプレイも作る（時間がかかる）");
  option(report, "--id", check_.ids,
         "with --plays: only of rulings whose id matches (a glob; may be given several times)",
         "--plays の対象。ID が合う裁定だけ（* などを使える。何度でも指定できる）");
  limits(report);
  jobs(report);
}

void Commands::name_init() {
  CLI::App* init =
      command("init", "write the skeleton of a new game: a turn, an act, a card and a ruling",
              "新しいゲームのひな形（ターン・宣言・カード・裁定）を書く",
              [this] { return run_init(new_game_, new_folder_.value_or(new_game_), io_); });
  option(init, "NAME", new_game_, "id of the game: letters, digits, - and _",
         "ゲームの ID。英数字と - と _")
      ->required();
  option(init, "DIR", new_folder_, "its folder, which must not be there yet; NAME when not given",
         "フォルダ。まだないもの。なければ NAME");
}

void Commands::name_fmt() {
  CLI::App* fmt = command("fmt", "write JSON files in their canonical form",
                          "JSON ファイルを標準の形に書き直す",
                          [this] { return run_fmt(paths_, check_only_, io_); });
  paths(fmt, "JSON files or folders", "JSON ファイル、またはフォルダ")->required();
  flag(fmt, "--check", check_only_, "change nothing; 1 if a file would change",
       "何も変えず、変わるファイルがあれば 1 で終わる");
}

void Commands::name_rename() {
  CLI::App* rename =
      command("rename", "a card or a clause under another name, wherever its game names it",
              "カードや条項を、ゲームの中の名前が現れるすべての箇所で改名する", [this] {
                rename_.card = renamed_ == "card";
                return run_rename(rename_, paths_, check_only_, io_);
              });
  option(rename, "KIND", renamed_, "what has the name", "何の名前か")
      ->required()
      ->check(one_of({"card", "clause"}));
  option(rename, "OLD", rename_.from, "the name as it is", "いまの名前")->required();
  option(rename, "NEW", rename_.to, "the name as it shall be", "新しい名前")->required();
  paths(rename, "the game folder; the game above or the one here when not given",
        "ゲームフォルダ。なければここを含むゲームか、ここにあるもの");
  flag(rename, "--check", check_only_, "change nothing; say what would change, and end with 1",
       "何も変えず、変わる箇所を示して 1 で終わる");
}

void Commands::name_servers() {
  name_lsp();
  name_mcp();
  name_serve();
}

void Commands::name_lsp() {
  command("lsp",
          "serve an editor: what is wrong while it is typed, completion, and where things are, by "
          "the Language Server Protocol on standard input and output",
          "エディタに、入力中の誤り、補完、参照などを示す。標準入出力で Language Server Protocol "
          "を話す",
          [this] { return run_lsp(io_); });
}

void Commands::name_mcp() {
  CLI::App* mcp = command(
      "mcp",
      "let an assistant search, show, ask, explain and check, by the Model Context Protocol on "
      "standard input and output; it changes nothing",
      "アシスタントに検索・表示・検査などをさせる。標準入出力で Model Context Protocol "
      "を話し、何も変えない",
      [this] { return run_mcp(paths_, io_); });
  paths(mcp, "game folders, or a folder of them", "ゲームフォルダ、またはそれらを収めたフォルダ")
      ->required();
}

void Commands::name_serve() {
  CLI::App* serve = command(
      "serve",
      "the judge's desk in a browser: ask, rulings, clauses, cards, plays stepped through; for "
      "this "
      "machine alone, unless told otherwise",
      "審判の机をブラウザで開く。検索・裁定・条項・カードを見て、進行を一手ずつたどる。指定がなけれ"
      "ばこの計算機だけに開く",
      [this] {
        serve_.desk.database.paths = paths_;
        return server::serve(serve_, check_, io_);
      });
  paths(serve, "game folders, or a folder of them; none: the game above, or those in this folder",
        "ゲームフォルダ、またはそれらを収めたフォルダ。なければ上のゲームか、このフォルダのもの");
  option(serve, "--port", serve_.port, "the port to listen on; 0: one that is free",
         "待ち受けるポート。0 なら空いているもの")
      ->check(number(0, 65535));
  option(serve, "--listen", serve_.address,
         "the address to listen on; this machine alone when not given",
         "待ち受けるアドレス。なければこの計算機だけ");
  option(serve, "--secret-file", serve_.secret_file,
         "a file whose first line a proxy has to send as X-Hanrei-Secret",
         "プロキシが X-Hanrei-Secret として送るべき文字列を最初の行にもつファイル");
  database(serve, serve_.desk.database.file);
  option(serve, "--date", serve_.desk.date,
         "the day on every page, YYYY-MM-DD; the latest that the sources give when not given",
         "各ページに示す日（YYYY-MM-DD）。なければもとのファイルにある最も新しい日");
  limits(serve);
}

}  // namespace hanrei::cli
