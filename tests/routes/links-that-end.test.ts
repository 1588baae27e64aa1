import { describe, expect, test } from "vitest";
import type { LinkHolder } from "#app/domain/post/signed-pages";
import { formerKeyFor, linkKeyOf } from "#app/domain/values/link-signature.server";
import { HOURS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { asSent, keyTo } from "../support/as-sent";
import { emailTo } from "../support/mailbox";
import { openSite, siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { placeInSettings } from "../support/store-place";
import { Visitor } from "../support/visitor";

const SESSION_SECRET = "a secret that the test knows too";
const site = siteForAllTests({ SESSION_SECRET, SMS_QUIET_HOURS: "none" });

const SENDER = "thandi@example.co.za";
const RECEIVER = "sipho@example.co.za";
let people = 0;
let reports = 0;

describe("a letter to a wrong mailbox, whose email is put right", () => {
  test("of a receiver: its links open nothing any more, the new letter's open all, and the sender's go on", async () => {
    const { id, waybillNo } = await aBooking();
    await strangersReport(waybillNo);
    const wrong = [...linksTo(id, RECEIVER), linkTo(`/case/${waybillNo}`, "receiver")];
    const senders = [...linksTo(id, SENDER), linkTo(`/case/${waybillNo}`, "sender")];
    expect(pagesOf(wrong)).toEqual(["case", "find-me", "stop-messages", "t"]);
    for (const link of wrong) expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: true });

    const right = await putRight(RECEIVER);
    for (const link of wrong) {
      expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: false });
      expect(await answerTo(link)).toEqual(await answerTo(link.replace(/key=.*/, `key=${"A".repeat(22)}`)));
    }
    const { text } = await emailTo(site.dataDir, right, /^Your links to this parcel/);
    const theirs = signedIn(text);
    expect(pagesOf(theirs)).toEqual(pagesOf(wrong));
    for (const link of [...theirs, ...senders])
      expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: true });
  });

  test("of a sender: so too, with every page of the payer, and the receiver's go on", async () => {
    const { id, waybillNo } = await aBooking();
    await strangersReport(waybillNo);
    const more = [`/case/${waybillNo}`, `/stop-messages/${id}/sender`].map((path) => linkTo(path, "sender"));
    const wrong = [...linksTo(id, SENDER), ...more];
    const receivers = linksTo(id, RECEIVER);
    const every = ["cancel", "case", "change", "invoice", "stop-messages", "waybill"];
    expect(pagesOf(wrong)).toEqual(every);
    const pdf = wrong
      .map((link) => link.replace(/^(\/waybill\/TH\d+)/, "$1.pdf"))
      .filter((link) => link.includes("pdf"));
    for (const link of [...wrong, ...pdf])
      expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: true });

    const right = await putRight(SENDER);
    for (const link of [...wrong, ...pdf])
      expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: false });
    const theirs = signedIn((await emailTo(site.dataDir, right, /^Your links to this parcel/)).text);
    expect(pagesOf(theirs)).toEqual(every);
    for (const link of [...theirs, ...receivers])
      expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: true });
  });

  test("sent again, goes to today's email, with links that open", async () => {
    const { id, waybillNo } = await aBooking();
    const right = await putRight(SENDER);
    const [email] = inTheFile<{ id: string }>(
      site,
      `SELECT id FROM outgoing_mails WHERE letter_key = 'booking-confirmed:${id}'`,
    );
    expect(await staff(site, ["resend", "email", email?.id ?? ""])).toMatchObject({
      ...{ code: 0, out: expect.stringContaining(`to ${right} will be sent again`) },
    });
    const { text } = await emailTo(site.dataDir, right, /^Booking confirmed/);
    expect(pagesOf(signedIn(text))).toEqual(["cancel", "change", "invoice", "waybill"]);
    for (const link of signedIn(text))
      expect({ link, opens: await opens(link, waybillNo) }).toEqual({ link, opens: true });
  });

  test("that still waits, goes to today's email alone", async () => {
    const { id } = await aBooking();
    const state = `SELECT state FROM outgoing_mails WHERE letter_key = 'booked:${id}:receiver'`;
    await expect.poll(() => inTheFile(site, state)).toEqual([{ state: "sent" }]);
    const later = new Date(Date.now() + HOURS).toISOString();
    inTheFile(
      site,
      `UPDATE outgoing_mails SET state = 'queued', attempts = 0, next_attempt_at = '${later}' WHERE letter_key = 'booked:${id}:receiver'`,
    );
    const right = await putRight(RECEIVER);
    const [waiting] = inTheFile(
      site,
      `SELECT to_address AS "to" FROM outgoing_mails WHERE letter_key = 'booked:${id}:receiver'`,
    );
    expect(waiting).toEqual({ to: right });
    const former = inTheFile(
      site,
      `SELECT to_address AS "to" FROM outgoing_mails WHERE letter_key LIKE 'receiver-changed:${id}:%'`,
    );
    expect(former).toEqual([{ to: RECEIVER }]);
    inTheFile(site, `DELETE FROM outgoing_mails WHERE letter_key = 'booked:${id}:receiver'`);
  });
});

