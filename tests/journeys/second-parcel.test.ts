import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

/** Typed fields and pressed buttons and links from the home page to a paid waybill; ticks and choices don't count. */
const MOST_FIELDS = { guest: 10, account: 7 };
const MOST_PRESSES = 8;

const site = runningSiteForAllTests();
const browser = browserForAllTests();

/** A user whose typing and pressing is counted. */
function counted(page: Page) {
  const count = { fields: 0, presses: 0 };
  return {
    page,
    count,
    async type(answers: Record<string, string>) {
      count.fields += Object.keys(answers).length;
      await fillIn(page, answers);
    },
    async press(name: string) {
      count.presses += 1;
      await page
        .locator("main")
        .getByRole("button", { name: new RegExp(`^${name}(: |$)`) })
        .or(page.locator("main").getByRole("link", { name, exact: true }))
        .first()
        .click();
    },
  };
}

type Counted = ReturnType<typeof counted>;
const { fromName, fromEmail, fromPhone, fromAddressLine, toName, toEmail, toPhone, toAddressLine } = addresses;
const receiver = { toName, toEmail, toPhone, toAddressLine };

/** From the home page to a waybill. Each of its two postal codes has one place. */
async function fromHomeToPaid(somebody: Counted, sender: Record<string, string>): Promise<void> {
  const { page } = somebody;
  await page.goto(`${site.url}/`);
  await somebody.type({ fromPostal: "1431", toPostal: "7784" });
  await somebody.press("Check and get a price");
  await somebody.press("Send a parcel");
  await somebody.type({ ...sender, ...receiver });
  await somebody.press("Next");
  await page.getByText("Flyer bag").first().click();
  await somebody.press("Calculate Quote");
  await page.getByLabel(/I confirm the details above are correct/).check();
  await somebody.press("Book This Collection");
  await somebody.press("Pay now");
  await somebody.press("Complete payment");
  await expect.poll(() => page.locator("main").textContent()).toContain("Waybill created");
}

describe.each([
  { how: "without scripts", scripts: false },
  { how: "with scripts", scripts: true },
])("$how", ({ scripts }) => {
  test("a guest types at most 10 fields and presses at most 8 times; her brother finds none of her data", async () => {
    const { page } = await browser.phone({ scripts });
    const thandi = counted(page);
    await fromHomeToPaid(thandi, { fromName, fromEmail, fromPhone, fromAddressLine });
    console.info("a guest:", how(thandi));
    expect(thandi.count.fields).toBeLessThanOrEqual(MOST_FIELDS.guest);
    expect(thandi.count.presses).toBeLessThanOrEqual(MOST_PRESSES);

    await page.getByLabel("To the same receiver").check();
    await press(page, "Send another parcel");
    await expect.poll(() => page.locator("[name=toName]").inputValue()).toBe(toName);
    expect(await page.locator("[name=fromName]").inputValue()).toBe("");

    await page.goBack();
    await press(page, "Forget me on this phone");
    await page.waitForURL("**/ship");
    await page.goto(`${site.url}/ship/review`);
    expect(page.url()).toBe(`${site.url}/ship/addresses`);
    expect(await page.content()).not.toContain("Thandi");
  });

  test("an account types at most 7, and sends from another address", async () => {
    const { page } = await browser.phone({ scripts });
    const email = `count${Number(scripts)}@example.co.za`;
    await aVerifiedCustomer(site, email);
    await page.goto(`${site.url}/login`);
    await fillIn(page, { email, password: PASSWORD });
    await press(page, "Login");
    await page.waitForURL("**/dashboard");
    const shop = counted(page);
    await fromHomeToPaid(shop, { fromAddressLine });
    console.info("an account:", how(shop));
    expect(shop.count.fields).toBeLessThanOrEqual(MOST_FIELDS.account);
    expect(shop.count.presses).toBeLessThanOrEqual(MOST_PRESSES);
  });

  const how = ({ count }: Counted) => `${count.fields} fields, ${count.presses} presses`;
});

