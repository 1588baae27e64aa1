import { beforeEach, describe, expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { stopMessages } from "#app/domain/messages/opt-out.server";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import { claimNext, noteOutcome } from "#app/domain/post/claims.server";
import { lengthInGsm7 } from "#app/domain/post/gsm7";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { waybills } from "#db/schema/waybills";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../../demo/a-parcel";
import { APP_URL, aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";

/** A link's random key may look like a price. */
const LINKS = /https?:\/\/[^\s"<]+/g;

const noon = new Date("2026-11-23T10:00:00Z");
const SENDER = "thandi@example.co.za";
const RECEIVER = "sipho@example.co.za";
const CELL = "+27735550101";
const SENDERS_CELL = "+27821234567";

let parcel: ParcelOnTheWay;
beforeEach(async () => {
  parcel = await aParcelOnTheWay(noon);
});

describe("who is told what", () => {
  test("booked: sender and receiver at once", async () => {
    expect(recipientsOf(await parcel.after(0))).toEqual([`email ${RECEIVER}`, `email ${SENDER}`]);
  });

  test("a whole delivery, a minute after each mark", async () => {
    await parcel.after(0);
    await parcel.mark("collected");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`email ${SENDER}`, `sms ${SENDERS_CELL}`]);
    await parcel.mark("in_transit");
    expect(await parcel.after(MINUTES)).toEqual([]);
    await parcel.mark("out_for_delivery");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`email ${RECEIVER}`, `sms ${CELL}`]);
    await parcel.mark("failed_attempt");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`email ${RECEIVER}`, `email ${SENDER}`, `sms ${CELL}`]);
    await parcel.mark("delivered");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([
      ...[`email ${RECEIVER}`, `email ${SENDER}`, `sms ${SENDERS_CELL}`],
    ]);
    expect(await parcel.after(48 * HOURS)).toEqual([]);
  });

  test("of a parcel that goes back nobody is told that it comes or that we try again with it, but that it goes back and is back", async () => {
    await parcel.mark("collected");
    await parcel.after(MINUTES);
    const driver = { name: "Sipho Nkosi", phone: "+27831234567" };
    await parcel.office.store.tx((tx) => addDriver(tx, driver, noon));
    await aParcel(parcel.waybillNo).given("Sipho Nkosi", "return").in(parcel.office.world, parcel.now());
    await parcel.mark("out_for_delivery");
    expect((await parcel.after(MINUTES)).every(({ subject }) => subject.includes("back"))).toBe(true);
    await parcel.mark("failed_attempt");
    const missed = await parcel.after(48 * HOURS);
    expect(recipientsOf(missed)).toEqual([`email ${SENDER}`, `sms ${SENDERS_CELL}`]);
    for (const { text } of missed) expect(text).toMatch(/^(?!.*try again).*We phone you/s);
    await parcel.mark("returned");
    expect(recipientsOf(await parcel.after(48 * HOURS))).toContain(`email ${SENDER}`);
  });

  test("a failed delivery abroad, or one whose driver had no PIN, promises neither another day by link nor a PIN", async () => {
    const abroad = await aParcelOnTheWay(noon, { addresses: { toCountry: "Brazil", toPostal: "" } });
    await abroad.after(MINUTES);
    for (const { mark, after } of [abroad, parcel]) {
      await mark("collected");
      await mark("failed_attempt");
      const told = (await after(MINUTES)).find(
        ({ way, to, subject }) => way === "email" && to === RECEIVER && /could not/.test(subject),
      );
      expect(told?.text).not.toContain("Your PIN stays the same.");
      expect(told?.text.includes("Say when you are at home")).toBe(mark === parcel.mark);
    }
  });

  test.each([
    ["on a Monday", 0, "2026-11-24T10:01:00.000Z"],
    ["on a Friday", 4, "2026-11-30T10:01:00.000Z"],
    ["before a public holiday", 22, "2026-12-17T10:01:00.000Z"],
  ])("after a failed delivery %s the receiver has a working day to choose another", async (_, days, answerBy) => {
    await parcel.mark("collected");
    await parcel.after(days * DAYS + MINUTES);
    await parcel.mark("failed_attempt");
    const [row] = await parcel.office.store.read.select({ answerBy: waybills.answerBy }).from(waybills);
    expect(row?.answerBy?.toISOString()).toBe(answerBy);
    expect(parcel.office.staff("SELECT waybill_no FROM staff_unanswered_visits")).toHaveLength(
      new Date(answerBy) <= new Date() ? 1 : 0,
    );
  });

  test("only after a failed delivery does the receiver have a working day to say when they are at home", async () => {
    const answerBy = async () => (await parcel.office.store.read.select().from(waybills))[0]?.answerBy;
    for (const kind of ["collected", "in_transit", "out_for_delivery"] as const) {
      await parcel.mark(kind);
      expect(await answerBy()).toBeNull();
    }
    await parcel.mark("failed_attempt");
    expect(await answerBy()).toEqual(new Date(noon.getTime() + DAYS));
  });

  test("a receiver's link to another tracking page has no key, which only our own page understands", async () => {
    const facts = { appUrl: APP_URL, paymentMode: "sandbox", quietHours: "20:00-07:00" };
    const links = async () => {
      await parcel.after(0);
      await parcel.mark("out_for_delivery");
      const told = (await parcel.after(MINUTES)).find(({ way, to }) => way === "email" && to === RECEIVER);
      return told?.text.match(/https:\S+\/(t\/|\?action=track)\S+/g) ?? [];
    };
    expect(await links()).toContainEqual(expect.stringContaining("?key="));
    parcel = await aParcelOnTheWay(noon);
    await storeSiteFacts(parcel.office.store, { ...facts, trackingUrl: "https://track.example/" }, noon);
    const elsewhere = (await links()).filter((link) => link.startsWith("https://track.example/"));
    expect(elsewhere).not.toEqual([]);
    expect(elsewhere.join()).not.toContain("key=");
  });

  test("of marks in quick succession the last is told, and a repeated one counts once", async () => {
    await parcel.after(0);
    await parcel.mark("collected");
    await parcel.mark("collected");
    await parcel.mark("out_for_delivery");
    await parcel.mark("delivered");
    expect(
      (await parcel.after(2 * MINUTES)).map(({ way, subject }) => `${way}: ${subject.split(":")[0]}`).toSorted(),
    ).toEqual([
      "email: Your parcel has been delivered",
      "email: Your parcel has been delivered",
      "sms: Your parcel has been delivered",
    ]);
  });

  test("an account that booked from another address gets the sender's messages", async () => {
    const { account } = await parcel.office.joined("shop@example.co.za");
    await parcel.office.store.tx(async (tx) => {
      await proveAddress(tx, account.uid, account.email, noon);
      await giveGuestQuotes(tx, "a-guest", account.uid, noon);
    });
    await parcel.after(0);
    await parcel.mark("collected");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([
      ...["email shop@example.co.za", `email ${SENDER}`, `sms ${SENDERS_CELL}`],
    ]);
  });

  test("somebody who sends a parcel to themselves gets the sender's message once", async () => {
    const own = await aParcelOnTheWay(noon, { addresses: { toEmail: SENDER.toUpperCase() } });
    const messages = await own.after(0);
    expect(recipientsOf(messages)).toEqual([`email ${SENDER}`]);
    expect(messages[0]?.text).toContain("/invoice/");
  });

  test("a receiver without a cell phone gets emails, and no list has a text that could never be sent", async () => {
    const landline = await aParcelOnTheWay(noon, { addresses: { toPhone: "011 555 0123" } });
    await landline.after(0);
    await landline.mark("out_for_delivery");
    expect(recipientsOf(await landline.after(MINUTES))).toEqual([`email ${RECEIVER}`]);
    expect(landline.office.staff("SELECT state, last_error FROM outgoing_mails WHERE channel = 'sms'")).toEqual([]);
  });
});

