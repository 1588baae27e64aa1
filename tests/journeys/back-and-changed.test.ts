import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { browserForAllTests, fillIn, press } from "../support/browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();
const browser = browserForAllTests();

type Answers = Record<string, string>;

/** A browser in which a customer is signed in. */
async function aCustomersPhone(scripts: boolean) {
  const customer = await aVerifiedCustomer(site, `back-${scripts}@example.co.za`);
  const { page, context } = await browser.phone({ scripts, worker: false });
  const cookies = [...customer.cookies].map(([name, { value }]) => ({ name, value, url: site.url }));
  await context.addCookies(cookies);
  /** Opens a page, fills in and sends its form, goes back to it, and sends it with other answers. */
  const sendTwice = async (address: string, button: string, first: Answers, second: Answers) => {
    const opened = await page.goto(site.url + address);
    const html = (await opened?.text()) ?? "";
    await answerAndPress(button, first);
    // People's browsers keep the page for Back; this one has no windows, and would ask for it again.
    const kept = (route: Route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
    await page.route(site.url + address, kept);
    await page.goBack();
    await page.unroute(site.url + address, kept);
    await answerAndPress(button, second);
  };
  const answerAndPress = async (button: string, { kind, ...answers }: Answers) => {
    if (kind) await page.locator(`[name=kind][value=${kind}]`).check();
    await fillIn(page, answers);
    await press(page, button);
    await page.locator(".notice.good, code").first().waitFor();
  };
  return { page, context, sendTwice };
}

test.each([false, true])("Back, another answer and the button again: it counts (scripts: %s)", async (scripts) => {
  const { page, context, sendTwice } = await aCustomersPhone(scripts);
  const { waybillNo } = await aGuestWithAWaybill(site);
  const wet = { kind: "damaged", words: "It is wet", contact: "082 555 0101" };
  await sendTwice(`/case/${waybillNo}`, "Send", wet, { ...wet, words: "It is wet and torn", contact: "082 555 0102" });
  await page.getByText("You sent it again: It is damaged. What you sent last counts.").waitFor();
  const cases = `SELECT words, contact FROM cases WHERE waybill_no = '${waybillNo}'`;
  expect(inTheFile(site, cases)).toEqual([{ words: "It is wet and torn", contact: "+27825550102" }]);

  await page.goto(`${site.url}/ship/addresses`);
  await fillIn(page, addresses);
  await press(page, "Next");
  await page.waitForURL(/\/ship\/parcel/);
  const [wrong, right] = [`wrong-${scripts}@example.co.za`, `right-${scripts}@example.co.za`];
  await sendTwice("/ship/continue", "Send me the link", { contact: wrong }, { contact: right });
  const letters = `SELECT to_address AS "to" FROM outgoing_mails WHERE letter_key LIKE 'continue-draft:%' AND to_address LIKE '%-${scripts}@%'`;
  expect(
    inTheFile<{ to: string }>(site, letters)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([right, wrong]);

  const gogo = {
    ...{ label: "Gogo", Name: "Nomsa Dlamini", Phone: "073 555 0101", AddressLine: "12 Ncome Crescent" },
    ...{ Suburb: "Orlando East", City: "Soweto", Postal: "1804" },
  };
  await sendTwice("/address-book", "Save address", gogo, { ...gogo, label: "Uncle" });
  expect(await page.locator("h3, h2").allTextContents()).toEqual(expect.arrayContaining(["Gogo", "Uncle"]));

  const mine = { name: "Till", currentPassword: PASSWORD };
  await sendTwice("/account/api-keys", "Make a key", mine, { ...mine, name: "Web shop" });
  const keys = inTheFile<{ name: string }>(
    site,
    `SELECT api_keys.name AS name FROM api_keys JOIN users ON users.uid = api_keys.uid WHERE email = 'back-${scripts}@example.co.za'`,
  );
  expect(keys.map(({ name }) => name).toSorted()).toEqual(["Till", "Web shop"]);
  await context.close();
});
