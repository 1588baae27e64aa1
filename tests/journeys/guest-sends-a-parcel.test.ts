import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { inTheFile } from "../support/a-guest";
import { browserForAllTests, fillIn, press, unfold } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

describe.each([
  { how: "without scripts", scripts: false },
  { how: "with scripts", scripts: true },
])("$how", ({ scripts }) => {
  /** From a price on the information page to the review. */
  async function toTheReview() {
    const { page } = await browser.phone({ scripts });
    await page.goto(`${site.url}/ship/addresses`);
    await fillIn(page, addresses);
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    await press(page, "Calculate Quote");
    return page;
  }
  async function toThePaymentPage() {
    const page = await toTheReview();
    await page.getByLabel(/I confirm the details above are correct/).check();
    await press(page, "Book This Collection");
    await press(page, "Pay now");
    return page;
  }

  test("a guest goes from a price to a paid waybill and tracks it", async () => {
    const { page } = await browser.phone({ scripts });
    await page.goto(`${site.url}/ship`);
    await fillIn(page, { fromPostal: "1431", toPostal: "1804" });
    await press(page, "Get a price");
    const notice = page.locator("main .notice");
    await expect.poll(() => notice.textContent()).toContain("Great! We can ship from");
    const price = (await notice.locator("b").textContent())?.match(/R\s[\d\s]+,\d\d/)?.[0] ?? "none";

    await notice.getByRole("link", { name: "Send a parcel" }).click();
    expect(await page.locator("[name=fromPostal]").inputValue()).toBe("1431");
    await fillIn(page, addresses);
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    await page.locator("[name=specialInstructions]").fill("Please ring twice.\nThe dog is friendly.");
    await press(page, "Calculate Quote");

    expect(await page.locator("main").textContent()).toContain(price);
    await page.getByLabel(/I confirm the details above are correct/).check();
    await press(page, "Book This Collection");
    expect(await page.locator("main").textContent()).toContain("Test payment");
    expect(await page.locator("main").textContent()).toContain(price);
    await press(page, "Pay now");
    await press(page, "Complete payment");

    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created — you're all set!");
    await page.getByRole("link", { name: "Print the waybill" }).click();
    const slip = await page.locator("article").textContent();
    expect(slip).toContain("Sipho Dlamini");
    expect(slip).toMatch(/TH \d{3} \d{3} \d{3} \d/);
    await page.getByRole("link", { name: "Track this parcel" }).click();
    expect(await page.locator("main").textContent()).toContain("Booked.");
  });

  test("a cancelled payment can be tried again, and pays the same booking", async () => {
    const page = await toThePaymentPage();
    await press(page, "Cancel payment");
    expect(await page.locator("main").textContent()).toContain(
      "You have not been charged, and we have kept your booking.",
    );
    await press(page, "Try the payment again");
    await press(page, "Complete payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created");
  });

  test("Back after paying shows the payment page again, and paying there again is the same payment", async () => {
    const page = await toThePaymentPage();
    await press(page, "Complete payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created");
    await page.goBack();
    await press(page, "Complete payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created");
    const [newest] = inTheFile(site, "SELECT quote_id FROM payments ORDER BY started_at DESC");
    const id = String(newest?.quote_id);
    expect(inTheFile(site, `SELECT state FROM payments WHERE quote_id = '${id}'`)).toEqual([{ state: "complete" }]);
  });

  test("a failed payment says so and offers to pay again", async () => {
    const page = await toThePaymentPage();
    await press(page, "Fail payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Payment failed or was cancelled.");
    await page.getByRole("link", { name: "Try the payment again" }).click();
    await press(page, "Try the payment again");
    await press(page, "Complete payment");
    await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created");
  });

  test("Edit returns to the review, with a new price", async () => {
    const page = await toTheReview();
    expect(await page.locator(".total dd").textContent()).toBe("R\u00a080,62");
    await page.getByRole("link", { name: "Edit addresses" }).click();
    await fillIn(page, { toCity: "Khayelitsha", toPostal: "7784" });
    await press(page, "Next");
    await page.waitForURL("**/ship/review");
    expect(await page.locator(".total dd").textContent()).toBe("R\u00a0137,54");
  });

  test("a parcel for another country is priced too", async () => {
    const { page } = await browser.phone({ scripts });
    await page.goto(`${site.url}/ship`);
    await unfold(page, "Sending to another country?");
    await fillIn(page, { pickupPostal: "1431" });
    if (scripts) {
      await page.locator("input[role=combobox]").fill("Braz");
      await page.getByRole("option", { name: "Brazil" }).click();
    } else {
      await page.locator("[name=toCountry]").selectOption("Brazil");
    }
    await press(page, "Check international coverage");
    await expect.poll(() => page.locator("main .notice").textContent()).toContain("Destination: Brazil.");
    await page.locator("main .notice").getByRole("link", { name: "Send a parcel" }).click();
    await fillIn(page, { ...addresses, toCity: "São Paulo", toPostal: "" });
    expect(await page.locator("[name=toCountry]").inputValue()).toBe("Brazil");
    await press(page, "Next");
    await page.getByText("Flyer bag").click();
    await page.locator("[name=customsDesc]").fill("Shoes, worn");
    await press(page, "Calculate Quote");
    expect(await page.locator("main").textContent()).toContain("international rate");
  });
});

