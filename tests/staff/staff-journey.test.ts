import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { pathOf } from "../support/a-customer";
import { aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { asStaff } from "../support/an-office";
import { emailsTo, emailTo } from "../support/mailbox";
import { pricesAreRead } from "../support/prices-are-read";
import { runningSiteForAllTests } from "../support/running-site";
import { staff, staffList } from "../support/staff";
import { freshForStaff } from "../support/store-place";
import { Visitor } from "../support/visitor";

const CUSTOMER = "thandi@example.co.za";
/** A postal code that isn't in the price tables. */
const NOWHERE = { toPostal: "9100", toCity: "Nieu-Bethesda" };

/** Texts go at once, also when the tests run at night. */
const site = runningSiteForAllTests({ SMS_QUIET_HOURS: "none" });

test("from a price request to a delivered parcel: staff read the database and act, the customer sees it", async () => {
  const { guest, quoteNo } = await aWishForAPrice();
  expect(view("SELECT quote_no, customer_email, deliver_postal_code FROM staff_manual_quotes")).toEqual([
    { quote_no: quoteNo, customer_email: CUSTOMER, deliver_postal_code: "9100" },
  ]);
  expect(byHand("SELECT quote_no || ' ' || why_by_hand FROM staff_manual_quotes")).toBe(
    `${quoteNo} We do not yet service the TO postal code.`,
  );
  expect(await staffList(site, ["list", "quotes"])).toMatchObject([{ quote_no: quoteNo }]);

  expect((await staff(site, ["price", "quote", quoteNo, "R", "350,00", "--dry-run"])).out).toContain("R\u00a0350,00");
  expect(view("SELECT 1 FROM staff_manual_quotes")).toHaveLength(1);
  const priced = await staff(site, ["price", "quote", quoteNo, "R", "350,00", "--as", "Zanele"]);
  expect(priced).toMatchObject({ code: 0, err: "" });
  expect(view("SELECT * FROM staff_manual_quotes")).toEqual([]);
  expect(view("SELECT status, price_rand FROM staff_open_quotes")).toEqual([
    { status: "Booked, not paid", price_rand: 350 },
  ]);

  const email = await emailTo(site.dataDir, CUSTOMER, /Your price is ready/);
  expect(email.text).toContain("R\u00a0350,00");
  // The site's own address, although the program that writes the email was called without its settings.
  expect(email.link).toContain(`${site.url}/payfast/start/`);
  expect(priced.out).toContain(email.link);
  await guest.open(pathOf(email.link));
  await guest.press("Pay now");
  const paid = await guest.press("Complete payment");
  const waybillNo = paid.text.match(/TH \d{3} \d{3} \d{3} \d/)?.[0].replaceAll(" ", "") ?? "";
  expect(view("SELECT waybill_no, status, what_to_do, price_rand FROM staff_bookings")).toEqual([
    {
      waybill_no: waybillNo,
      status: "Paid, to be collected",
      what_to_do: "Phone the sender and collect it",
      price_rand: 350,
    },
  ]);
  expect(byHand("SELECT waybill_no FROM staff_collections")).toBe(waybillNo);

  for (const [mark, more, inTheView, onThePage] of [
    [["collected"], [], "Collected", "Collected."],
    [["in-transit"], ["--place", "Bloemfontein"], "On its way", "On its way in Bloemfontein."],
    [["out", "for", "delivery"], [], "Out for delivery", "Out for delivery."],
    [["failed-attempt"], [], "Delivery failed", "We came, but could not deliver."],
    [["delivered"], [], "Delivered", "Delivered."],
  ] as const) {
    expect(await staff(site, ["mark", ...mark, waybillNo, ...more])).toMatchObject({ code: 0, err: "" });
    expect(view("SELECT status FROM staff_bookings")).toEqual([{ status: inTheView }]);
    const { document } = await guest.open(`/tracking?action=track&accno=&no=${waybillNo}`);
    expect(document.querySelectorAll(".history").at(-1)?.querySelector("li b")?.text).toBe(onThePage);
  }
  expect(view("SELECT * FROM staff_parcels_under_way")).toEqual([]);

  // The history says of each message whether it was sent. Those of the last minute are held back; here they are due.
  inTheFile(site, "UPDATE outgoing_mails SET next_attempt_at = '2026-01-01T00:00:00.000Z' WHERE state = 'queued'");
  await expect.poll(() => view("SELECT 1 FROM outgoing_mails WHERE state = 'queued'")).toEqual([]);
  const history = await staffList(site, ["history", waybillNo]);
  expect(history.filter(({ who }) => who === "Zanele" || who === "zanele").map(({ what }) => what)).toEqual([
    "priced quote: R\u00a0350,00",
    ...["collected", "in transit", "out for delivery", "failed attempt", "delivered"].map((mark) =>
      expect.stringContaining(`marked ${mark}`),
    ),
  ]);
  expect(await staffList(site, ["history", quoteNo])).toEqual(history);
});

test("several parcels at once are all marked or none, however their numbers are typed", async () => {
  const [one, other] = [await aPaidParcel(), await aPaidParcel()];
  await staff(site, ["mark", "delivered", other.waybillNo]);
  const refused = await staff(site, ["mark", "collected", one.waybillNo, other.waybillNo]);
  expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("Nothing was done.") });
  expect(refused.err).toContain(`${other.waybillNo}: it was marked delivered on`);
  expect(statusOf(one.waybillNo)).toBe("Paid, to be collected");

  const spoken = one.waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})(\d)$/, "TH $1 $2 $3 $4").split(" ");
  const result = await staff(site, ["mark", "delivered", ...spoken, other.waybillNo]);
  expect(result.out).toContain(`${one.waybillNo}: delivered,`);
  expect(result.out).toContain(`${other.waybillNo}: delivered already,`);
  expect((await staff(site, ["undo", "mark", one.waybillNo])).code).toBe(0);
  expect(statusOf(one.waybillNo)).toBe("Paid, to be collected");
});

