/**
 * `node tests/container.mjs [--node IMAGE] [--debian IMAGE]`: builds the container with buildah, runs it, and asks its
 * site which commit it is. Where the two base images can't be fetched, others can be named.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { root } from "../server/fresh.mjs";

const { values: images } = parseArgs({ options: { node: { type: "string" }, debian: { type: "string" } } });
const buildah = (...args) =>
  execFileSync("buildah", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: root, encoding: "utf8" }).trim();

const folder = mkdtempSync(path.join(tmpdir(), "thuma-container-"));
const image = "localhost/thuma-test";
let container;
try {
  const recipe = path.join(folder, "Containerfile");
  const given = (whole, name) => (images[name] ? `FROM ${images[name]}` : whole);
  writeFileSync(
    recipe,
    readFileSync(path.join(root, "Containerfile"), "utf8").replaceAll(/^FROM docker\.io\/library\/(\w+):\S+/gm, given),
  );
  console.log("Building the container…");
  buildah(
    "build",
    "--isolation",
    "chroot",
    "--format",
    "docker",
    "--build-arg",
    `COMMIT=${commit}`,
    "-f",
    recipe,
    "-t",
    image,
    ".",
  );
  container = buildah("from", image).trim();
  const { status, body } = await health();
  if (status !== 200 || body.commit !== commit)
    throw new Error(`/health says ${status} ${JSON.stringify(body)}, not ${commit}`);
  console.log(`The container serves ${commit}: ${JSON.stringify(body)}`);
} finally {
  if (container) buildah("rm", container);
  rmSync(folder, { recursive: true, force: true });
}

/** Runs what the image runs, at a free port. */
async function health() {
  const { Cmd } = JSON.parse(buildah("inspect", "--type", "image", image)).Docker.config;
  const site = spawn("buildah", ["run", "--isolation", "chroot", "--env", "PORT=0", container, "--", ...Cmd], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Shown only if the site doesn't start: stopped by a signal, buildah prints how its program was called.
  let said = "";
  site.stderr.on("data", (words) => {
    said += words;
  });
  try {
    const address = await new Promise((resolve, reject) => {
      site.once("exit", (code) => reject(new Error(`the container ended with ${code}:\n${said}`)));
      createInterface({ input: site.stdout }).on("line", (line) => {
        const [found] = /http:\/\/localhost:\d+/.exec(line) ?? [];
        if (found) resolve(found);
      });
    });
    const answer = await fetch(`${address}/health`);
    return { status: answer.status, body: await answer.json() };
  } finally {
    site.kill("SIGTERM");
    if (site.exitCode === null) await new Promise((resolve) => site.once("exit", resolve));
  }
}
