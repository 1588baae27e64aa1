import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { type RunningSite, startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";

const DATA_DIR = mkdtempSync(path.join(tmpdir(), "thuma-old-"));
let site: RunningSite;
let thandi: Visitor;
let waybillNo: string;
/** Those of the waybill and of the invoice, which opened before. */
let links: string[];

// A parcel of seven years ago, and a nightly deletion since.
beforeAll(async () => {
  site = await startSite({ DATA_DIR });
  thandi = await aVerifiedCustomer(site, "thandi@example.co.za");
  await thandi.open("/ship-local/addresses");
  await thandi.press("Next", addresses);
  await thandi.press("Calculate Quote", parcel);
  await thandi.press("Book This Collection", { confirm: "on" });
  await thandi.press("Pay now");
  await thandi.press("Complete payment");
  const [waybill] = inTheFile<{ no: string }>(site, "SELECT waybill_no AS no FROM waybills");
  waybillNo = waybill?.no ?? "";
  const [email] = inTheFile<{ text: string }>(
    site,
    "SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'booking-confirmed:%'",
  );
  links = ["waybill", "invoice"].map(
    (page) => new RegExp(`/${page}/\\S+\\?key=\\S+`).exec(asSent(site, email?.text ?? ""))?.[0] ?? "",
  );
  for (const link of links) expect((await new Visitor(site.url).open(link)).status).toBe(200);
  await site.stop();
  inTheFile(site, "UPDATE quotes SET booked_at = '2019-11-21T10:00:00.000Z'");
  inTheFile(site, "UPDATE payments SET settled_at = '2019-11-21T10:05:00.000Z'");
  site = await startSite({ DATA_DIR, PORT: String(site.port) });
});
afterAll(async () => {
  await site.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test("a start catches up on missed nights, and says how much it deleted", async () => {
  await expect.poll(() => site.logs()).toMatch(/"tidied":\{"closedBooks":1\}/);
});

test("its owner can still open the waybill, which says that names and streets were deleted", async () => {
  const { status, text } = await thandi.open(`/waybill/${waybillNo}`);
  expect(status).toBe(200);
  expect(text).toMatch(/Names and streets are no longer keptWe removed them on \d+ \w+ \d{4}/);
  expect(text).toContain(`Soweto ${addresses.toPostal}`);
  for (const gone of [addresses.fromName, addresses.toName, addresses.toAddressLine, addresses.fromLandmark]) {
    expect(text).not.toContain(gone);
  }
});

test("the links of its emails open nothing any more: they live as long as the names", async () => {
  expect(links.map((link) => link.split("/")[1])).toEqual(["waybill", "invoice"]);
  for (const link of links) {
    const page = await new Visitor(site.url).open(link);
    expect({ link, status: page.status }).toEqual({ link, status: 404 });
    expect(page.text).not.toContain(addresses.toPostal);
  }
});

test("it can still be tracked", async () => {
  const { status, text } = await thandi.open(`/tracking?action=track&accno=&no=${waybillNo}`);
  expect([status, text]).toEqual([200, expect.stringContaining("Booked.")]);
});

test("the list of bookings says so, and sending the same again starts with empty answers", async () => {
  const { text } = await thandi.open("/dashboard");
  expect(text).toContain("No longer kept");
  const { url, document } = await thandi.press("Send again");
  expect(new URL(url).pathname).toBe("/ship-local/addresses");
  expect(document.querySelector('input[name="toName"]')?.getAttribute("value") ?? "").toBe("");
  expect(new URL((await thandi.open("/ship-local/parcel")).url).pathname).toBe("/ship-local/addresses");
});