test("a booking that staff cancel says so on every page, and its money is listed until it was refunded", async () => {
  const { guest, quoteNo, waybillNo, price } = await aPaidParcel();
  const why = "The road to the pick-up is flooded.";
  const cancelled = await staff(site, ["cancel", "booking", waybillNo, "--because", why]);
  expect(cancelled).toMatchObject({ code: 0, err: "" });
  expect(cancelled.out).toMatch(new RegExp(`^${price} is to be paid back, PayFast's payment \\d+\\.`, "m"));
  expect((await emailTo(site.dataDir, CUSTOMER, /Booking cancelled/)).text).toContain(why);

  expect(statusOf(waybillNo)).toBe("Cancelled");
  expect(view(`SELECT refund_rand FROM staff_payments_to_refund WHERE quote_no = '${quoteNo}'`)).toEqual([
    { refund_rand: 80.62 },
  ]);
  expect(await staff(site, ["mark", "collected", waybillNo])).toMatchObject({
    code: 1,
    err: `${waybillNo}: its booking was cancelled.\n`,
  });

  const quoteId = quoteIdOf(quoteNo);
  const tracking = await guest.open(`/tracking?no=${waybillNo}`);
  expect(tracking.text).toContain("The booking was cancelled before we collected the parcel.");
  const slip = await guest.open(`/waybill/${waybillNo}`);
  expect(slip.text).toContain("This booking was cancelled");
  expect(slip.document.querySelector(".slip")).toBeNull();
  const review = await guest.open("/ship/review");
  expect(review.text).toContain("This was cancelled");
  expect(review.text).not.toContain("booked and paid");
  expect(review.text).not.toContain("price is held");
  const back = await guest.open(`/payfast/return?quoteId=${quoteId}`);
  expect(back.text).toContain("Booking cancelled");
  expect(back.text).toContain(`We will refund ${price}`);
  expect(back.text).not.toMatch(/Print the waybill|Try the payment again|failed/);

  const noted = await staff(site, ["note", "refund", quoteNo, "80,62", "--reference", "2211334"]);
  expect(noted).toMatchObject({ code: 0, err: "" });
  expect(view(`SELECT 1 FROM staff_payments_to_refund WHERE quote_no = '${quoteNo}'`)).toEqual([]);
  expect((await emailTo(site.dataDir, CUSTOMER, /refunded you/)).text).toContain("2211334");
  expect((await guest.open(`/payfast/return?quoteId=${quoteId}`)).text).toContain(`We have refunded ${price}.`);
});

test("an unpaid booking that staff cancel can't be paid any more", async () => {
  const guest = await aGuestAtTheReview(site);
  const quoteNo = numberOn(textOf(guest));
  await guest.press("Book This Collection", { confirm: "on" });
  expect((await staff(site, ["cancel-booking", quoteNo, "--because", "We can't come."])).code).toBe(0);
  const start = await guest.open(`/payfast/start/${quoteIdOf(quoteNo)}`);
  expect(start.text).toContain("You have not been charged.");
  expect(start.text).not.toContain("Pay now");
  const review = await guest.open("/ship/review");
  expect(review.text).toContain("This was cancelled");
  expect(review.text).not.toMatch(/Go to the payment|Book This Collection|price is held/);
  await guest.press("Start again with these details");
  expect(textOf(guest)).toContain("Step 1 of 3");
});

