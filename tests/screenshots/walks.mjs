import { emailsAsPages } from "./emails.mjs";
import { office } from "./office.mjs";
import { driver, parcelOfAnAccount } from "./signed-in.mjs";
import { pagesOfTheDemo } from "./the-demo.mjs";
import { fillIn, open, press, receiver, sender } from "./typing.mjs";

const plainPages = [
  "/",
  "/track",
  "/join",
  "/contact",
  "/privacy",
  "/terms",
  "/developers",
  "/business",
  "/lost",
  "/login",
  "/login?tab=register",
  "/login?tab=forgot",
  "/login?next=/account",
  "/ship",
  "/ship?check=price&fromPostal=1431&toPostal=7784",
  "/ship?check=price&fromPostal=1431&toPostal=Soweto",
  "/ship?check=price&fromPostal=1431&toPostal=7400",
  "/ship?check=price-abroad&pickupPostal=1431&toCountry=Brazil",
  "/no-such-page",
  "/lite?back=/ship",
  "/offline",
  "/tracking",
  "/tracking?no=TH0000000000",
  "/payfast/return",
  "/waybill/TH4821093753",
  "/drive",
];

/**
 * Walks of a guest, an account, a driver and the office; every page is photographed.
 * @param at { page, origin, dataDir, take (takes a screenshot with this name), set (its name) }
 * @param demo what `startDemo` started
 */
export async function everyWalk(at, demo) {
  for (const address of plainPages) await open(at, address);
  await guest(at);
  await aPriceByHand(at);
  // What a guest began would be the account's.
  await at.page.context().clearCookies();
  const waybillNo = await parcelOfAnAccount(at);
  await driver(at, waybillNo);
  await office(at, waybillNo);
  await pagesOfTheDemo(at, demo);
  // Leaves the page before, whose content security policy would apply otherwise.
  await at.page.goto("about:blank");
  for (const { name, html } of emailsAsPages(at.dataDir)) {
    await at.page.setContent(html);
    await at.take(`email-${name}`);
  }
}

/** Only the office. */
export async function officeWalk(at) {
  await office(at, await parcelOfAnAccount({ ...at, take: () => undefined }));
}

async function guest({ page, origin, take }) {
  await page.goto(`${origin}/ship/addresses`);
  await press(page, "Next");
  await take("step-1-with-mistakes");
  await fillIn(page, { ...sender, ...receiver, toPostal: "7400" });
  await press(page, "Next");
  await take("step-1-where-we-do-not-go");
  await fillIn(page, { toPostal: "7784" });
  await press(page, "Next");
  await take("step-1-another-town");
  await fillIn(page, { toPostal: receiver.toPostal });
  await page.locator("[name=remember]").check();
  await press(page, "Next");
  await take("step-2");
  await page.goto(`${origin}/ship/continue`);
  await take("ship-continue");
  await page.goto(`${origin}/ship/parcel`);
  await page.getByText("Flyer bag").click();
  await fillIn(page, { weight: "2,5" });
  await press(page, "Calculate Quote");
  await take("step-2-too-heavy");
  await fillIn(page, { weight: "0,5" });
  await press(page, "Calculate Quote");
  await take("step-3");
  await press(page, "Book This Collection");
  await take("step-3-with-a-mistake");
  await page.locator("[name=confirm]").check();
  await press(page, "Book This Collection");
  await take("hand-over");
  await page.getByRole("link", { name: "I have paid already" }).click();
  await take("waiting-for-the-payment");
  await page.goBack();
  await press(page, "Pay now");
  await take("simulator");
  await press(page, "Fail payment");
  await take("payment-failed");
  await page.goto(`${origin}/ship/remembered`);
  await take("ship-remembered");
  await page.goto(`${origin}/ship/review`);
  await take("step-3-booked");
}

async function aPriceByHand({ page, origin, take }) {
  await page.goto(`${origin}/ship/addresses?fromPostal=9100&toPostal=1804&ask=1`);
  await fillIn(page, { ...sender, ...receiver, fromPostal: "9100", fromCity: "Marquard" });
  await press(page, "Next");
  await press(page, "Ask us for a price");
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
  await take("step-3-without-a-price");
  await page.locator("[name=confirm]").check();
  await press(page, "Request Manual Quote");
  await take("price-asked-for");
}