describe("what they read", () => {
  test("the text: the PIN in groups, one text message long, no price and no link", async () => {
    await parcel.after(0);
    await parcel.mark("out_for_delivery");
    const text = (await parcel.after(MINUTES)).find(({ way }) => way === "sms")?.text ?? "";
    const kept = await readPin(parcel.office.store.read, parcel.waybillNo);
    expect(text).toContain(`PIN ${kept?.pin}`);
    expect(text).toMatch(/^Thuma Couriers: .*comes today/);
    expect(lengthInGsm7(text)).toBeLessThanOrEqual(160);
    expect(text).not.toMatch(/http|R\s?\d/);
  });

  test.each([
    ["05:30", "comes today", "Your parcel comes today"],
    ["19:58", "comes today", "Your parcel comes today"],
    ["19:59", "is out for delivery", "Your parcel is out for delivery"],
    ["22:00", "is out for delivery", "Your parcel is out for delivery"],
  ])("out for delivery at %s: a text read the next morning promises no day", async (time, words, subject) => {
    const other = await aParcelOnTheWay(new Date(`2026-11-23T${time}:30+02:00`));
    await other.after(0);
    await other.mark("out_for_delivery");
    const messages = await other.after(MINUTES);
    expect(messages.find(({ way }) => way === "sms")?.text).toContain(` ${words} (`);
    const email = messages.find(({ way }) => way === "email");
    expect(email?.subject).toMatch(new RegExp(`^${subject}: `));
    expect(email?.text.includes("brings it today")).toBe(words === "comes today");
  });

  test("with the longest name the text still fits, and a text that isn't a name is left out", async () => {
    for (const fromName of [
      "Nomathemba-Bonolo Mokoena-Dlamini van der Westhuizen Jnr",
      "win R5000 at evil.example/x",
    ]) {
      const other = await aParcelOnTheWay(noon, { addresses: { fromName } });
      await other.after(0);
      await other.mark("out_for_delivery");
      const text = (await other.after(MINUTES)).find(({ way }) => way === "sms")?.text ?? "";
      expect(lengthInGsm7(text)).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/evil|R5000/);
    }
  });

  test("a receiver's email says who sends what and where to, and how to be found, without a price or payment link", async () => {
    const [receivers] = (await parcel.after(0)).filter(({ to }) => to === RECEIVER);
    const { subject = "", text = "", html = "" } = receivers ?? {};
    expect(subject).toMatch(/^Thandi Nkosi is sending you a parcel: waybill TH /);
    for (const fact of ["Orlando East, Soweto", "Katlehong", "1 × Flyer bag", "Usually", "/find-me/"])
      expect(text).toContain(fact);
    expect(subject + text + html).not.toMatch(/[Ii]nvoice|payfast|[Cc]ancel/);
    expect((subject + text + html).replace(LINKS, "")).not.toMatch(/\bR\s?\d/);
  });

  test("the sender's email is complete without the site, and has a ParcelDelivery for mail programs", async () => {
    const [senders] = (await parcel.after(0)).filter(({ to }) => to === SENDER);
    const { text = "", html = "" } = senders ?? {};
    const facts = ["Thandi Nkosi", "Sipho Dlamini", "Katlehong", "Orlando East, Soweto", "1 × Flyer bag"];
    for (const fact of [...facts, "Usually", "/invoice/", "/waybill/", "/t/TH", "What happens next"])
      expect(text).toContain(fact);
    const [, json = ""] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@type": "ParcelDelivery",
      trackingNumber: parcel.waybillNo,
      trackingUrl: expect.stringContaining(`/t/${parcel.waybillNo}`),
      deliveryAddress: { name: "Sipho Dlamini", addressLocality: "Soweto" },
      expectedArrivalUntil: expect.stringMatching(/^2026-11-\d\d$/),
    });
  });

  test("a failed attempt: everybody is told the day of the next one, also in one text message", async () => {
    await parcel.after(0);
    await parcel.mark("out_for_delivery");
    await parcel.mark("failed_attempt");
    const messages = (await parcel.after(MINUTES)).filter(({ subject }) => subject.includes("could not deliver"));
    expect(recipientsOf(messages)).toEqual([`email ${RECEIVER}`, `email ${SENDER}`, `sms ${CELL}`]);
    for (const { text } of messages) expect(text).toContain("We try again on Tuesday 24 November");
    const { text = "" } = messages.find(({ way }) => way === "sms") ?? {};
    expect(text).toContain("from Thandi Nkosi");
    expect(lengthInGsm7(text)).toBeLessThanOrEqual(160);
  });

  test("a parcel of three says which pieces are still to come", async () => {
    const three = await aParcelOnTheWay(noon, { quantity: 3 });
    await three.after(0);
    await three.mark("collected", { pieces: 1 });
    const collected = (await three.after(MINUTES)).filter(({ text }) => text.includes("collected"));
    expect(recipientsOf(collected)).toEqual([`email ${SENDER}`, `sms ${SENDERS_CELL}`]);
    for (const { text } of collected) {
      expect(text).toMatch(/1 of 3 pieces (of your parcel|collected)\. 2 are still to be collected\./);
      expect(text).not.toMatch(/we bring the parcel|Delivery:|write again/);
    }
    await three.mark("collected");
    await three.mark("in_transit");
    await three.after(MINUTES);
    await three.mark("delivered", { pieces: 2 });
    const messages = (await three.after(MINUTES)).filter(({ subject }) => subject.includes("delivered"));
    expect(recipientsOf(messages)).toEqual([`email ${RECEIVER}`, `email ${SENDER}`, `sms ${SENDERS_CELL}`]);
    for (const { text, subject, way } of messages) {
      expect(text).toMatch(/2 of 3 pieces (of your parcel|delivered)[\s\S]*1 is still to come\./);
      // Not today, and not delivered as a whole.
      expect(text).not.toMatch(/Delivery:|We bring the rest on|delivered your parcel/);
      if (way === "email") {
        expect(subject).toMatch(/^2 of 3 pieces delivered/);
        expect(text).toContain("We arrange a day for the rest with the receiver.");
      }
    }
    await three.mark("delivered");
    const last = (await three.after(MINUTES)).filter(({ subject }) => subject.includes("delivered"));
    for (const { text } of last) expect(text).toMatch(/delivered your parcel/);
  });
});