test("a price request that staff cancel is no longer shown as waiting", async () => {
  const { guest, quoteNo } = await aWishForAPrice();
  expect((await staff(site, ["cancel", "booking", quoteNo, "--because", "Too far."])).code).toBe(0);
  expect(view(`SELECT 1 FROM staff_manual_quotes WHERE quote_no = '${quoteNo}'`)).toEqual([]);
  const review = await guest.open("/ship/review");
  expect(review.text).toContain("This was cancelled");
  expect(review.text).not.toContain("We have your request");
});

test("an email that a customer lost is sent again by its id in the view of emails", async () => {
  await aPaidParcel();
  const waiting = "SELECT 1 FROM staff_mail WHERE subject LIKE 'Booking confirmed%' AND status <> 'Sent'";
  await expect.poll(() => view(waiting)).toEqual([]);
  const before = confirmations().length;
  const [email] = view<{ letter_id: string }>(
    "SELECT letter_id FROM staff_mail WHERE subject LIKE 'Booking confirmed%' AND status = 'Sent' LIMIT 1",
  );
  expect((await staff(site, ["resend", "email", email?.letter_id ?? ""])).code).toBe(0);
  await expect.poll(() => confirmations().length).toBe(before + 1);
});

test("a box and a place that change today are on the pages at once, those of tomorrow are not", async () => {
  const visitor = new Visitor(site.url);
  const bagTakesKg = async () =>
    /Flyer bag\s*31\D+45\D+45\D+?([\d,]+)\D*kg/.exec((await visitor.open("/ship")).text)?.[1];
  const change = async (words: string) => {
    expect(await staff(site, words.split(" "))).toMatchObject({ code: 0, err: "" });
    await pricesAreRead();
  };
  expect(await bagTakesKg()).toBe("1");
  await change("change box flyer-bag --max-kg 1,5 --from today");
  expect(await bagTakesKg()).toBe("1,5");
  await change("change box flyer-bag --max-kg 2 --from tomorrow");
  expect(await bagTakesKg()).toBe("1,5");

  const shown = async () => {
    const rows = (await visitor.open("/ship")).document.querySelectorAll(".boxes tr");
    const box = rows.find((row) => /Stock 7/.test(row.text));
    return [box?.querySelector("use")?.getAttribute("href"), box?.querySelectorAll("small").at(-1)?.text];
  };
  expect(await shown()).toEqual(["/boxes.svg#stock-7", "Fits bedding for a double bed"]);
  await change("change box stock-7 --picture stock-6 --example bedding --from today");
  expect(await shown()).toEqual(["/boxes.svg#stock-6", "Fits bedding"]);

  const coverage = async () => (await visitor.open("/ship?check=local&fromPostal=1804&toPostal=1868")).text;
  const before = await coverage();
  await change("change area 1867-1868 --served no --from today");
  expect(await coverage()).not.toBe(before);
  await change("change area 1867-1868 --served yes --from today");
  expect(await coverage()).toBe(before);
});

const confirmations = () => emailsTo(site.dataDir, CUSTOMER).filter(({ subject }) => /Booking confirmed/.test(subject));

/** What staff see over a second, read-only connection while the site runs. */
function view<Row = Record<string, unknown>>(query: string): Row[] {
  return asStaff<Row>(freshForStaff(path.join(site.dataDir, "courier.db")), query);
}

/** What staff see with the sqlite3 program. */
function byHand(query: string): string {
  const file = freshForStaff(path.join(site.dataDir, "courier.db"));
  return execFileSync("sqlite3", ["-readonly", file, query], { encoding: "utf8" }).trim();
}

function statusOf(waybillNo: string) {
  return view<{ status: string }>(`SELECT status FROM staff_bookings WHERE waybill_no = '${waybillNo}'`)[0]?.status;
}

function quoteIdOf(quoteNo: string): string {
  return view<{ id: string }>(`SELECT id FROM quotes WHERE quote_no = '${quoteNo}'`)[0]?.id ?? "";
}

function textOf(guest: Visitor): string {
  return guest.page?.text ?? "";
}

function numberOn(text: string): string {
  return text.match(/Q\d{8}/)?.[0] ?? "";
}

/** A guest without scripts who asks for a manual price. */
async function aWishForAPrice(): Promise<{ guest: Visitor; quoteNo: string }> {
  const guest = await aGuestAtTheReview(site, { addresses: NOWHERE });
  const { text } = await guest.press("Request Manual Quote", { confirm: "on" });
  expect(text).toContain("We have your request");
  return { guest, quoteNo: numberOn(text) };
}

async function aPaidParcel() {
  const guest = await aGuestAtTheReview(site);
  const quoteNo = numberOn(textOf(guest));
  await guest.press("Book This Collection", { confirm: "on" });
  await guest.press("Pay now");
  const { text } = await guest.press("Complete payment");
  const waybillNo = text.match(/TH \d{3} \d{3} \d{3} \d/)?.[0].replaceAll(" ", "") ?? "";
  return { guest, quoteNo, waybillNo, price: "R\u00a080,62" };
}