test("on a wide screen related parts are side by side; on a small one they follow each other", async () => {
  const { page } = await browser.phone({ width: 1280 });
  await page.goto(`${site.url}/ship/addresses?fromPostal=1431&toPostal=1804&selectedBoxId=stock-3`);
  const place = async (what: string) => {
    const { x, y } = (await page.locator(what).boundingBox()) ?? { x: -1, y: -1 };
    return { x, y: Math.round(y) };
  };
  const [from, to] = [await place("#fromName"), await place("#toName")];
  expect(to.y).toBe(from.y);
  expect(to.x).toBeGreaterThan(from.x);
  expect((await place("aside")).x).toBeGreaterThan(to.x);
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await place("#toName")).y).toBeGreaterThan((await place("#fromLandmark")).y);
});

describe("with scripts, a form forgives", () => {
  test("“Next” can be pressed, counts down, and shows what is missing", async () => {
    const { page } = await browser.phone({ scripts: true });
    await page.goto(`${site.url}/ship/addresses`);
    const next = page.getByRole("button", { name: "Next" });
    const note = page.locator("[data-missing]");
    await expect.poll(() => note.textContent()).toBe("Still to fill in: 12");
    await fillIn(page, { fromName, fromEmail });
    await expect.poll(() => note.textContent()).toBe("Still to fill in: 10");
    expect(await next.getAttribute("aria-disabled")).toBe("true");
    await next.focus();
    await page.keyboard.press("Enter");
    await page.locator("#errors").getByText("Sender phone is required").waitFor();
    expect(page.url()).toBe(`${site.url}/ship/addresses`);
    await fillIn(page, addresses);
    await expect.poll(() => note.textContent()).toBe("");
    await next.click();
    await page.waitForURL("**/ship/parcel");
  });

  test("the city is filled in from the postal code, and typed text stays", async () => {
    const { page } = await browser.phone({ scripts: true });
    await page.goto(`${site.url}/ship/addresses`);
    await expect.poll(() => page.locator("[data-missing]").textContent()).not.toBe("");
    for (const chosen of ["1431", "Katlehong 1431"]) {
      await page.locator("[name=fromCity]").fill("");
      await page.locator("[name=fromPostal]").fill(chosen);
      await page.locator("[name=fromPostal]").press("Tab");
      await expect.poll(() => page.locator("[name=fromCity]").inputValue()).toBe("Katlehong");
    }
    await fillIn(page, { toCity: "Mitchells Plain" });
    await page.locator("[name=toPostal]").pressSequentially("7784");
    await page.locator("[name=toPostal]").press("Tab");
    await page.waitForLoadState("networkidle");
    expect(await page.locator("[name=toCity]").inputValue()).toBe("Mitchells Plain");
  });

  test("a step left by a link is unchanged on the way back", async () => {
    const { page, context } = await browser.phone({ scripts: true, worker: false });
    await page.goto(`${site.url}/ship/addresses`);
    await expect.poll(() => page.locator("[data-missing]").textContent()).not.toBe("");
    await page.locator("[name=fromName]").pressSequentially("Thandi");
    await page.goto(`${site.url}/contact`);
    const cookies = async () => (await context.cookies(`${site.url}/ship`)).map(({ name }) => name);
    await expect.poll(cookies).toContain("typed");
    await page.goto(`${site.url}/ship/addresses`);
    expect(await page.locator("[name=fromName]").inputValue()).toBe("Thandi");
  });

  test("once the last mistake is corrected, the summary and the title's prefix are gone", async () => {
    const { page } = await browser.phone({ scripts: true });
    await page.goto(`${site.url}/ship/addresses`);
    await fillIn(page, { ...addresses, fromPostal: "12" });
    await press(page, "Next");
    await expect.poll(() => page.title()).toMatch(/^Error: /);
    await page.locator("#errors a").first().click();
    const label = await page.locator("label[for=fromPostal]").boundingBox();
    expect(label?.y).toBeGreaterThan(0);
    await page.locator("[name=fromPostal]").fill("1431");
    await expect.poll(() => page.locator("#errors").count()).toBe(0);
    expect(await page.title()).not.toMatch(/^Error: /);
  });

  test("a password can be shown", async () => {
    const { page } = await browser.phone({ scripts: true });
    await page.goto(`${site.url}/login`);
    await page.locator("[name=password]").fill("kasi");
    await press(page, "Show password");
    expect(await page.locator("[name=password]").getAttribute("type")).toBe("text");
    await press(page, "Hide password");
    expect(await page.locator("[name=password]").getAttribute("type")).toBe("password");
  });
});
