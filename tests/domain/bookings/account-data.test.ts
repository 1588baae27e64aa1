import { beforeEach, expect, test } from "vitest";
import { accountById, proveAddress } from "#app/domain/accounts/accounts.server";
import { deleteAccount } from "#app/domain/bookings/account-data.server";
import { noteRefund } from "#app/domain/bookings/note-refund.server";
import { giveGuestQuotes } from "#app/domain/quotes/owned-quotes.server";
import { anOffice, asStaff, type Office } from "../../support/an-office";

const traces = /thandi|sipho|082 ?123|example\.co\.za/i;

let office: Office;
beforeEach(async () => {
  office = await anOffice();
});

test("after an account is deleted its name, phone and email are nowhere: not in emails, not even to ourselves, nor in PayFast's notices", async () => {
  await office.quote();
  await office.booked({ addresses: { fromPostal: "9100" } });
  const { quote } = await office.paid();
  await office.tell(quote, { pfPaymentId: "twice" });
  const refund = { reference: "back-1", amountCents: quote.grandTotalCents ?? 0, goodwill: false };
  await office.store.tx((tx) => noteRefund(tx, quote.id, refund, new Date()));
  while ((await office.postman(new Date())) > 0);
  const found = ["search_index", "search_index_content"];
  expect(await traced()).toEqual(["outgoing_mails", "payment_notices", "quotes", ...found]);

  await deleteMine("mine@another.example");
  expect(await traced()).toEqual([]);
});

test("a later notice from PayFast doesn't bring them back", async () => {
  const quote = await office.booked();
  await deleteMine("mine@another.example");
  await office.tell(quote, { status: "PENDING" });
  await office.tell(quote, { cents: 1, pfPaymentId: "forged" });
  await office.tell(quote, {});
  expect(await traced()).toEqual([]);
  expect(office.staff("SELECT outcome FROM payment_notices ORDER BY received_at")).toMatchObject([
    { outcome: "unchanged" },
    { outcome: "refused" },
    { outcome: "duplicate" },
  ]);
});

/** Deletes the account. Its quotes have other emails than the account. */
async function deleteMine(email: string): Promise<void> {
  const { account } = await office.joined(email);
  await office.store.tx(async (tx) => {
    const now = new Date();
    await proveAddress(tx, account.uid, email, now);
    await giveGuestQuotes(tx, "a-guest", account.uid, now);
    const proven = (await accountById(tx, account.uid)) ?? expect.fail("no account");
    await deleteAccount(tx, proven, now);
  });
}

/** The tables that still contain personal data. */
async function traced(): Promise<string[]> {
  const tables = office.staff<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  return tables
    .map(({ name }) => name)
    .filter((name) => traces.test(JSON.stringify(asStaff(office.file, `SELECT * FROM "${name}"`))));
}
