import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { SECONDS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { DRAIN_MS, WHOLE_MS } from "../../server/stop";
import { type RunningSite, startAndExit, startSite } from "../support/running-site";
import { dial, get, post, rawRequest, statusOf } from "./raw-request";

const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-life-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** `node server/with-packages.mjs . node bench/restart.mjs` measures how long it takes. */
test("a restart doesn't wait for idle connections", async () => {
  const first = await startSite({ DATA_DIR: dataDir });
  const idle = await dial(first.port);
  expect(await first.stop()).toBe(0);
  expect(await idle.received).toBe("");
  const second = await startSite({ DATA_DIR: dataDir });
  expect(statusOf(await rawRequest(second.port, get("/")))).toBe(200);
  await second.stop();
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "on %s a form that is underway still gets its answer, then the site ends well",
  async (signal) => {
    const site = await startSite();
    const idle = await dial(site.port);
    const slow = await dial(site.port);
    const form = post("/", "name=Thandi", { Connection: "keep-alive" });
    slow.socket.write(form.slice(0, -4));
    await hasReadAll(site);
    site.send(signal);
    await expect.poll(() => anotherVisit(site)).toContain("ECONNREFUSED");
    slow.socket.write(form.slice(-4));
    const answer = await slow.received;
    expect(statusOf(answer)).toBe(405);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(await idle.received).toBe("");
    expect(await site.exited).toBe(0);
  },
);

test("a body that never ends delays a stop no longer than the drain, which is less than ten seconds", async () => {
  expect(DRAIN_MS).toBeLessThan(WHOLE_MS);
  expect(WHOLE_MS).toBeLessThanOrEqual(10 * SECONDS);
  const site = await startSite();
  const stuck = await dial(site.port);
  stuck.socket.write(post("/", "name=", { "Content-Length": "500" }));
  await hasReadAll(site);
  expect(await site.stop()).toBe(0);
});

test("a second signal ends the site without waiting for requests under way", async () => {
  const site = await startSite();
  const stuck = await dial(site.port);
  stuck.socket.write(post("/", "name=", { "Content-Length": "500" }));
  await hasReadAll(site);
  site.send("SIGTERM");
  await expect.poll(() => anotherVisit(site)).toContain("ECONNREFUSED");
  site.send("SIGTERM");
  // If it had waited, it would have exited with 0.
  expect(await site.exited).toBe(1);
});

test("a port that is in use stops the start with one clear line", async () => {
  const site = await startSite();
  const { code, logs } = await startAndExit({ PORT: String(site.port), DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(logs).toMatch(/^Port \d+ is in use\. [^\n]+\n$/);
  await site.stop();
});

/** Some are found only once the site listens, resolves names, or starts other programs. */
test.each<[string, Record<string, string>]>([
  ["PORT", { PORT: "lots" }],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ["HOST", { HOST: "nohost.invalid" }],
  ["HOST", { HOST: "192.0.2.1" }],
  ["METRICS_HOST", { METRICS_PORT: "9", METRICS_HOST: "nohost.invalid" }],
  ["SMTP_URL", { SMTP_URL: "smtp://" }],
  ["MAIL_FROM", { MAIL_FROM: "garbage" }],
  ["PAYFAST_ALLOWED_IPS", { PAYFAST_ALLOWED_IPS: "PayFast" }],
  ["LITESTREAM_PATH", { LITESTREAM_REPLICA_URL: "file:///tmp", LITESTREAM_PATH: "/tmp" }],
  ["LITESTREAM_PATH", { LITESTREAM_REPLICA_URL: "file:///tmp", LITESTREAM_PATH: "/bin/false" }],
])("a wrong %s stops the start with one line that names it: %o", async (named, wrong) => {
  const { code, logs } = await startAndExit({ PORT: "0", DATA_DIR: dataDir, ...wrong });
  expect(logs).toMatch(new RegExp(`^${named}: [^\\n]+\\n$`));
  expect(code).toBe(1);
});

const tools = ["staff.js", "db-snapshot.js", "db-restore.js"];
const wrongSettings = [
  ["LOG_LEVEL", "loud"],
  ["PAYFAST_MOD", "live"],
  ["EMAILJS_USER_ID", "user_1"],
] as const;

test.each(tools.flatMap((tool) => wrongSettings.map(([name, value]) => [tool, name, value] as const)))(
  "%s says in one line too that %s is wrong, and makes nothing",
  (tool, name, value) => {
    const folder = mkdtempSync(path.join(tmpdir(), "thuma-tool-"));
    const settings = { DATA_DIR: path.join(folder, "data"), [name]: value };
    const args = tool === "staff.js" ? ["list", "quotes"] : tool === "db-restore.js" ? ["copy.db"] : [];
    const { status, stderr } = spawnSync(process.execPath, [path.join("build/tools", tool), ...args], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^[^\\n]*${name}[^\\n]*\\n$`)),
    });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

/** Like a full disk, the system refuses to write more than this many blocks of 512 bytes. */
const withRoomFor = (blocks: number) => ["sh", "-c", `ulimit -f ${blocks}; exec "$@"`, "--"];

/** With PostgreSQL neither the database nor the secret lies there. */
test.runIf(!isPostgres).each([0, 8, 100, 500])(
  "a disk with room for %i blocks stops the start with one clear line",
  async (blocks) => {
    const folder = mkdtempSync(path.join(tmpdir(), "thuma-full-"));
    const start = { PORT: "0", DATA_DIR: folder };
    const { code, logs } = await startAndExit(start, withRoomFor(blocks));
    expect(logs).toMatch(
      new RegExp(
        `^(?:DATA_DIR: t|T)he disk of ${folder} is full(?: or broken)? \\([^\\n]+\\)\\. Make room [^\\n]+\\n$`,
      ),
    );
    expect(code).toBe(1);
    // Once there is room it starts, and has no empty secret that anybody could sign with.
    const site = await startSite({ DATA_DIR: folder });
    expect(readFileSync(path.join(folder, "session-secret"), "utf8")).toHaveLength(43);
    await site.stop();
    rmSync(folder, { recursive: true });
  },
);

/** The result of a new request. */
function anotherVisit(site: RunningSite): Promise<string> {
  return dial(site.port).then(({ socket }) => {
    socket.destroy();
    return "let in";
  }, String);
}

/** The site answers in order: once this is answered, it has read everything sent before. */
async function hasReadAll(site: RunningSite): Promise<void> {
  await rawRequest(site.port, get("/health"));
}

test.each<[string, string, RegExp]>([
  [
    "a folder that can never be made",
    "/proc/thuma/data",
    /^DATA_DIR: the folder \/proc\/thuma\/data can't be created: /,
  ],
  ["a folder that can't be written to", "/proc", /^DATA_DIR: the folder \/proc can't be used by this user: /],
  ["a file", path.resolve("package.json"), /^DATA_DIR: \S+package\.json is a file, not a folder$/m],
  ["a folder within a file", path.resolve("package.json/data"), /^DATA_DIR: the folder \S+ can't be created: ENOTDIR/],
])("%s for the data stops the start with one clear line", async (_, place, words) => {
  const { code, logs } = await startAndExit({ PORT: "0", DATA_DIR: place });
  expect({ code, logs }).toEqual({ code: 1, logs: expect.stringMatching(words) });
  expect(logs.trim().split("\n")).toHaveLength(1);
});
