import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { formerKeyFor, formerLinkKeyOf, linkKeyOf } from "#app/domain/values/link-signature.server";
import { DAYS, MINUTES } from "#app/durations";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { asSent, keyTo } from "../support/as-sent";
import { openSite, siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const SESSION_SECRET = "the secret that signs the links of this test";
const OLDER_SECRET = "the secret before it that is still listed";
const PERSONAL = /Nkosi|Dlamini|Mphuti|Ncome|082 123|thandi@|sipho@/;

const site = siteForAllTests({ SESSION_SECRET: `${SESSION_SECRET}, ${OLDER_SECRET}` });

describe("the key that signs links", () => {
  test("is stored nowhere, and a file of it that an earlier release has left is gone", async () => {
    const { out } = await staff(site, ["show", "site", "--json"]);
    expect(out).toContain("address");
    const stored = JSON.stringify(inTheFile(site, "SELECT name, value FROM site_facts"));
    for (const secret of [linkKeyOf(SESSION_SECRET), formerLinkKeyOf(SESSION_SECRET), SESSION_SECRET, OLDER_SECRET])
      for (const read of [out, stored]) expect(read).not.toContain(secret);
    const dataDir = aFolder();
    const file = path.join(dataDir, "link-key");
    writeFileSync(file, linkKeyOf(SESSION_SECRET));
    const again = await openSite({ DATA_DIR: dataDir, SESSION_SECRET });
    await again.stop();
    expect(existsSync(file)).toBe(false);
  });

  test("is left out of staff's view even where a row of the site's settings isn't known", async () => {
    inTheFile(site, "INSERT INTO site_facts (name, value, told_at) VALUES ('link_key', 'a-former-key', '2026-11-01')");
    const { code, out } = await staff(site, ["show", "site", "--json"]);
    inTheFile(site, "DELETE FROM site_facts WHERE name = 'link_key'");
    expect({ code, out }).toEqual({ code: 0, out: expect.not.stringContaining("a-former-key") });
  });

  test("signs the links that a staff command writes, which has no key", async () => {
    const { id, waybillNo } = await aBooking();
    expect(await staff(site, ["change", "booking", waybillNo, "--to-phone", "0831112222"])).toMatchObject({ code: 0 });
    const link = linkIn(`booking-changed:${id}`, "/waybill/");
    expect((await new Visitor(site.url).open(link)).text).toContain("Sipho Dlamini");
  });

  test("of a secret that is still listed its links do all they did, those of its former key are only read", async () => {
    const { id } = await aBooking();
    upgraded(DAYS);
    const buttonsBy = async (signingKey: string) => {
      const page = await new Visitor(site.url).open(`/change/${id}?key=${formerKeyFor(signingKey, `/change/${id}`)}`);
      return [page.status, page.document.querySelectorAll("main form button").length];
    };
    expect(await buttonsBy(linkKeyOf(SESSION_SECRET))).toEqual([200, 1]);
    expect(await buttonsBy(linkKeyOf(OLDER_SECRET))).toEqual([200, 1]);
    expect(await buttonsBy(formerLinkKeyOf(OLDER_SECRET))).toEqual([200, 0]);
    expect(await buttonsBy(linkKeyOf("a secret that has left the list"))).toEqual([404, 0]);
  });
});

describe("a link that an earlier release signed", () => {
  const former = (address: string) => `${address}?key=${formerKeyFor(formerLinkKeyOf(SESSION_SECRET), address)}`;

  test("opens papers for 60 days after the upgrade, but never gets a new key", async () => {
    const { waybillNo, invoiceNo } = await aBooking();
    upgraded(60 * DAYS - MINUTES);
    const page = await new Visitor(site.url).open(former(`/waybill/${waybillNo}`));
    expect(page.text).toContain("Sipho Dlamini");
    expect(page.html).not.toContain(keyTo(site, `/waybill/${waybillNo}`));
    const pdf = page.document.querySelectorAll("a").find((link) => link.text.trim() === "Waybill as PDF");
    expect((await fetch(site.url + pdf?.getAttribute("href"))).headers.get("Content-Type")).toBe("application/pdf");
    expect((await new Visitor(site.url).open(former(`/invoice/${invoiceNo}`))).text).toContain(invoiceNo);
  });

  test.each([
    ["change", "Change this booking", "toPhone=0831112222&toName=Thief"],
    ["cancel", "Cancel this booking?", "reason="],
    ["find-me", "Help the driver find me", "landmark=Nowhere"],
    ["find-me", "Send me the PIN again", "pin=again"],
  ])("shows /%s without its form, and changes nothing", async (what, _, body) => {
    const { id } = await aBooking();
    upgraded(DAYS);
    const address = former(`/${what}/${id}`);
    const before = written(id);
    const stranger = new Visitor(site.url);
    const page = await stranger.open(address);
    expect(page.status).toBe(200);
    expect(page.text).toContain("nothing can be changed with it any more");
    expect(page.document.querySelectorAll("main form button")).toHaveLength(0);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await stranger.follow(await stranger.send(address, { method: "POST", body, headers }));
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("nothing can be changed with it any more");
    expect(written(id)).toEqual(before);
  });

  test("stops messages, as the email that it is in says, and does nothing else", async () => {
    const { id } = await aBooking();
    upgraded(DAYS);
    const receiver = new Visitor(site.url);
    const page = await receiver.open(former(`/stop-messages/${id}/receiver`));
    expect(page.text).toContain("It can only stop messages.");
    const stopped = await receiver.press("Stop emails");
    expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining("We send no more emails to")]);
    expect(stopped.document.querySelectorAll("button").map(({ text }) => text)).not.toContain("Send emails again");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const again = await receiver.send(page.url, { method: "POST", body: "allow=email", headers });
    expect(again.status).toBe(403);
    expect((await receiver.open(page.url)).text).toContain("We send no more emails to");
  });

  test("opens nothing later, nor where no earlier release has signed any", async () => {
    const { id, waybillNo, invoiceNo } = await aBooking();
    for (const since of [
      () => upgraded(60 * DAYS),
      () => inTheFile(site, "DELETE FROM site_facts WHERE name = 'links_renewed_at'"),
    ]) {
      since();
      for (const address of [`/waybill/${waybillNo}`, `/invoice/${invoiceNo}`, `/change/${id}`, `/find-me/${id}`]) {
        const page = await new Visitor(site.url).open(former(address));
        expect({ address, status: page.status }).toEqual({ address, status: 404 });
        expect(page.html).not.toMatch(PERSONAL);
      }
    }
  });
});

