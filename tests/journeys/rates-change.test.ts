import { expect, test } from "vitest";
import { apiCalls } from "#app/domain/bookings/api-calls";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { addresses, parcel } from "../../demo/typed-answers";
import { inTheFile } from "../support/a-guest";
import { pricesAreRead } from "../support/prices-are-read";
import { runningSiteForAllTests } from "../support/running-site";
import { Visitor } from "../support/visitor";

const OLD_PRICE = "R\u00a080,62";
const NEW_PRICE = "R\u00a0131,22";

const site = runningSiteForAllTests();

/** What docs/database.md tells staff to type while the site is running. */
async function staffType(sql: string): Promise<void> {
  inTheFile(site, sql);
  await pricesAreRead();
}

const newRate = (day: string, cents: number) =>
  staffType(
    `INSERT INTO rates (kind, rate_key, valid_from, amount_cents) VALUES ('zone', 'metro', '${day}', ${cents})`,
  );

async function priceNow(): Promise<string> {
  const answer = await fetch(`${site.url}/v1/quote/local`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...apiCalls["POST /v1/quote/local"].example, fromPostal: "1431", toPostal: "1804" }),
  });
  return (await answer.json()).formatted.grandTotal;
}

test("a rate that staff add applies from its day on, without a restart; an earlier quote keeps its price", async () => {
  const early = new Visitor(site.url);
  await early.open("/ship/addresses");
  await early.press("Next", addresses);
  expect((await early.press("Calculate Quote", parcel)).text).toContain(OLD_PRICE);
  expect(await priceNow()).toBe(OLD_PRICE);

  await newRate(saDay(new Date(Date.now() + 2 * DAYS)), 9_900);
  expect(await priceNow()).toBe(OLD_PRICE);

  await newRate(saDay(new Date()), 5_000);
  expect(await priceNow()).toBe(NEW_PRICE);
  const late = new Visitor(site.url);
  await late.open("/ship/addresses");
  await late.press("Next", addresses);
  expect((await late.press("Calculate Quote", parcel)).text).toContain(NEW_PRICE);

  const review = await early.open("/ship/review");
  expect(review.text).toContain(OLD_PRICE);
  expect(review.text).not.toContain(NEW_PRICE);
  const handOver = await early.press("Book This Collection", { confirm: "on" });
  expect(handOver.text).toContain(OLD_PRICE);

  await staffType(`INSERT INTO rates (kind, rate_key, valid_from) VALUES ('zone', 'town', '${saDay(new Date())}')`);
  const withdrawn = await fetch(`${site.url}/v1/quote/local`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...apiCalls["POST /v1/quote/local"].example, fromPostal: "1947" }),
  });
  expect(withdrawn.status).toBe(422);
});
