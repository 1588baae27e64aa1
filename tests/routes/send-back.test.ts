import { expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

/** A form from before the delivery, or a forged one. */
const early = { method: "POST", body: new URLSearchParams({ back: "yes" }) };
const swapped: Record<string, string> = Object.fromEntries(
  Object.entries(addresses).map(([name, value]) => [
    name.replace(/^from|^to/, (side) => (side === "to" ? "from" : "to")),
    value,
  ]),
);

test("whoever booked sends a delivered parcel back from its waybill: a new booking with both people swapped", async () => {
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  await guest.open(`/waybill/${waybillNo}`);
  expect(guest.page?.text).not.toContain("Send it back");
  expect((await guest.send(`/waybill/${waybillNo}`, early)).status).toBe(404);

  await delivered(waybillNo);
  await guest.open(`/waybill/${waybillNo}`);
  const before = quotes();
  expect((await guest.press("Send it back")).url).toBe(`${site.url}/ship/addresses`);
  expect(typedIn(guest)).toMatchObject({ ...swapped, fromCell: "", toCell: addresses.fromCell ?? "" });
  // Nothing is booked or saved before its sender has looked at it.
  expect((await guest.open("/ship/parcel")).url).toBe(`${site.url}/ship/addresses`);
  expect(quotes()).toEqual(before);
  await guest.press("Next");
  expect(typedIn(guest, "Calculate Quote")).toMatchObject({
    selectedBoxId: parcel.selectedBoxId,
    parcelDesc: parcel.parcelDesc,
    declaredValue: parcel.declaredValue,
    specialInstructions: "",
  });
  await guest.press("Calculate Quote");
  await guest.press("Book This Collection", { confirm: "on" });
  await guest.press("Pay now");
  expect((await guest.press("Complete payment")).text).toContain("Thank you");
  expect(quotes()).toHaveLength(before.length + 1);
});

test("a shop sends a delivered parcel back from its dashboard row or its waybill, in its own wizard", async () => {
  const shop = await aVerifiedCustomer(site, "returns@example.co.za");
  await shop.open("/ship-local/addresses");
  await shop.press("Next", addresses);
  await shop.press("Calculate Quote", parcel);
  await shop.press("Book This Collection", { confirm: "on" });
  await shop.press("Pay now");
  const { text } = await shop.press("Complete payment");
  const waybillNo = /TH \d{3} \d{3} \d{3} \d/.exec(text)?.[0].replaceAll(" ", "") ?? "";
  expect((await shop.open("/dashboard")).text).not.toContain("Send it back");
  await delivered(waybillNo);
  await shop.open(`/waybill/${waybillNo}`);
  expect((await shop.press("Send it back")).url).toBe(`${site.url}/ship-local/addresses`);
  await shop.open("/dashboard");
  expect((await shop.press("Send it back")).url).toBe(`${site.url}/ship-local/addresses`);
  expect(typedIn(shop)).toMatchObject(swapped);
  await shop.press("Next");
  expect((await shop.press("Calculate Quote")).text).toContain("Step 3 of 3");
});

test("whoever only has the waybill's link is shown no email that isn't on it, and another site's form is refused", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  await delivered(waybillNo);
  const other = new Visitor(site.url);
  await other.open(linkTo(waybillNo, "/waybill/"));
  const { action } = other.filledIn("Send it back");
  const foreign = { ...early, headers: { Origin: "https://elsewhere.example" } };
  expect((await other.send(action, foreign)).status).toBe(403);
  await other.press("Send it back");
  expect(typedIn(other)).toMatchObject({
    fromName: swapped.fromName,
    toPhone: swapped.toPhone,
    fromEmail: "",
    toEmail: "",
  });
});

test("the receiver sends it back as sender and payer, and types the other's street, phone and email", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  const link = linkTo(waybillNo, "/find-me/");
  const receiver = new Visitor(site.url);
  expect((await receiver.open(link)).text).not.toContain("Send it back");
  expect((await receiver.follow(await receiver.send(link, early))).url).toContain("/find-me/");
  await delivered(waybillNo);
  await receiver.open(link);
  const page = await receiver.press("Send it back");
  const others = { toName: addresses.fromName, toCity: addresses.fromCity, toPostal: addresses.fromPostal };
  const blank = { toAddressLine: "", toPhone: "", toEmail: "", toCell: "", toLandmark: "" };
  const own = Object.fromEntries(Object.entries(swapped).filter(([name]) => name.startsWith("from")));
  expect(typedIn(receiver)).toMatchObject({ ...own, ...others, ...blank });
  expect(page.text).toMatch(/R\s\d+,\d\d/);
  await receiver.press("Next");
  expect(receiver.page?.text).toContain("Receiver email is required");
  const { toAddressLine = "", toPhone = "", toEmail = "" } = swapped;
  await receiver.press("Next", { toAddressLine, toPhone, toEmail });
  expect(typedIn(receiver, "Calculate Quote")).toMatchObject({
    selectedBoxId: parcel.selectedBoxId,
    parcelDesc: "",
  });
});

function typedIn(visitor: Visitor, button = "Next"): Record<string, string> {
  return Object.fromEntries(visitor.filledIn(button).body);
}

async function delivered(waybillNo: string) {
  for (const mark of ["collected", "delivered"])
    expect(await staff(site, ["mark", mark, waybillNo])).toMatchObject({ code: 0 });
}

function quotes() {
  return inTheFile(site, "SELECT id FROM quotes");
}

/** The link in an email about the parcel. */
function linkTo(waybillNo: string, begin: string): string {
  const rows = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails JOIN waybills USING (quote_id) WHERE waybill_no = '${waybillNo}'`,
  );
  const found = rows.map(({ text }) => new RegExp(`http\\S*${begin}\\S+`).exec(asSent(site, text))?.[0]).find(Boolean);
  return found ?? expect.fail(`no link to ${begin}`);
}
