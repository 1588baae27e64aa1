import { spawnSync } from "node:child_process";

/**
 * Two of the processors that we may use: one for the server under load, one for the load generator, so that neither
 * slows the other. Null where programs can't be bound to one (not Linux, or only one processor).
 */
export const bound = twoProcessors();

/**
 * Binds this process with all its threads to the load's processor. `onServer` binds programs started later elsewhere.
 */
export function bindLoad() {
  if (bound) spawnSync("taskset", ["-a", "-c", "-p", String(bound.load), String(process.pid)]);
}

/** The command line that runs `command` on the server's processor. */
export function onServer(command) {
  return bound ? ["taskset", "-c", String(bound.server), ...command] : command;
}

/** The command line that runs `command` on any processor, as an ordinary start would. */
export function anywhere(command) {
  return bound ? ["taskset", "-c", bound.all, ...command] : command;
}

function twoProcessors() {
  const { status, stdout } = spawnSync("taskset", ["-c", "-p", String(process.pid)], { encoding: "utf8" });
  if (status !== 0) return null;
  const all = stdout.trim().split(" ").at(-1) ?? "";
  const [server, load] = all.split(",").flatMap((range) => {
    const [from, to = from] = range.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  return load === undefined ? null : { server, load, all };
}
