import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gatewayOf } from "#app/domain/money/gateway.server";
import { aGuestAtThePayment, aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { aNotice } from "../support/payfast-stand-in";
import { freePort, type RunningSite, startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";

let dataDir: string;
let port: string;
let site: RunningSite;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "thuma-kill-and-restart-"));
  port = String(await freePort());
  site = await start();
});
afterEach(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("killed as a payment was confirmed: after the restart the waybill and the emails to both exist, once", async () => {
  const guest = await aGuestAtThePayment(site);
  const notice = aNoticeOf();
  const answer = await tell(notice);
  await site.kill();
  expect(answer.status).toBe(200);

  site = await start();
  await expect.poll(emails).toHaveLength(2);
  expect((await tell(notice)).status).toBe(200);
  const [waybill, ...more] = inTheFile<{ waybill_no: string }>(site, "SELECT waybill_no FROM waybills");
  expect(more).toEqual([]);
  expect((await guest.open(`/waybill/${waybill?.waybill_no}`)).status).toBe(200);
  expect(emails()).toHaveLength(2);
  expect(readFileSync(path.join(dataDir, "outbox", emails()[0] ?? ""), "utf8")).toContain(waybill?.waybill_no);
});

test("killed in the middle of notices: whatever was confirmed is there, and repeating the rest completes it", async () => {
  const notices: string[] = [];
  for (let parcels = 0; parcels < 4; parcels += 1) {
    await aGuestAtThePayment(site);
    notices.push(aNoticeOf());
  }
  const answers = Promise.all(notices.map((notice) => tell(notice).catch(() => null)));
  setTimeout(() => void site.kill(), 5);
  const acknowledged = (await answers).filter((answer) => answer?.status === 200).length;
  await site.exited;

  site = await start();
  const waybills = () => inTheFile(site, "SELECT waybill_no FROM waybills").length;
  expect(waybills()).toBeGreaterThanOrEqual(acknowledged);
  for (const notice of notices) expect((await tell(notice)).status).toBe(200);
  expect(waybills()).toBe(4);
  await expect.poll(emails).toHaveLength(8);
  expect(inTheFile(site, "SELECT DISTINCT state FROM payments")).toEqual([{ state: "complete" }]);
});

test("a restart sends the emails that were queued", async () => {
  await site.stop();
  inTheFile(
    { dataDir },
    `INSERT INTO outgoing_mails (id, letter_key, state, to_address, subject, text_body, html_body, attempts, next_attempt_at, queued_at)
     VALUES ('left-over', 'left-over', 'queued', 'thandi@example.co.za', 'Left over', 'Hello', '<p>Hello</p>', 0, '2026-11-16T08:00:00.000Z', '2026-11-16T08:00:00.000Z')`,
  );
  site = await start();
  await expect.poll(emails).toEqual(["2026-11-16-left-over.eml"]);
  await expect.poll(() => inTheFile(site, "SELECT state FROM outgoing_mails")).toEqual([{ state: "sent" }]);
});

test("a restart keeps every quote, and every draft in its browser", async () => {
  const guest = await aGuestAtTheReview(site);
  const before = [guest.page?.text.match(/Q\d{8}/)?.[0], guest.page?.document.querySelector(".total dd")?.text];
  await site.stop();
  site = await start();
  const page = await guest.open("/ship/review");
  expect([page.text.match(/Q\d{8}/)?.[0], page.document.querySelector(".total dd")?.text]).toEqual(before);
  expect((await guest.press("Book This Collection", { confirm: "on" })).url).toContain("/payfast/start/");
});

test("two processes that start at once on a new folder use one database, migrated once and seeded once", async () => {
  const shared = mkdtempSync(path.join(tmpdir(), "thuma-two-"));
  const sites = await Promise.all([startSite({ DATA_DIR: shared }), startSite({ DATA_DIR: shared })]);
  const [one, other] = sites;
  const guest = await aGuestAtTheReview(one);
  const [boxes] = inTheFile(site, "SELECT count(*) AS count FROM boxes");
  expect(inTheFile(one, "SELECT count(*) AS count FROM boxes")).toEqual([boxes]);
  const atTheOther = new Visitor(other.url);
  for (const [name, cookie] of guest.cookies) atTheOther.cookies.set(name, cookie);
  expect((await atTheOther.open("/ship/review")).text).toContain("Total Due");
  await Promise.all(sites.map((each) => each.stop()));
  rmSync(shared, { recursive: true, force: true });
});

function start(): Promise<RunningSite> {
  return startSite({ DATA_DIR: dataDir, PORT: port });
}

function emails(): string[] {
  const folder = path.join(dataDir, "outbox");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
}

function tell(notice: string): Promise<Response> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return fetch(`${site.url}/payfast/notify`, { method: "POST", body: notice, headers });
}

/** The notice that PayFast would post about the newest booking. */
function aNoticeOf(): string {
  const [quote] = inTheFile<{ id: string; grand_total_cents: number }>(
    site,
    "SELECT id, grand_total_cents FROM quotes ORDER BY created_at DESC LIMIT 1",
  );
  const gateway = gatewayOf({ mode: "simulator" }, `${site.url}/payfast/simulator`);
  if (!quote || !gateway) return expect.fail("nothing is booked");
  return aNotice({ id: quote.id, grandTotalCents: quote.grand_total_cents }, { pf_payment_id: quote.id }, gateway);
}
