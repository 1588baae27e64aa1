import { expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { addressesOf, allowMessages, stopMessages, stoppedSince } from "#app/domain/messages/opt-out.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");
const later = new Date("2026-11-21T08:00:00Z");

const office = officeForEachTest();
const stop = (way: "email" | "sms", address: string, at = now) =>
  office.store.tx((tx) => stopMessages(tx, way, address, at));
const allow = (way: "email" | "sms", address: string) => office.store.tx((tx) => allowMessages(tx, way, address));
const since = (way: "email" | "sms", address: string) => stoppedSince(office.store.read, way, address);

test("messages are stopped from the first time on, however the address is written, and can be allowed again", async () => {
  expect(await since("email", "sipho@example.co.za")).toBeNull();
  expect([await stop("email", "Sipho@Example.co.za"), await stop("email", " sipho@example.co.za ", later)]).toEqual([
    true,
    false,
  ]);
  expect(await since("email", "SIPHO@example.co.za")).toEqual(now);
  expect([await allow("email", "sipho@example.co.za"), await allow("email", "sipho@example.co.za")]).toEqual([
    true,
    false,
  ]);
  expect(await since("email", "sipho@example.co.za")).toBeNull();
});

test("a phone is one phone in any format, and its texts are another thing than emails", async () => {
  await stop("sms", "073 555 0101");
  expect(await since("sms", "+27735550101")).toEqual(now);
  expect(await since("sms", "073 555 0102")).toBeNull();
  expect(await since("email", "073 555 0101")).toBeNull();
  await stop("sms", "call me");
  expect(await since("sms", "call me")).toEqual(now);
});

test("no address is stored", async () => {
  await stop("email", "sipho@example.co.za");
  expect(JSON.stringify(office.staff("SELECT * FROM message_stops"))).not.toContain("sipho");
});

test("a booking's people have their email, the receiver a cell phone too; a part of each is shown", async () => {
  const { quote } = await office.paid({}, now);
  const of = async (person: "sender" | "receiver" | "account") => {
    const read = (await quoteById(office.store.read, quote.id)) ?? expect.fail("no quote");
    return addressesOf(office.store.read, read, person);
  };
  const email = { way: "email", stoppedAt: null };
  expect(await of("sender")).toEqual([{ ...email, address: "thandi@example.co.za", shown: "th•••••@example.co.za" }]);
  expect(await of("receiver")).toEqual([
    { ...email, address: "sipho@example.co.za", shown: "si•••••@example.co.za" },
    { way: "sms", address: "+27735550101", shown: "••• ••• 0101", stoppedAt: null, quoteId: quote.id },
  ]);
  await office.store.tx((tx) => stopMessages(tx, "sms", "073 555 0101", now, quote.id));
  expect((await of("receiver"))[1]).toMatchObject({ stoppedAt: now, quoteId: quote.id });
  expect(await since("sms", "073 555 0101")).toBeNull();
  await stop("sms", "073 555 0101", later);
  expect((await of("receiver"))[1]).toMatchObject({ stoppedAt: later, isForGood: true });
  expect(await of("account")).toEqual([]);
  const { account } = await office.joined("mine@another.example", now);
  await office.store.tx(async (tx) => {
    await proveAddress(tx, account.uid, "mine@another.example", now);
    await giveGuestQuotes(tx, "a-guest", account.uid, now);
  });
  expect((await of("account")).map(({ address }) => address)).toEqual(["mine@another.example"]);
});
