/**
 * Staff's program, run again and again in one process. It is loaded once, with the first command: that is most of a
 * command's time.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";

const address = pathToFileURL(path.resolve("build/tools/staff.js")).href;
let program;

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
  if (program) process.exitCode = await program.main(args, env, process.cwd());
  else program = await import(address);
  process.exit = exit;
  answer(process.exitCode ?? 0);
});