test.each([
  ["delivered", ["collected", "delivered"], "can't be changed here any more", "This booking can't be cancelled"],
  ["cancelled", ["cancelled"], "can't be changed here any more", "This booking has been cancelled"],
])("the links of a %s parcel no longer change or cancel it, and say so", async (_, marks, change, cancel) => {
  const { id, waybillNo } = await aBooking();
  const links = {
    change: linkIn(`booking-confirmed:${id}`, "/change/"),
    cancel: linkIn(`booking-confirmed:${id}`, "/cancel/"),
  };
  for (const mark of marks)
    expect(
      await staff(
        site,
        mark === "cancelled" ? ["cancel", "booking", waybillNo, "--because", "rain"] : ["mark", mark, waybillNo],
      ),
    ).toMatchObject({ code: 0 });
  const before = written(id);
  const stranger = new Visitor(site.url);
  for (const [link, words, body] of [
    [links.change, change, "toName=Thief"],
    [links.cancel, cancel, "reason="],
  ] as const) {
    const page = await stranger.open(link);
    expect({ status: page.status, text: page.text }).toEqual({ status: 200, text: expect.stringContaining(words) });
    expect(page.document.querySelectorAll("main form button")).toHaveLength(0);
    const data = await fetch(`${site.url}${link}&_data=routes%2F${/\/(\w+)\//.exec(link)?.[1]}.%24quoteId`);
    expect(await data.text()).not.toMatch(PERSONAL);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    await stranger.follow(await stranger.send(link, { method: "POST", body, headers }));
  }
  expect(written(id)).toEqual(before);
});

/** So long ago the key left the database. */
function upgraded(ago: number): void {
  const at = new Date(Date.now() - ago).toISOString();
  inTheFile(site, "DELETE FROM site_facts WHERE name = 'links_renewed_at'");
  inTheFile(site, `INSERT INTO site_facts (name, value, told_at) VALUES ('links_renewed_at', '${at}', '${at}')`);
}

/** A paid booking of a guest. */
async function aBooking(): Promise<{ id: string; waybillNo: string; invoiceNo: string }> {
  const { waybillNo } = await aGuestWithAWaybill(site);
  const [found] = inTheFile<{ id: string; invoiceNo: string }>(
    site,
    `SELECT waybills.quote_id AS id, invoice_no AS "invoiceNo" FROM waybills
     JOIN invoices ON invoices.quote_id = waybills.quote_id WHERE waybill_no = '${waybillNo}'`,
  );
  return { waybillNo, ...(found ?? expect.fail("no booking")) };
}

/** What a link could have changed. */
function written(id: string) {
  return {
    quote: inTheFile(site, `SELECT status, form_snapshot, cancelled_at FROM quotes WHERE id = '${id}'`),
    stops: inTheFile(site, "SELECT channel FROM message_stops"),
    emails: inTheFile(site, "SELECT count(*) AS many FROM outgoing_mails"),
  };
}

/** The path and key of the link to a page in an email. */
function linkIn(email: string, page: string): string {
  const [row] = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE '${email}%' AND text_body LIKE '%${page}%'`,
  );
  const { pathname, search } = new URL(
    new RegExp(`http\\S*${page}\\S+`).exec(asSent(site, row?.text ?? ""))?.[0] ?? "http://no.link",
  );
  return pathname + search;
}
