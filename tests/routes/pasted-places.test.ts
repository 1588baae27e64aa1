import { expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aList } from "../support/a-list";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests();

/** In Orlando East, whose postal code is 1804. */
const AT_HOME = "https://www.google.com/maps?q=-26.2375,27.9125";
const CODE = "5G59QW77+22";
const SWAPPED = "27.9125, -26.2375";

/** What a page asks about a place whose numbers are swapped; the field has what was typed. */
function isAsked({ status, text, document }: Page, field: string) {
  expect(status).toBe(400);
  expect(text).toMatch(/The place \S+ is outside South Africa\./);
  expect(document.querySelector(`#${field}`)?.getAttribute("value")).toBe(SWAPPED);
}

test("a pasted place is read in the address book, and asked about once", async () => {
  const customer = await aVerifiedCustomer(site, "places@example.co.za");
  await customer.open("/address-book");
  const gogo = {
    label: "Gogo",
    Name: "Nomsa Dlamini",
    AddressLine: "12 Ncome Crescent",
    City: "Soweto",
    Postal: "1804",
  };
  const named = { ...gogo, Phone: "073 555 0101" };
  isAsked(await customer.press("Save address", { ...named, Landmark: SWAPPED }), "Landmark");
  expect((await customer.press("Save address")).text).toContain("The address was saved.");
  await customer.press("Save address", { ...named, label: "Gogo's gate", Landmark: AT_HOME });
  expect(customer.page?.text).toContain(CODE);
  expect(customer.page?.html).not.toContain("google.com/maps?q");
});

test("a pasted place is read when a booking is changed, by its sender, its receiver and by staff", async () => {
  const { guest, waybillNo } = await aGuestWithAWaybill(site);
  const [{ id = "", text = "" } = {}] = inTheFile<{ id: string; text: string }>(
    site,
    `SELECT quote_id AS id, text_body AS text FROM outgoing_mails JOIN waybills USING (quote_id)
      WHERE waybill_no = '${waybillNo}' AND letter_key LIKE 'booked:%:receiver'`,
  );
  const kept = () =>
    inTheFile<{ found: string }>(
      site,
      `SELECT how_to_find_receiver AS found FROM staff_bookings WHERE waybill_no = '${waybillNo}'`,
    )[0]?.found;

  await guest.open(`/change/${id}`);
  isAsked(await guest.press("Save changes", { toLandmark: SWAPPED }), "toLandmark");
  await guest.press("Save changes", { toLandmark: `Blue gate ${AT_HOME}` });
  expect(kept()).toBe(`Blue gate ${CODE}`);

  const receiver = new Visitor(site.url);
  await receiver.open(/https?:\/\/\S*\/find-me\/\S+/.exec(asSent(site, text))?.[0] ?? "");
  isAsked(await receiver.press("Save", { landmark: SWAPPED }), "landmark");
  expect(kept()).toBe(`Blue gate ${CODE}`);
  expect((await receiver.press("Save")).text).toContain("The driver will read this.");

  const change = (...more: string[]) => staff(site, ["change", "booking", waybillNo, "--to-landmark", ...more]);
  expect((await change(SWAPPED)).err).toContain("outside South Africa");
  expect(await change(SWAPPED, "--as-typed")).toMatchObject({ code: 0 });
  expect(await change(`Green door, ${AT_HOME}`)).toMatchObject({ code: 0 });
  expect(kept()).toBe(`Green door, ${CODE}`);
  expect((await guest.open(`/waybill/${waybillNo}`)).text).toMatch(/Plus code 5G59QW77\+22.*Green door/);
});

test("a list's places are read, and what looks wrong is named at its line before anything is booked", async () => {
  const shop = await aVerifiedCustomer(site, "list-of-places@example.co.za");
  await shop.open("/dashboard/import");
  const line = (name: string, landmark: string) =>
    `12 Shop Street,Germiston,1431,${name},z@example.com,082 123 4567,9 Vilakazi Street,Soweto,1804,flyer-bag,1,Shoes,"${landmark}"`;
  const [heading = ""] = aList().split("\r\n");
  const list = [`${heading},toLandmark`, line("Zodwa A", AT_HOME), line("Zodwa B", SWAPPED)].join("\r\n");
  const page = await shop.press("Check the list", { list });
  expect(page.text).toMatch(/Line 3: The place \S+ is outside South Africa\./);
  expect(page.text).not.toContain("Line 2:");
  await shop.press("Book these 2 parcels", { confirm: "on" });
  const kept = inTheFile<{ form: string | { addresses: { toLandmark: string } } }>(
    site,
    "SELECT form_snapshot AS form FROM quotes WHERE email = 'list-of-places@example.co.za'",
  ).map(({ form }) => (typeof form === "string" ? JSON.parse(form) : form).addresses.toLandmark);
  expect(kept.toSorted()).toEqual([CODE, expect.stringMatching(/^\w{8}\+\w\w$/)]);
});
