// The commands of work that is done in shards.
#include "cli/commands.h"

namespace hanrei::cli {

void Commands::name_sweeps() {
  name_sweep();
  name_merge();
}

CLI::App* Commands::swept(CLI::App* sweep, const char* kind, const char* en, const char* ja) {
  CLI::App* c = sweep->add_subcommand(kind, word(en, ja));
  c->fallthrough();
  helped(c);
  if (io_.lang == base::Lang::Ja) c->group("コマンド");
  c->parse_complete_callback([this, kind] { sweep_.kind = kind; });
  option(c, "--shard", sweep_.shard, "I/N: the shard I of N, counted from 0",
         "I/N: N 個に分けたうちの I 番目（0 から数える）")
      ->required();
  option(c, "--out", sweep_.out, "the file to write", "書き出すファイル")->required();
  jobs(c);
  return c;
}

void Commands::name_sweep() {
  CLI::App* sweep = command("sweep",
                            "one shard of a command's work, on one machine of many; `merge` puts "
                            "all of them together",
                            "コマンドの作業を分けたうちの一つを行う。`merge` でまとめる", [this] {
                              return run_sweep(sweep_, {check_, mutate_, diff_}, io_);
                            });
  sweep->require_subcommand(1);
  CLI::App* check = swept(sweep, "check", "the rulings, as `check` questions them",
                          "`check` と同じく、裁定を検査する");
  situated(check);
  judged(check);
  dated(check);
  CLI::App* audit = swept(sweep, "audit", "all pairs of cards, as `audit --pairs` examines them",
                          "`audit --pairs` と同じく、カードのすべての組を調べる");
  paths(audit, "game folders, or folders of them", "ゲームフォルダ、またはそれらを収めたフォルダ")
      ->required();
  limits(audit);
  CLI::App* mutate = swept(sweep, "mutate", "the mutants of the clauses, as `mutate` tries them",
                           "`mutate` と同じく、条項の変異を試す");
  bent(mutate);
  CLI::App* diff = swept(sweep, "diff", "the changes between two versions, as `diff` compares them",
                         "`diff` と同じく、二つの版の変更を比べる");
  paths(diff, "two game folders, OLD and NEW", "旧と新のゲームフォルダ")->required()->expected(2);
  situations(diff, diff_.scenes);
}

void Commands::name_merge() {
  CLI::App* merge =
      command("merge",
              "what all shards of a sweep found, as one run would say it; refuses "
              "missing, doubled and foreign shards",
              "総当たりの全シャードの結果を、一度に実行したのと同じように示す", [this] {
                return run_merge(paths_, {check_, mutate_, diff_}, io_);
              });
  paths(merge, "the files that `sweep` wrote, all of one sweep",
        "`sweep` が書いたファイル（一つの総当たりのすべて）")
      ->required();
  findings_format(merge);
  jobs(merge);
  option(merge, "--width", check_.style.width, "columns of the output", "出力の桁数")
      ->check(number(1, 1'000));
  flag(merge, "--verbose,-v", check_.style.verbose, "as of the command that was swept",
       "もとのコマンドと同じ");
}

}  // namespace hanrei::cli
