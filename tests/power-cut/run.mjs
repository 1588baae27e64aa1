/** `node tests/power-cut/run.mjs --cuts 300 --seed 7`: the power-cut tests with more cuts, or at the points of an earlier run. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { cuts: { type: "string", default: "300" }, seed: { type: "string" } },
});
const asked = { CUTS: values.cuts, ...(values.seed && { SEED: values.seed }) };
for (const [name, value] of Object.entries(asked)) {
  if (/^[1-9]\d{0,9}$/.test(value)) continue;
  console.error(`--${name.toLowerCase()} takes a whole number above 0, not ${value}.`);
  process.exit(2);
}
const { status } = spawnSync(process.execPath, ["tests/run.mjs", "tests/power-cut"], {
  stdio: "inherit",
  env: { ...process.env, ...asked },
});
process.exitCode = status ?? 1;
