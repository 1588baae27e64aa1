import { expect, test } from "vitest";
import { sendPinAgain } from "#app/domain/messages/pin-again.server";
import { makePin, readPin } from "#app/domain/parcels/delivery-pin.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { DAYS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { officeForEachTest } from "../../support/an-office";

const now = new Date("2026-11-20T08:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

const office = officeForEachTest();

/** A parcel, and a function that asks for its PIN. */
async function aParcel(toPhone: string, hasPin = true) {
  const { quote, waybillNo } = await office.paid({ addresses: { toPhone, toCell: "" } }, now);
  if (hasPin) await office.store.tx((tx) => makePin(tx, waybillNo, now));
  const read = (await quoteById(office.store.read, quote.id)) ?? expect.fail("no quote");
  return {
    ask: (at = now) => office.store.tx((tx) => sendPinAgain(tx, read, waybillNo, at)),
    pin: async () => (await readPin(office.store.read, waybillNo))?.pin ?? "",
  };
}
const sent = async () =>
  (await office.store.read.select().from(outgoingMails)).filter(({ emailKey }) => emailKey.startsWith("pin-again"));

test("it goes to the booking's phone by text, once in five minutes however often it is asked for", async () => {
  const { ask, pin } = await aParcel("073 555 0101");
  expect([await ask(), await ask(after(1)), await ask(after(5 * MINUTES))]).toEqual(Array(3).fill("sent by text"));
  expect(await sent()).toMatchObject([{ channel: "sms", toAddress: "+27735550101" }]);
  expect(await ask(after(5 * MINUTES + 1))).toBe("sent by text");
  const all = await sent();
  expect(all).toHaveLength(2);
  for (const { textBody } of all) expect(textBody).toContain(`PIN ${await pin()}`);
});

test("it goes at once where it was asked for while the clock was ahead", async () => {
  const { ask } = await aParcel("073 555 0101");
  expect([await ask(after(DAYS)), await ask()]).toEqual(["sent by text", "sent by text"]);
  expect(await sent()).toHaveLength(2);
});

test("it goes by email where the phone can't receive texts, and says nothing of today", async () => {
  const { ask, pin } = await aParcel("011 555 0101");
  expect([await ask(), await ask(after(1))]).toEqual(["sent by email", "sent by email"]);
  const [email, ...others] = await sent();
  expect(others).toEqual([]);
  expect(email).toMatchObject({ channel: "email", toAddress: "sipho@example.co.za", person: "receiver" });
  expect(email?.textBody).toContain(`PIN ${await pin()}`);
  expect(`${email?.subject}${email?.textBody}`).not.toContain("today");
});

test("a parcel without a PIN has none to send", async () => {
  const { ask } = await aParcel("073 555 0101", false);
  expect(await ask()).toBe("no pin");
  expect(await sent()).toEqual([]);
});
