import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.mjs";
import { anywhere, onServer } from "./processors.mjs";

const SECONDS = 1000;
const START_MS = 60 * SECONDS;
const LOOK_EVERY_MS = 5;
/** The unit of Linux's processor times, the same wherever Node runs. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

const running = new Set();
process.once("exit", () => {
  for (const child of running) killGroup(child);
});
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]) {
  process.once(signal, () => process.exit(code));
}

/** Every contestant gets what `deploy/thuma.service` gives to ours. */
const everybodys = {
  ...{ PATH: process.env.PATH, HOME: process.env.HOME },
  ...{ NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
};

/**
 * Starts a contestant on a free port and waits for its first page.
 * @param contestant { title, cwd, command(port), env(port) }
 * @param alone bound to the server's processor, for measurements under load; otherwise unbound
 * @returns { url, startMs, processorMs(), memoryMb(), stop() }; the two figures are null where /proc is missing
 */
export async function startServer(contestant, { alone }) {
  const port = await freePort();
  const [program, ...args] = (alone ? onServer : anywhere)(contestant.command(port));
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: contestant.cwd,
    env: { ...everybodys, ...contestant.env(port) },
    stdio: ["ignore", "pipe", "pipe"],
    // In a new process group, so that its child processes are stopped with it.
    detached: true,
  });
  running.add(child);
  let output = "";
  for (const channel of [child.stdout, child.stderr])
    channel.on("data", (text) => (output = (output + text).slice(-4000)));
  const ended = new Promise((resolve) => child.once("close", resolve)).then(() => running.delete(child));

  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const isThere = await ask(`${url}${contestant.firstPath ?? "/"}`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isThere) break;
    const isLate = performance.now() - began > START_MS;
    if (isLate || child.exitCode !== null) throw new Error(`${contestant.title} did not start:\n${output}`);
    await pause(LOOK_EVERY_MS);
  }
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - began,
    processorMs: () => sumOf(child.pid, processorMsOf),
    memoryMb: () => sumOf(child.pid, memoryMbOf),
    async stop() {
      killGroup(child);
      await ended;
    },
  };
}

function killGroup(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The sum over the process and its children, which share its group. */
function sumOf(group, figureOf) {
  try {
    const members = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && groupOf(name) === group);
    return members.reduce((sum, pid) => sum + figureOf(pid), 0);
  } catch {
    return null;
  }
}

const groupOf = (pid) => Number(statOf(pid)[2]);
const processorMsOf = (pid) => (Number(statOf(pid)[11]) + Number(statOf(pid)[12])) * TICK_MS;

function memoryMbOf(pid) {
  return (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES) / 1024 / 1024;
}

/** The fields after the program's name, which may contain spaces: state, parent, group … user and system time. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  } catch {
    return [];
  }
}
