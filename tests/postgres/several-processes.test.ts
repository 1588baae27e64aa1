import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isNotNull, like } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { signed } from "#app/domain/messages/sign-email.server";
import { linkKeyOf } from "#app/domain/values/link-signature.server";
import { SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { rates } from "#db/schema/pricing";
import { joinStore } from "#db/store.server";
import { aGuestWithAWaybill } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { startSite } from "../support/running-site";
import { staffProcess } from "../support/staff";
import { inTheDatabase, storePlace } from "../support/store-place";
import { SIGNED_IN, STORED_SESSIONS } from "../support/stored-sessions";
import { SIGNED_WHEN_SENT, STORED_WITH_KEYS } from "../support/stored-with-keys";
import { Visitor } from "../support/visitor";

test("a rate that staff change shows on the pages of every process within two seconds", async () => {
  const { start, store } = await machines();
  const sites = [await start(), await start()];
  const pages = () => Promise.all(sites.map(({ url }) => fetch(`${url}/`).then((page) => page.text())));
  // Twice, so that both are cached.
  await pages();
  const before = await pages();
  await (await store()).tx((tx) => tx.update(rates).set({ amountCents: 98_765 }).where(isNotNull(rates.amountCents)));
  await pause(2 * SECONDS);
  const after = await pages();
  expect(after.map((page, n) => page === before[n])).toEqual([false, false]);
  expect(after[1]).toBe(after[0]?.replaceAll(`:${sites[0]?.port}`, `:${sites[1]?.port}`));
});

test("a link that one machine signs, or its staff, opens on every other", async () => {
  const { start, store, shared } = await machines();
  const [one, other] = [await start(), await start()];
  const { waybillNo } = await aGuestWithAWaybill(one);
  const linksIn = async (kind: string) => {
    const { read } = await store();
    const emails = await read.select().from(outgoingMails).where(like(outgoingMails.emailKey, kind));
    const sent = emails.map(({ toAddress: to, textBody: text, htmlBody: html }) =>
      signed(read, linkKeyOf(shared.SESSION_SECRET), { to, text, html }),
    );
    return (await Promise.all(sent)).flatMap(({ text }) => /\/waybill\/\S+/.exec(text) ?? []);
  };
  const change = ["change", "booking", waybillNo, "--to-phone", "0831112222"];
  expect(await staffProcess(other, change, shared)).toMatchObject({ code: 0 });
  const links = [...(await linksIn("booking-confirmed:%")), ...(await linksIn("booking-changed:%"))];
  expect(links.length).toBeGreaterThan(1);
  for (const site of [one, other])
    for (const link of links) expect((await new Visitor(site.url).open(link)).text).toContain("Sipho Dlamini");
});

test("the migration takes the key out of the database, and keeps its day instead", async () => {
  const { file } = await machines();
  inTheDatabase(file, "INSERT INTO site_facts (name, value, told_at) VALUES ('link_key', 'a-former-key', now())");
  const [name = ""] = readdirSync("db/migrations-postgres").filter((each) => each.endsWith("_renewed_links.sql"));
  inTheDatabase(file, readFileSync(`db/migrations-postgres/${name}`, "utf8"));
  expect(inTheDatabase(file, "SELECT name, value FROM site_facts")).toEqual([
    { name: "links_renewed_at", value: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  ]);
});

test("the migration takes the keys of links out of stored emails and answers", async () => {
  const { file } = await machines();
  // The two tables of then.
  inTheDatabase(
    file,
    `CREATE TABLE api_answers (uid text, key text, request_hash text, status bigint, body json, location text, answered_at timestamptz);
     CREATE TABLE office_answers (key text, answer json, answered_at timestamptz);
     INSERT INTO rate_limits VALUES ('taken-back:f', 1, '2026-12-08T08:00:00.000Z');
     SET session_replication_role = replica; ${STORED_WITH_KEYS}`,
  );
  for (const update of [...statements("_links_that_end.sql", 2), ...statements("_done_once.sql", 2)])
    inTheDatabase(file, update);
  expect(inTheDatabase(file, "SELECT text_body, html_body FROM outgoing_mails")).toEqual([SIGNED_WHEN_SENT]);
  const done = inTheDatabase(file, "SELECT kind, who, key, answer::text AS answer, at FROM done_once ORDER BY kind");
  expect(JSON.stringify(done)).not.toContain("key=");
  expect(done).toMatchObject([
    { kind: "call by key", who: "u", key: "k", answer: expect.stringContaining('"requestHash" : "h", "status" : 200') },
    { kind: "mark taken back", who: "", key: "f", answer: "true" },
    { kind: "office form", who: "o", key: "k", answer: '["https://c.example/invoice/INV-1"]' },
  ]);
});

test("the migration to one table of sessions leaves everybody signed in", async () => {
  const { file } = await machines();
  // The three tables of then.
  inTheDatabase(
    file,
    `DROP TABLE sessions CASCADE;
     CREATE TABLE sessions (id text PRIMARY KEY, uid text, guest_id text, browser text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz);
     CREATE TABLE driver_sessions (id text PRIMARY KEY, driver_id text, phone text, created_at timestamptz, expires_at timestamptz);
     CREATE TABLE office_sessions (id text PRIMARY KEY, person_id text, browser text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, code_at timestamptz);
     ${STORED_SESSIONS}`,
  );
  for (const statement of statements("_one_session.sql", 0)) inTheDatabase(file, statement);
  const seen =
    "to_char(last_seen_at AT TIME ZONE 'UTC', 'DD') AS seen, to_char(code_at AT TIME ZONE 'UTC', 'DD') AS code";
  const query = `SELECT id, kind, who, guest_id, browser, ${seen} FROM sessions ORDER BY id`;
  expect(inTheDatabase(file, query)).toEqual(SIGNED_IN);
});

/** A migration's statements, without the first few. */
function statements(ending: string, skipped: number): string[] {
  const [name = ""] = readdirSync("db/migrations-postgres").filter((each) => each.endsWith(ending));
  return readFileSync(`db/migrations-postgres/${name}`, "utf8").split("--> statement-breakpoint").slice(skipped);
}

/** Several machines with one database. */
async function machines() {
  const file = path.join(aFolder(), "courier.db");
  const DATABASE_URL = await storePlace(file);
  const shared = { DATABASE_URL, SESSION_SECRET: randomBytes(33).toString("base64") };
  return {
    file,
    shared,
    async start() {
      const site = await startSite({ ...shared, DATA_DIR: aFolder() });
      onTestFinished(() => void site.send("SIGKILL"));
      return site;
    },
    async store() {
      const store = await joinStore(DATABASE_URL);
      onTestFinished(() => store.close());
      return store;
    },
  };
}
