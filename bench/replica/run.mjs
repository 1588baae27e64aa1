/**
 * `node server/with-packages.mjs . node bench/replica/run.mjs [--trials 12 --megabytes 500]`: how much is lost when machine and disk are lost under 200
 * commits a second, and when all processes or only the site are killed; how long a snapshot and a restore take, and how
 * they slow the site. Over SFTP, against a real sshd: `node tests/with-sftp.mjs node bench/replica/run.mjs`.
 */
import { parseArgs } from "node:util";
import { bundle } from "../../server/bundle.mjs";
import { buildIfStale } from "../../server/fresh.mjs";
import { alone, kept, lost } from "./losses.mjs";
import { times } from "./times.mjs";

const { values } = parseArgs({
  options: { trials: { type: "string", default: "12" }, megabytes: { type: "string", default: "500" } },
});
buildIfStale();
await bundle(["bench/replica/writer.ts"], "build/bench");
const trials = Number(values.trials);
console.log(`Second copy at ${process.env.REPLICA_PLACE ? "SFTP" : "file://"}`);
await lost(trials);
await kept(trials);
await alone(trials);
await times(Number(values.megabytes));
