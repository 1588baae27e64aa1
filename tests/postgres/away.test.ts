import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { queueEmail } from "#app/domain/post/outbox.server";
import { MINUTES, SECONDS } from "#app/durations";
import { joinStore } from "#db/store.server";
import { limitsAsked } from "../../demo/limits-asked";
import { aMailServer } from "../support/a-mail-server";
import { aFolder } from "../support/a-store";
import { commitCuttingProxy } from "../support/commit-cutting-proxy";
import { freePort, startAndExit, startSite } from "../support/running-site";
import { siteArguments } from "../support/site-arguments.mjs";
import { storePlace } from "../support/store-place";
import { startPostgres } from "./server.mjs";

const SESSION_SECRET = randomBytes(33).toString("base64");

test("a start while PostgreSQL is away waits, tells visitors and the log so once, and then goes on by itself", async () => {
  const DATA_DIR = aFolder();
  const url = new URL(await storePlace(path.join(DATA_DIR, "courier.db")));
  const [serverPort, port] = [Number(url.port), await freePort()];
  url.port = String(await freePort());
  const starting = startSite({ DATA_DIR, DATABASE_URL: url.href, SESSION_SECRET, PORT: String(port) });
  const page = await Promise.race([
    firstAnswer(`http://localhost:${port}/ship`),
    starting.then(() => expect.fail("it has started")),
  ]);
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("We are just starting")]);
  const proxy = await commitCuttingProxy(serverPort, Number(url.port));
  onTestFinished(() => proxy.close());
  const site = await starting;
  expect((await fetch(`${site.url}/ship`)).status).toBe(200);
  expect(site.logs().match(/PostgreSQL can't be reached.*waiting for it/g)).toHaveLength(1);
  await site.kill();
});

describe("a start ends in one line that says what is wrong, with", () => {
  test.each<[string, RegExp, (url: URL) => void | Promise<void>]>([
    [
      "a wrong database name",
      /database "nowhere" does not exist/,
      (url) => void Object.assign(url, { pathname: "/nowhere" }),
    ],
    [
      "a wrong host name",
      /ENOTFOUND nowhere\.invalid/,
      (url) => void Object.assign(url, { hostname: "nowhere.invalid" }),
    ],
    [
      "a certificate asked of a server without one",
      /SSL/,
      (url) => void url.searchParams.set("sslmode", "verify-full"),
    ],
    [
      "a wrong password",
      /password authentication failed/,
      async (url) => void Object.assign(url, { port: await aStrictServer() }),
    ],
  ])("%s", async (_what, words, change) => {
    const DATA_DIR = aFolder();
    const url = new URL(await storePlace(path.join(DATA_DIR, "courier.db")));
    await change(url);
    const PORT = String(await freePort());
    const { code, logs } = await startAndExit({ DATA_DIR, DATABASE_URL: url.href, SESSION_SECRET, PORT });
    expect([code, logs]).toEqual([1, expect.stringMatching(words)]);
    expect(logs.trim().split("\n")).toHaveLength(1);
  });
});

test("while the standby is missing, looks at /health leave one connection that waits for it, and no more", async () => {
  const server = await startPostgres({ settings: ["fsync=off"] });
  onTestFinished(() => server.stop());
  const admin = new pg.Client({ connectionString: server.url });
  // It ends with the server.
  admin.on("error", () => undefined);
  await admin.connect();
  const standby = async (name: string) => {
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await admin.query("SELECT pg_reload_conf()");
  };
  const site = await startSite({ DATA_DIR: aFolder(), DATABASE_URL: server.url, SESSION_SECRET });
  onTestFinished(() => void site.send("SIGKILL"));
  const health = async () => (await fetch(`${site.url}/health`)).status;
  await expect.poll(health).toBe(200);
  await standby("nobody");
  await expect.poll(health).toBe(503);
  for (let looks = 0; looks < 4; looks += 1) {
    // What it has just found counts for two seconds.
    await pause(2.1 * SECONDS);
    expect(await health()).toBe(503);
  }
  const { rows } = await admin.query(
    "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
  );
  expect(rows).toEqual([{ waiting: 1 }]);
  // A transaction without a write needs no standby.
  const store = await joinStore(server.url);
  onTestFinished(() => store.close());
  await store.tx(async () => undefined);
  expect(await store.isWritable()).toBe(false);
  await standby("");
  await expect.poll(health).toBe(200);
});

test("a machine whose clock jumps forward sends no email that another has in hand", async () => {
  const mail = await aMailServer({ answersAfterMs: 10 * SECONDS });
  const folder = aFolder();
  const DATABASE_URL = await storePlace(path.join(folder, "courier.db"));
  const jumped = path.join(folder, "jumped");
  const shared = { DATABASE_URL, SESSION_SECRET, SMTP_URL: mail.url, MAIL_FROM: "no-reply@thuma.example" };
  const jumps = await startSite({ ...shared, DATA_DIR: aFolder() }, [...clockThatJumps(jumped), ...siteArguments]);
  onTestFinished(() => void jumps.send("SIGKILL"));
  const store = await joinStore(DATABASE_URL);
  onTestFinished(() => store.close());
  const queue = (n: number) =>
    store.tx((tx) => {
      const to = `person${n}@domain${n}.example`;
      return queueEmail(tx, limitsAsked, { key: to, to, subject: to, text: to, html: to }, new Date());
    });
  // So it has looked at its clock before.
  await queue(0);
  await expect.poll(() => mail.received.length).toBe(1);
  // As a virtual machine is suspended and resumed.
  jumps.send("SIGSTOP");
  const sends = await startSite({ ...shared, DATA_DIR: aFolder() });
  onTestFinished(() => void sends.send("SIGKILL"));
  for (let n = 1; n < 5; n += 1) await queue(n);
  await expect.poll(() => mail.texts).toBe(5);
  sends.send("SIGSTOP");
  writeFileSync(jumped, "");
  jumps.send("SIGCONT");
  // Only the one that jumped can send it, and looks at what the other has in hand before it does.
  await queue(5);
  await expect.poll(() => mail.texts).toBe(6);
  await pause(SECONDS);
  sends.send("SIGCONT");
  await expect.poll(() => mail.received.length).toBe(6);
  expect(mail.texts).toBe(6);
});

/** Node's arguments for a process whose clock is 150 s ahead once a file exists. */
function clockThatJumps(file: string): string[] {
  const code = `
    import { existsSync } from "node:fs";
    const Real = Date;
    const now = () => Real.now() + (existsSync(${JSON.stringify(file)}) ? ${2.5 * MINUTES} : 0);
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
      static now() { return now(); }
    };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}

/** A server that refuses every password. */
async function aStrictServer(): Promise<number> {
  const fields = Buffer.from('SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "thuma"\0\0');
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.once("data", () => client.end(Buffer.concat([Buffer.from("E"), length, fields])));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Once it listens. */
async function firstAnswer(address: string): Promise<Response> {
  let answer: Response | undefined;
  const asked = async () => {
    answer = await fetch(address).catch(() => undefined);
    return answer;
  };
  await expect.poll(asked).toBeDefined();
  return answer ?? expect.fail("no answer");
}
