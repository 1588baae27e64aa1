/**
 * Staff's program, run again and again in one process. Each command loads it anew, as a process of its own would, but
 * Node and the packages are loaded already: that is most of a command's time.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";

const program = pathToFileURL(path.resolve("build/tools/staff.js")).href;
let runs = 0;

process.once("disconnect", () => process.exit());
process.on("message", async ({ args, env }) => {
  const said = { out: "", err: "" };
  process.stdout.write = (text) => {
    said.out += text;
    return true;
  };
  process.stderr.write = (text) => {
    said.err += text;
    return true;
  };
  process.stdout.removeAllListeners("error");
  process.env = env;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.exitCode = undefined;
  const answer = (code) => process.send({ code, ...said });
  const exit = process.exit;
  process.exit = (code = process.exitCode) => {
    answer(code ?? 0);
    exit(code);
  };
  runs += 1;
  await import(`${program}?run=${runs}`);
  process.exit = exit;
  answer(process.exitCode ?? 0);
});
