import { expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { officeForEachTest } from "../../support/an-office";

const SHOP = "shop@example.co.za";
const SENDER = "thandi@example.co.za";

const office = officeForEachTest();

/** An account that owns the quotes of the browser "a-guest". */
async function aShop({ isProven = true, email = SHOP } = {}): Promise<void> {
  const { account } = await office.joined(email);
  await office.store.tx(async (tx) => {
    if (isProven) await proveAddress(tx, account.uid, email, new Date());
    await giveGuestQuotes(tx, "a-guest", account.uid, new Date());
  });
}

const lettersAbout = (occasion: string) =>
  office
    .staff<{ to_address: string }>(`SELECT to_address FROM outgoing_mails WHERE letter_key LIKE '${occasion}:%'`)
    .map(({ to_address }) => to_address)
    .toSorted();

const greetings = (occasion: string) =>
  office
    .staff<{ text: string }>(`SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE '${occasion}:%'`)
    .map(({ text }) => text.split("\n")[0])
    .toSorted();

test("a shop gets the emails about parcels that it sends from another address, and so does that address", async () => {
  const quote = await office.booked();
  await aShop();
  await office.tell(quote, {});
  await office.tell(quote, {});
  expect(lettersAbout("booking-confirmed")).toEqual([SHOP, SENDER]);
  expect(greetings("booking-confirmed")).toEqual(["Dear Thandi Nkosi,", "Dear Thandi Nkosi,"]);
  await office.store.tx((tx) => cancelBooking(tx, quote.id, "the van broke down", new Date()));
  expect(lettersAbout("booking-cancelled")).toEqual([SHOP, SENDER]);
  expect(greetings("booking-cancelled")).toEqual(["Dear Thandi Nkosi,", "Good day,"]);
});

test("a sender who owns the account gets one email", async () => {
  const quote = await office.booked();
  await aShop({ email: SENDER });
  await office.tell(quote, {});
  expect(lettersAbout("booking-confirmed")).toEqual([SENDER]);
});

test("an unverified address gets none: it may be a stranger's", async () => {
  const quote = await office.booked();
  await aShop({ isProven: false });
  await office.tell(quote, {});
  expect(lettersAbout("booking-confirmed")).toEqual([SENDER]);
});