describe("undone", () => {
  beforeEach(() => parcel.after(0));

  test("within a minute: nobody is told", async () => {
    await parcel.mark("out_for_delivery");
    await parcel.after(59 * SECONDS);
    await parcel.undo();
    expect(await parcel.after(2 * MINUTES)).toEqual([]);
  });

  test("later: whoever was told gets a correction in the same way, and is told of the next mark", async () => {
    await parcel.mark("out_for_delivery");
    await parcel.after(MINUTES);
    await parcel.undo();
    const corrections = await parcel.after(0);
    expect(recipientsOf(corrections)).toEqual([`email ${RECEIVER}`, `sms ${CELL}`]);
    for (const { text } of corrections) expect(text).toMatch(/[Cc]orrection|mistake/);
    await parcel.mark("out_for_delivery");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`email ${RECEIVER}`, `sms ${CELL}`]);
  });

  test("a mark that corrects the one before sends a correction too", async () => {
    await parcel.mark("delivered");
    await parcel.after(MINUTES);
    await parcel.mark("in_transit", { correct: true });
    const corrections = await parcel.after(MINUTES);
    expect(recipientsOf(corrections)).toEqual([`email ${RECEIVER}`, `email ${SENDER}`, `sms ${SENDERS_CELL}`]);
    for (const { way, subject } of corrections)
      expect(subject).toMatch(way === "sms" ? /^Correction$/ : /^Correction, it was not delivered: waybill TH/);
  });

  test("a parcel that goes back to the depot isn't announced, and is when it comes again", async () => {
    await parcel.after(0);
    await parcel.mark("out_for_delivery");
    await parcel.mark("in_transit");
    expect(await parcel.after(MINUTES)).toEqual([]);
    await parcel.undo();
    expect(recipientsOf(await parcel.after(0))).toEqual([`email ${RECEIVER}`, `sms ${CELL}`]);
    await parcel.mark("in_transit");
    await parcel.after(MINUTES);
    await parcel.mark("out_for_delivery");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`email ${RECEIVER}`, `sms ${CELL}`]);
  });

  test("a correction goes whatever happens after it: that may be a mistake too", async () => {
    await parcel.after(0);
    await parcel.mark("delivered", { correct: true });
    expect(await parcel.after(MINUTES)).toHaveLength(3);
    parcel.outage(true);
    await parcel.undo();
    await parcel.mark("failed_attempt", { correct: true });
    await parcel.mark("collected", { correct: true });
    await parcel.undo();
    parcel.outage(false);
    const told = await parcel.after(HOURS);
    const corrections = told.filter(({ subject }) => subject.startsWith("Correction"));
    expect(recipientsOf(corrections)).toEqual([`email ${RECEIVER}`, `email ${SENDER}`, `sms ${SENDERS_CELL}`]);
  });

  test("while an email is being sent: it isn't tried again, and the correction is sent", async () => {
    const { store } = parcel.office;
    await parcel.mark("collected");
    const due = new Date(noon.getTime() + MINUTES);
    const claim = (await claimNext(store, "email", [], due)) ?? expect.fail("nothing is due");
    await parcel.undo();
    await store.tx((tx) => noteOutcome(tx, claim, { kind: "failed", error: "the line was cut" }, due));
    const messages = await parcel.after(48 * HOURS);
    expect(messages.map(({ subject }) => subject.split(":")[0])).toEqual(["Correction, it was not collected"]);
  });

  test("if a booking is cancelled before its receiver was told of it, they never are", async () => {
    const early = await aParcelOnTheWay(noon);
    await early.cancel();
    expect(recipientsOf(await early.after(0))).toEqual(
      [`email ${SENDER}`, `email ${SENDER}`, "email payments@thuma.example"].toSorted(),
    );
    await parcel.cancel();
    expect(recipientsOf(await parcel.after(0))).toContain(`email ${RECEIVER}`);
  });
});

