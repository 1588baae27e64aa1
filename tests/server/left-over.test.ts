import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { endLeftOver } from "../../server/backup/left-over";
import { aFolder } from "../support/a-store";

const folder = () => {
  const at = aFolder();
  return { pidFile: path.join(at, "litestream.pid"), config: path.join(at, "litestream.yml") };
};

/** A process whose command names the file, as Litestream's does. */
async function aProcess(name: string, ignoring = "") {
  const child = spawn("sh", ["-c", `${ignoring} echo on; while :; do sleep 0.05; done # ${name}`]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("ends the process that a killed site has left, and forgets its number", async () => {
  const { pidFile, config } = folder();
  const left = await aProcess(config);
  writeFileSync(pidFile, String(left.pid));
  const ended = once(left, "exit");
  await endLeftOver(pidFile, config);
  expect(await ended).toEqual([null, "SIGTERM"]);
  expect(existsSync(pidFile)).toBe(false);
});

test("ends one that doesn't listen", async () => {
  const { pidFile, config } = folder();
  const deaf = await aProcess(config, "trap '' TERM;");
  writeFileSync(pidFile, String(deaf.pid));
  const ended = once(deaf, "exit");
  await endLeftOver(pidFile, config);
  expect(await ended).toEqual([null, "SIGKILL"]);
});

test("spares a stranger that has got the number since, and needs no process at all", async () => {
  const { pidFile, config } = folder();
  const stranger = await aProcess("another program");
  writeFileSync(pidFile, String(stranger.pid));
  await endLeftOver(pidFile, config);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  expect(existsSync(pidFile)).toBe(false);
  await endLeftOver(pidFile, config);
  writeFileSync(pidFile, "4194999");
  await endLeftOver(pidFile, config);
  expect(existsSync(pidFile)).toBe(false);
});
