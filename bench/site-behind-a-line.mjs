import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildIfStale, installIfMissing, root } from "../server/fresh.mjs";
import { openLine } from "../tests/support/line.mjs";
import { siteArguments } from "../tests/support/site-arguments.mjs";

/**
 * The production site with a temporary database, behind a connection that counts bytes and can be slow.
 * @param folder another checkout that was built, instead of this one
 * @returns { origin (through the line), line, logs(), stop() }
 */
export async function siteBehindALine(speed, folder = root) {
  if (folder === root) {
    installIfMissing();
    buildIfStale();
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), "bench-line-"));
  const port = await freePort();
  const line = await openLine(port, speed);
  const origin = `http://localhost:${line.port}`;
  const site = spawn(process.execPath, siteArguments, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: port, APP_URL: origin, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const goodbye = () => site.kill("SIGKILL");
  process.once("exit", goodbye);
  const ended = new Promise((done) => site.once("close", done));
  let output = "";
  await new Promise((ready, reject) => {
    for (const channel of [site.stdout, site.stderr]) {
      channel.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (/listening on/.test(output)) ready();
      });
    }
    site.once("close", () => reject(new Error(`The site did not start:\n${output}`)));
  });
  return {
    origin,
    line,
    dataDir,
    async stop() {
      site.kill("SIGTERM");
      await ended;
      await line.close();
      process.off("exit", goodbye);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