test("a text delayed by the night is withdrawn once the parcel has arrived", async () => {
  await parcel.after(0);
  await parcel.mark("out_for_delivery");
  const { store } = parcel.office;
  // The provider fails all night.
  const failing = { channel: "sms" as const, send: () => Promise.reject(new Error("down")) };
  const { sendDueEmails } = await import("../../../demo/send-due-emails");
  await sendDueEmails(store, failing, new Date(noon.getTime() + MINUTES));
  await parcel.mark("delivered");
  expect(recipientsOf(await parcel.after(48 * HOURS)).filter((each) => each.startsWith("sms"))).toEqual([
    `sms ${SENDERS_CELL}`,
  ]);
});

describe("somebody who wants no messages", () => {
  test("gets no more about parcels in that way, but still gets receipts", async () => {
    const stop = (way: "email" | "sms", address: string) =>
      parcel.office.store.tx((tx) => stopMessages(tx, way, address, noon));
    await stop("email", "SIPHO@example.co.za");
    await stop("email", SENDER);
    await parcel.after(0);
    await parcel.mark("collected");
    await parcel.mark("out_for_delivery");
    expect(recipientsOf(await parcel.after(MINUTES))).toEqual([`sms ${SENDERS_CELL}`, `sms ${CELL}`].toSorted());
    await stop("sms", "073 555 0101");
    await stop("sms", "082 123 4567");
    await parcel.mark("failed_attempt");
    expect(await parcel.after(MINUTES)).toEqual([]);
    // The text with the PIN is sent all the same.
    await parcel.mark("out_for_delivery");
    const [text, ...others] = await parcel.after(MINUTES);
    expect([text?.way, others]).toEqual(["sms", []]);
    const again = await parcel.office.paid({}, noon);
    expect(again.waybillNo).not.toBe("");
    expect(recipientsOf(await parcel.after(0))).toEqual([`email ${SENDER}`]);
  });
});