test("another receiver ends the links of the one before, one of a name or a phone that was misspelt doesn't", async () => {
  const { id, waybillNo } = await aBooking();
  const links = linksTo(id, RECEIVER);
  const opened = () => Promise.all(links.map((link) => opens(link, waybillNo)));
  const change = (...words: string[]) => staff(site, ["change", "booking", waybillNo, ...words]);
  expect(await change("--to-name", "Sipho Dlaminie")).toMatchObject({ code: 0 });
  expect(await change("--to-phone", "0731112222")).toMatchObject({ code: 0 });
  expect(await opened()).toEqual(links.map(() => true));
  expect(await change("--to-name", "Lerato Mokoena", "--to-phone", "0841112222")).toMatchObject({ code: 0 });
  expect(await opened()).toEqual(links.map(() => false));
});

test("links of an earlier release, which signed the address alone, open until their person's end", async () => {
  const { id, waybillNo, invoiceNo } = await aBooking();
  const former = (path: string) => `${path}?key=${formerKeyFor(linkKeyOf(SESSION_SECRET), path)}`;
  const links = {
    sender: [`/waybill/${waybillNo}`, `/invoice/${invoiceNo}`, `/change/${id}`, `/cancel/${id}`],
    receiver: [`/find-me/${id}`, `/stop-messages/${id}/receiver`],
  };
  const opened = (of: keyof typeof links) => Promise.all(links[of].map((path) => opens(former(path), waybillNo)));
  expect([await opened("sender"), await opened("receiver")].flat()).not.toContain(false);
  await putRight(RECEIVER);
  expect(await opened("receiver")).not.toContain(true);
  expect(await opened("sender")).not.toContain(false);
  await putRight(SENDER);
  expect(await opened("sender")).not.toContain(true);
});

