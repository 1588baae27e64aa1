import { afterEach, expect, test } from "vitest";
import { publicQuote } from "#app/http/wizard/journey";
import { parcel } from "../../demo/typed-answers";
import { aGuestAtTheParcel, aGuestAtThePayment, aGuestWithAWaybill } from "../support/a-guest";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { dayFromNow } from "../support/an-office";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const HERE = ["--area", "1431-1432"];
const UNTIL = dayFromNow(12);

async function delay(...typed: string[]) {
  const { code, out, err } = await staff(site, ["delay", ...typed, "--as", "Zanele"]);
  expect(code, out + err).toBe(0);
  return out;
}
afterEach(() => staff(site, ["delay", ...HERE, "--end", "--as", "Zanele"]));
const aFlood = () => delay(...HERE, "--until", UNTIL, "--because", "flood at the bridge");
/** The wizards' first step too: nobody should fill it in and hear of it afterwards. */
const EVERYBODYS = ["/ship", "/track", publicQuote.steps.addresses.path];
const SAID = /We can't collect or deliver in Katlehong before .+: flood at the bridge\./;

test("pages for everybody say it while it lasts, cached ones too", async () => {
  const visitor = new Visitor(site.url);
  for (const page of EVERYBODYS) expect((await visitor.open(page)).text).not.toMatch(SAID);
  // With PostgreSQL a process looks for changes twice a second.
  const pollOf = (page: string) =>
    expect.poll(async () => (await new Visitor(site.url).open(page)).text, { interval: 100 });
  await aFlood();
  for (const page of EVERYBODYS) await pollOf(page).toMatch(SAID);
  await delay(...HERE, "--end");
  for (const page of EVERYBODYS) await pollOf(page).not.toMatch(SAID);
});

test("whoever hasn't paid reads it before they pay, and no day of delivery before it is over", async () => {
  const guest = await aGuestAtThePayment(site);
  const before = /Usually [^.]+?\d{1,2} \w+/.exec(guest.page?.text ?? "")?.[0];
  expect(before).toBeTruthy();
  await aFlood();
  const page = await guest.open(guest.page?.url.replace(site.url, "") ?? "");
  expect(page.text).toMatch(SAID);
  expect(page.text).toContain("Pay now");
  expect(page.text).not.toContain(before);
});

test("the wizard says it, and offers no collection on these days", async () => {
  await aFlood();
  const guest = await aGuestAtTheParcel(site);
  expect(guest.page?.text).toMatch(SAID);
  const days = [...(guest.page?.document.querySelectorAll("[name=collectionDay] option") ?? [])];
  const offered = days.flatMap((each) => each.getAttribute("value") || []);
  expect(offered).toHaveLength(10);
  expect(offered.filter((day) => day <= UNTIL)).toEqual([]);
  expect((await guest.press("Calculate Quote", parcel)).text).toMatch(SAID);
});

test("tracking says it once its people were told, and no more when it was taken back", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  expect(await aFlood()).toMatch(/\d+ parcels?, \d+ (?:person|people), \d+ texts?: about/);
  const tracking = async () => (await new Visitor(site.url).open(`/tracking?no=${waybillNo}`)).text;
  await expect.poll(tracking, { interval: 500 }).toContain("Delayed: flood at the bridge");
  expect(await tracking()).toMatch(/We can't collect it in Katlehong before .+: flood at the bridge\./);
  await delay(...HERE, "--end");
  await expect.poll(tracking, { interval: 500 }).not.toContain("flood");
});

test("programs get warnings, and days that count the delay", async () => {
  const { key } = await aShopWithAKey(site, "delays@example.co.za");
  const post = async (address: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(site.url + address, {
      ...{ method: "POST", body: JSON.stringify(body) },
      headers: { "Content-Type": "application/json", ...headers },
    });
    return answer.json();
  };
  const quote = () =>
    post("/v1/quote/local", { fromPostal: "1459", toPostal: "1431", quantity: 1, selectedBoxId: "flyer-bag" });
  const before = await quote();
  expect(before).not.toHaveProperty("warnings");
  await aFlood();
  const after = await quote();
  expect(after).toMatchObject({ warnings: [{ code: "delayed", message: expect.stringMatching(SAID) }] });
  expect(after.meta.deliveryDays.least).toBeGreaterThan(before.meta.deliveryDays.most);
  expect(after.pricing).toEqual(before.pricing);
  const booking = await post(
    "/v1/bookings",
    {
      reference: "1",
      from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
      to: { name: "Zodwa", phone: "082 123 4567", addressLine: "9 Phooko St", city: "Katlehong", postal: "1431" },
      parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
      agreedTotal: after.pricing.totals.grandTotal,
    },
    { ...bearer(key), "Idempotency-Key": "delays-1" },
  );
  expect(booking).toMatchObject({
    warnings: [{ code: "delayed", message: expect.stringMatching(SAID) }],
    deliveryDays: after.meta.deliveryDays,
  });
  expect(booking.price).not.toHaveProperty("warnings");
});
