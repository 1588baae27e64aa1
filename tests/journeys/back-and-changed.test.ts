import { expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aPersonsBrowser } from "../support/a-persons-browser";
import { runningSiteForAllTests } from "../support/running-site";

const site = runningSiteForAllTests();

type Answers = Record<string, string>;

test("a form, Back to the page that the browser has kept, another answer and the button again: it counts", async () => {
  const browser = await aPersonsBrowser();
  const email = "back@example.co.za";
  await aVerifiedCustomer(site, email);
  /** Opens a page, fills in and sends its form, goes back to it, and sends it with other answers. */
  const sendTwice = async (address: string, button: string, first: Answers, second: Answers) => {
    await browser.open(site.url + address);
    await browser.send(button, first);
    expect([address, await browser.goBack()]).toEqual([address, true]);
    await browser.send(button, second);
  };
  await browser.open(`${site.url}/login`);
  await browser.send("Login", { email, password: PASSWORD });
  const { waybillNo } = await aGuestWithAWaybill(site);
  const wet = { kind: "damaged", words: "It is wet", contact: "082 555 0101" };
  await sendTwice(`/case/${waybillNo}`, "Send", wet, { ...wet, words: "It is wet and torn", contact: "082 555 0102" });
  await browser.sees("You sent it again: It is damaged. What you sent last counts.");
  const cases = `SELECT words, contact FROM cases WHERE waybill_no = '${waybillNo}'`;
  expect(inTheFile(site, cases)).toEqual([{ words: "It is wet and torn", contact: "+27825550102" }]);

  await browser.open(`${site.url}/ship/addresses`);
  await browser.send("Next", addresses);
  const [wrong, right] = ["wrong@example.co.za", "right@example.co.za"];
  await sendTwice("/ship/continue", "Send me the link", { contact: wrong }, { contact: right });
  const letters = `SELECT to_address AS "to" FROM outgoing_mails WHERE letter_key LIKE 'continue-draft:%'`;
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
  expect(inTheFile(site, "SELECT label FROM saved_addresses ORDER BY label")).toEqual([
    { label: "Gogo" },
    { label: "Uncle" },
  ]);
});