test("nothing that is stored has a key, after a journey's messages were queued and sent", async () => {
  const { waybillNo } = await aBooking();
  for (const words of [
    ["mark", "collected", waybillNo],
    ["mark", "out-for-delivery", waybillNo],
    ["mark", "failed-attempt", waybillNo],
    ["change", "booking", waybillNo, "--to-phone", "0831112222"],
    ["correct", "customer", RECEIVER, "--email", "sipho@scan.example"],
  ])
    expect(await staff(site, words)).toMatchObject({ code: 0 });
  await emailTo(site.dataDir, "sipho@scan.example", /^Your links/);
  const stranger = new Visitor(site.url);
  await stranger.open("/lost");
  await stranger.press("Send the links again", { contact: "sipho@scan.example" });
  const sent = (await emailTo(site.dataDir, "sipho@scan.example", /waybill number/)).text;
  expect(signedIn(sent)).not.toEqual([]);
  const isTable = isPostgres
    ? "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
    : "SELECT name FROM sqlite_master WHERE type = 'table'";
  const names = inTheFile<{ name: string }>(site, isTable).map(({ name }) => name);
  expect(names).toContain("outgoing_mails");
  for (const name of names) {
    const rows = JSON.stringify(inTheFile(site, `SELECT * FROM "${name}"`));
    expect({ name, keys: rows.match(/[?&]key=[^"]*/g) }).toEqual({ name, keys: null });
  }
});

test("a letter that was queued before the secret was replaced is signed with today's when it is sent", async () => {
  const dataDir = aFolder();
  const before = await openSite({ DATA_DIR: dataDir, SESSION_SECRET: "the secret that has leaked" });
  const { waybillNo } = await aGuestWithAWaybill(before);
  await before.stop();
  const at = "SELECT id FROM outgoing_mails WHERE letter_key LIKE 'booking-confirmed:%'";
  inTheFile(before, `UPDATE outgoing_mails SET state = 'queued', sent_at = NULL, attempts = 0 WHERE id = (${at})`);
  inTheFile(before, `UPDATE outgoing_mails SET to_address = '${SENDER}', claimed_at = NULL WHERE id = (${at})`);
  const after = await openSite({ DATA_DIR: dataDir, SESSION_SECRET, ...placeInSettings(`${dataDir}/courier.db`) });
  let link = "";
  await expect
    .poll(async () => {
      link =
        signedIn((await emailTo(dataDir, SENDER, /^Booking confirmed/)).text).find((each) =>
          each.includes("/waybill/"),
        ) ?? "";
      return (await new Visitor(after.url).open(link)).status;
    })
    .toBe(200);
  expect((await new Visitor(after.url).open(link)).text).toContain("Sipho Dlamini");
  expect(link).toContain(waybillNo);
  await after.stop();
});

test("what somebody wrote like a link that is to be signed isn't signed", async () => {
  const { id } = await aBooking();
  const planted = `${site.url}/change/${id}?signed`;
  expect(asSent(site, planted)).toContain("?key=");
  const guest = new Visitor(site.url);
  const { waybillNo } = bookingOf(id);
  await guest.open(`/case/${waybillNo}`);
  await guest.press("Send", { kind: "not_there", words: planted, contact: SENDER });
  const stored = JSON.stringify(inTheFile(site, "SELECT text_body, html_body FROM outgoing_mails"));
  expect(stored).not.toContain(`/change/${id}?signed "`);
  const rows = inTheFile<{ text: string }>(
    site,
    "SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'case-%'",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text).not.toContain(`${id}?signed`);
});

/** Staff put a person's email right. Each time to another one, because mailboxes are read by address. */
async function putRight(email: string): Promise<string> {
  people += 1;
  const right = `right-${people}@example.com`;
  expect(await staff(site, ["correct", "customer", email, "--email", right])).toMatchObject({ code: 0 });
  return right;
}

async function aBooking() {
  const { waybillNo } = await aGuestWithAWaybill(site);
  const [row] = inTheFile<{ id: string }>(
    site,
    `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
  );
  return bookingOf(row?.id ?? "");
}

function bookingOf(id: string) {
  const [row] = inTheFile<{ id: string; waybillNo: string; invoiceNo: string }>(
    site,
    `SELECT waybills.quote_id AS id, waybill_no AS "waybillNo", invoice_no AS "invoiceNo" FROM waybills
     JOIN invoices ON invoices.quote_id = waybills.quote_id WHERE waybills.quote_id = '${id}'`,
  );
  return row ?? expect.fail("no booking");
}

/** The links with keys in a booking's letters to an address. */
function linksTo(quoteId: string, to: string): string[] {
  const person = to === SENDER ? "sender" : "receiver";
  return inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails WHERE quote_id = '${quoteId}' AND to_address = '${to}'`,
  ).flatMap(({ text }) => signedIn(asSent(site, text, person)));
}

const linkTo = (path: string, person: LinkHolder) => `${path}?key=${keyTo(site, path, person)}`;

function signedIn(text: string): string[] {
  return [...new Set([...text.matchAll(/https?:\/\/[^/\s]+(\S+\?key=[\w-]+)/g)].map(([, link = ""]) => link))];
}

const pagesOf = (links: string[]) => [...new Set(links.map((link) => link.split("/")[1]))].toSorted();

/** Whether a link does what only its key allows. */
async function opens(link: string, waybillNo: string): Promise<boolean> {
  const page = link.split("/")[1] ?? "";
  if (page === "case") return isReportTaken(link);
  if (page === "t") {
    const [quote] = inTheFile<{ id: string }>(
      site,
      `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${waybillNo}'`,
    );
    return (await new Visitor(site.url).open(`/find-me/${quote?.id}?${link.split("?")[1]}`)).status === 200;
  }
  const answer = await fetch(site.url + link, { redirect: "manual" });
  return answer.status === 200;
}

/** Whether a report is taken; six by strangers about the parcel were taken before, so only one by a link is. */
async function isReportTaken(link: string): Promise<boolean> {
  const visitor = new Visitor(site.url);
  await visitor.open(link);
  reports += 1;
  return (await visitor.press("Send", { kind: "not_there", words: `Report ${reports}`, contact: "" })).text.includes(
    "We have your report",
  );
}

async function strangersReport(waybillNo: string): Promise<void> {
  for (let n = 1; n <= 6; n += 1) expect(await isReportTaken(`/case/${waybillNo}`)).toBe(true);
  expect(await isReportTaken(`/case/${waybillNo}`)).toBe(false);
}

async function answerTo(link: string) {
  const visitor = new Visitor(site.url);
  const page = await visitor.open(link);
  return { status: page.status, text: page.text };
}
