import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { noteChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { addClaim } from "#app/domain/money/claims.server";
import { DAYS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { deskOfSite } from "../support/a-desk";
import { aGuestAtTheReview, aGuestWithAWaybill } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
beforeAll(async () => {
  const [open, done] = [await aGuestWithAWaybill(site), await aGuestWithAWaybill(site)];
  await terminal.ask("mark", "collected", open.waybillNo, done.waybillNo);
  await terminal.ask("mark", "delivered", done.waybillNo);
  const rows = await store.read
    .select()
    .from(quotes)
    .where(eq(quotes.status, "waybill_created"))
    .orderBy(asc(quotes.quoteNo));
  const [first = "", second = ""] = rows.map(({ id }) => id);
  const noted = { notedAt: new Date(), notedBy: "Zanele", mode: "simulator" } as const;
  await store.tx(async (tx) => {
    await noteChargeback(tx, first, { amountCents: 80_62, by: "Zanele" }, new Date());
    await addClaim(tx, { waybillNo: done.waybillNo, amountCents: 850_00, reference: "CLAIM 850", ...noted });
    await tx.update(payments).set({ way: "cash" }).where(eq(payments.quoteId, second));
  });
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

test("the figures are pictures without a script, told in words, each with its numbers as a table and as CSV", async () => {
  const reader = await anOfficeBrowser(site, "reader", store);
  const page = await reader.open("/office/figures");
  expect(page.html).not.toContain("<script");
  // On PostgreSQL they are read in a copy.
  expect(page.text.includes("As of ")).toBe(isPostgres);
  expect(page.text).toContain(
    "In these 26 weeks 2 parcels were booked, and paid or on account: R\u00a0161,24 together",
  );
  expect(page.text).toMatch(
    /This month and the last: cash R.80,62, transfers R.0,00, claims R.850,00, taken back by banks R.80,62\./,
  );
  expect(page.text).toContain("Parcels under way: 1. Most of them: collected, 1.");
  expect(page.text).toContain("It took longest to Soweto: 0 days");
  const pictures = page.document.querySelectorAll("svg.chart").map((svg) => svg.getAttribute("aria-label"));
  expect(pictures).toHaveLength(5);
  const beside = page.document.querySelectorAll("svg.chart text").map(({ text }) => text.trim());
  expect(beside).toEqual(expect.arrayContaining(["R\u00a080,62", "R\u00a0850,00"]));
  for (const words of beside) expect(words).not.toMatch(/\d\.\d/);
  for (const words of pictures) expect(words).toMatch(/^[A-Z].*\.$/s);
  expect(page.document.querySelectorAll("svg.chart text").map(({ text }) => text.trim())).toContain("R\u00a0850,00");
  // An amount has room beside its bar: eight units a character, in a picture of 360.
  for (const each of page.document.querySelectorAll("svg.chart text"))
    if (each.text.startsWith("R"))
      expect(Number(each.getAttribute("x")) + each.text.trim().length * 8, each.text).toBeLessThanOrEqual(360);
  const csv = async (name: string) => (await (await reader.send(`/office/figures/${name}`, {})).text()).split("\r\n");
  const weeks = await csv("weeks");
  expect(weeks).toHaveLength(28);
  expect(weeks.at(-2)).toMatch(/^\d{4}-\d\d-\d\d;2;0;161,24;0,00$/);
  expect(await csv("places")).toContain("Soweto;1;0;100");
  expect((await reader.open("/office/figures/no-such")).status).toBe(404);
  const monday = new Date(`${weeks.at(-2)?.slice(0, 10)}T00:00:00Z`);
  expect([monday.getUTCDay(), Date.now() - monday.getTime() < 8 * DAYS]).toEqual([1, true]);
});

test("places asked for that we don't serve are named, with how often", async () => {
  const guest = await aGuestAtTheReview(site, { addresses: { toPostal: "9100", toCity: "Nowhere" } });
  await guest.press("Request Manual Quote", { confirm: "on" });
  freshForStaff(path.join(site.dataDir, "courier.db"));
  const { text } = await (await anOfficeBrowser(site, "reader", store)).open("/office/figures");
  expect(text).toMatch(/customers asked for a price to 1 place that we don't serve\. First: [^.]*9100, once\./);
});