test("with scripts, Next waits until every required field is filled", async () => {
  const { page } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/ship/addresses`);
  const next = page.getByRole("button", { name: "Next" });
  await expect.poll(() => next.isDisabled()).toBe(true);
  await fillIn(page, addresses);
  await expect.poll(() => next.isEnabled()).toBe(true);
  await fillIn(page, { toCity: "   " });
  await expect.poll(() => next.isDisabled()).toBe(true);
});

test("the Enter key goes on to the parcel, not to another country", async () => {
  const { page } = await browser.phone();
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await page.locator("[name=toPostal]").press("Enter");
  await page.waitForURL("**/ship/parcel");
});

test("with scripts, the counter shows how many of 300 characters are left", async () => {
  const { page } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.locator("[name=specialInstructions]").fill("Ring twice");
  await expect.poll(() => page.locator("#specialInstructions-hint").textContent()).toBe("10 of 300 characters");
});

test("with scripts, Print Quote opens the print dialogue", async () => {
  const { page } = await browser.phone({ scripts: true });
  await page.addInitScript("window.print = () => { document.title = 'printing' }");
  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.getByText("Flyer bag").click();
  await press(page, "Calculate Quote");
  await page.getByText("Print Quote").click();
  await expect.poll(() => page.title()).toBe("printing");
});

test("with scripts, a country is typed and chosen by keyboard; if the search fails, the page's list is used", async () => {
  const { page, context } = await browser.phone({ scripts: true });
  await page.goto(`${site.url}/ship`);
  await unfold(page, "Sending to another country?");
  // The script's field: it doesn't take the place of a list that is in use already.
  const country = page.locator("input[role=combobox]");
  await country.focus();
  await expect.poll(() => page.getByText("Start typing a country…").count()).toBe(1);
  await country.pressSequentially("bra");
  await page.getByRole("option", { name: "Brazil" }).waitFor();
  await country.press("ArrowDown");
  await country.press("Enter");
  expect(await page.locator("select[name=toCountry]").inputValue()).toBe("Brazil");

  await country.fill("zzzz");
  await page.getByText("No matches").waitFor();
  expect(await page.locator("select[name=toCountry]").inputValue()).toBe("");

  await context.route("**/countries?*", (route) => route.abort());
  await country.fill("germ");
  await page.getByText("Using offline country list (API unavailable).").waitFor();
  await page.getByRole("option", { name: "Germany" }).click();
  await page.locator("[name=pickupPostal]").fill("1431");
  await press(page, "Check international coverage");
  await expect.poll(() => page.locator("main .notice").textContent()).toContain("Destination: Germany.");
});
