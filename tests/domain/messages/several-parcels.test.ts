import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readdressWaiting } from "#app/domain/messages/addresses.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { claimNext, noteOutcome, releaseClaims } from "#app/domain/post/claims.server";
import { inOneMessage } from "#app/domain/post/digest";
import { resendEmail } from "#app/domain/post/resend-email.server";
import { forgetMessagesAbout } from "#app/domain/post/stored-emails.server";
import { MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { History } from "../../../demo/a-parcel";
import { aShopsList, SHOP, type ShopsList } from "../../support/a-shops-list";
import { isOfSeveral, saidOfParcel } from "../../support/said-of-parcel";

/** A Monday, 14:00 in South Africa. */
const afternoon = new Date("2026-11-30T12:00:00Z");

type Sent = Awaited<ReturnType<ShopsList["after"]>>;
const toShop = (sent: Sent) => sent.filter(({ way, to }) => way === "email" && to === SHOP);
const textsOf = (sent: Sent) => sent.filter(({ way, to }) => way === "sms" && to === "+27821234567");
const subjects = (sent: Sent) => toShop(sent).map(({ subject }) => subject);
const collected = (parcel: History) => parcel.collected();

/** The shop's own rows of the outbox about a parcel, the latest last. */
const rowsOf = (shop: ShopsList, index: number, channel: "email" | "sms" = "email") =>
  shop.office.store.read
    .select()
    .from(outgoingMails)
    .where(
      and(
        eq(outgoingMails.quoteId, shop.parcels[index]?.quote.id ?? ""),
        eq(outgoingMails.channel, channel),
        eq(outgoingMails.person, "sender"),
      ),
    )
    .orderBy(asc(outgoingMails.queuedAt));

/** Three are collected, half a minute apart. */
async function threeCollected() {
  const shop = await aShopsList(3, afternoon);
  for (const parcel of shop.parcels) {
    await shop.lives(parcel, collected);
    expect(toShop(await shop.after(30 * SECONDS))).toEqual([]);
  }
  return shop;
}

test("three parcels collected within five minutes are one email and one text, five minutes after the first", async () => {
  const shop = await threeCollected();
  expect(toShop(await shop.after(3 * MINUTES))).toEqual([]);
  const sent = await shop.after(30 * SECONDS);
  expect(subjects(sent)).toEqual(["We have collected 3 parcels"]);
  const [email] = toShop(sent);
  for (const { waybillNo, quote } of shop.parcels) {
    const { text = "" } = (email && saidOfParcel(waybillNo, email)) ?? {};
    expect(text.split("\n")).toEqual([
      `${quote.formSnapshot.addresses.toName}, Orlando East, Soweto`,
      spokenWaybillNumber(waybillNo),
      expect.stringMatching(/^Delivery: Usually /),
      `https://courier.example/t/${waybillNo}`,
    ]);
  }
  expect(email?.text).toMatch(/^No more messages about parcels:\nhttps:.*\/stop-messages\/.*\?key=[\w-]{22}$/m);
  const [text, ...more] = textsOf(sent);
  expect(more).toEqual([]);
  expect(text?.text).toBe(
    `Thuma Couriers: We have collected 3 parcels: ${shop.parcels.map(({ waybillNo }) => spokenWaybillNumber(waybillNo)).join(", ")}. Questions? 010 000 0000.`,
  );
  const parts = [];
  for (const index of [0, 1, 2]) parts.push(...(await rowsOf(shop, index, "sms")).map((row) => row.parts));
  expect(parts).toEqual([1, 0, 0]);
  expect(await shop.after(60 * MINUTES)).toEqual([]);
});

test("whoever has one parcel under way waits no longer than a minute, and reads of it as ever", async () => {
  const shop = await aShopsList(1, afternoon);
  await shop.lives(shop.parcels[0], collected);
  const sent = await shop.after(MINUTES);
  expect(subjects(sent)).toEqual([
    `We have collected your parcel: waybill ${spokenWaybillNumber(shop.parcels[0]?.waybillNo ?? "")}`,
  ]);
});

test("the last of a sender's parcels leaves with those before it, though nothing else is under way", async () => {
  const shop = await aShopsList(2, afternoon);
  for (const parcel of shop.parcels) await shop.lives(parcel, collected);
  await shop.after(10 * MINUTES);
  for (const parcel of shop.parcels) await shop.lives(parcel, (history) => history.delivered());
  expect(subjects(await shop.after(10 * MINUTES))).toEqual(["We have delivered 2 parcels"]);
});

test("different things stand each under a heading", async () => {
  const shop = await aShopsList(4, afternoon);
  const [first, second, third, fourth] = shop.parcels;
  for (const parcel of [first, second]) await shop.lives(parcel, collected);
  await shop.lives(third, (history) => history.notCollected());
  await shop.lives(fourth, (history) => history.collected().after(0).marked("delivered"));
  const sent = toShop(await shop.after(6 * MINUTES));
  expect(sent.map(({ subject }) => subject)).toEqual(["News of 4 parcels"]);
  const of = (parcel: typeof first) => sent[0] && saidOfParcel(parcel?.waybillNo ?? "", sent[0])?.subject;
  expect([of(first), of(third), of(fourth)]).toEqual([
    "We have collected 2 parcels",
    "We came to collect 1 parcel",
    "We have delivered 1 parcel",
  ]);
});

test("of one parcel two things are two emails, in their order", async () => {
  const shop = await aShopsList(2, afternoon);
  const [first, second] = shop.parcels;
  for (const parcel of shop.parcels) await shop.lives(parcel, collected);
  await shop.after(10 * MINUTES);
  await shop.lives(first, (history) => history.undone());
  await shop.lives(first, (history) => history.notCollected());
  await shop.lives(second, (history) => history.delivered());
  expect(subjects(await shop.after(10 * MINUTES))).toEqual([
    "News of 2 parcels",
    expect.stringMatching(/^We came to collect your parcel: waybill/),
  ]);
});

test("a parcel of which only some pieces were collected is no row, and waits for nobody", async () => {
  const shop = await aShopsList(2, afternoon, () => ({ parcel: { quantity: 3 } }));
  const [first, second] = shop.parcels;
  await shop.lives(first, (history) => history.collected(2));
  await shop.lives(second, collected);
  const sent = await shop.after(MINUTES);
  expect(subjects(sent)).toEqual([expect.stringMatching(/^We have collected 2 of 3 pieces: waybill/)]);
  expect(textsOf(sent)).toHaveLength(1);
});

test("receivers stay apart, also where one gets them all", async () => {
  const shop = await aShopsList(2, afternoon, () => ({ addresses: { toEmail: "one@example.com" } }));
  for (const parcel of shop.parcels)
    await shop.lives(parcel, (history) => history.collected().after(0).outForDelivery());
  const sent = (await shop.after(10 * MINUTES)).filter(({ to }) => to === "one@example.com");
  expect(sent.map(isOfSeveral)).toEqual([false, false]);
});

test("a parcel that has moved on is left out; if one is left, it reads as the single email; if none, nothing is sent", async () => {
  const shop = await threeCollected();
  const ended = (history: History) => history.marked("ended", { because: "lost" });
  await shop.lives(shop.parcels[0], ended);
  await shop.lives(shop.parcels[1], ended);
  const [kept] = await rowsOf(shop, 2);
  const sent = toShop(await shop.after(4 * MINUTES));
  expect(sent.map(({ subject }) => subject)).toEqual(["News of 3 parcels"]);
  expect(saidOfParcel(shop.parcels[0]?.waybillNo ?? "", sent[0] ?? expect.fail())?.subject).toBe(
    "2 parcels will not arrive",
  );
  expect((await rowsOf(shop, 0)).map(({ state }) => state)).toEqual(["skipped", "sent"]);

  const other = await threeCollected();
  for (const parcel of other.parcels.slice(0, 2)) await other.lives(parcel, (history) => history.undone());
  const [single] = await rowsOf(other, 2);
  const one = toShop(await other.after(10 * MINUTES));
  expect(one.map(({ subject }) => subject)).toEqual([single?.subject]);
  expect(kept?.subject).toMatch(/^We have collected your parcel: waybill/);

  const none = await threeCollected();
  for (const parcel of none.parcels) await none.lives(parcel, (history) => history.undone());
  expect(toShop(await none.after(10 * MINUTES))).toEqual([]);
});

test("a try that failed is repeated as the same message, with the same parcels but those that have moved on", async () => {
  const shop = await threeCollected();
  const tried: string[] = [];
  shop.outage(({ id, to }) => to === SHOP && tried.push(id) > 0);
  await shop.after(4 * MINUTES);
  await shop.lives(shop.parcels[0], (history) => history.undone());
  await shop.lives(shop.parcels[0], collected);
  shop.outage(() => false);
  const sent = toShop(await shop.after(20 * MINUTES));
  expect(sent.map(({ subject }) => subject)).toEqual([
    "We have collected 2 parcels",
    expect.stringContaining("Correction"),
    expect.stringContaining("We have collected your parcel"),
  ]);
  expect([...new Set([...tried, sent[0]?.id])]).toHaveLength(1);
});

test("after a crash in which it may have been sent it is the same message again, and what came since is another", async () => {
  const shop = await threeCollected();
  const { store } = shop.office;
  await shop.lives(shop.parcels[0], (history) => history.delivered());
  const due = new Date(shop.now().getTime() + 5 * MINUTES);
  const claim = () => claimNext(store, "email", ["example.com"], due);
  const before = await claim();
  expect(before?.others).toHaveLength(2);
  expect(await claim()).toBeUndefined();
  await releaseClaims(store, due);
  const after = await claim();
  expect(after?.email.digestId).toBe(before?.email.digestId);
  const ids = (of: typeof before) => of && [of.email, ...of.others].map(({ id }) => id).toSorted();
  expect(ids(after)).toEqual(ids(before));
  if (after) await store.tx((tx) => noteOutcome(tx, after, { kind: "sent" }, due));
  expect((await rowsOf(shop, 1)).map(({ state, attempts }) => [state, attempts])).toEqual([["sent", 2]]);
});

test("two processes that look at the same moment claim each row once", async () => {
  const shop = await threeCollected();
  const due = new Date(shop.now().getTime() + 5 * MINUTES);
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimNext(shop.office.store, "email", ["example.com"], due)));
  const rows = claims.flatMap((claim) => (claim ? [claim.email, ...claim.others] : []));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(rows).toHaveLength(3);
});

test("an address that was put right after a try gets its own parcel's email, and nobody else's", async () => {
  const shop = await threeCollected();
  shop.outage(({ to }) => to === SHOP);
  await shop.after(4 * MINUTES);
  const { quote } = shop.parcels[0] ?? expect.fail();
  const toNew = async (email: { toAddress: string }) =>
    email.toAddress === SHOP ? "new@example.com" : email.toAddress;
  await shop.office.store.tx((tx) => readdressWaiting(tx, quote.id, toNew));
  shop.outage(() => false);
  const sent = await shop.after(20 * MINUTES);
  expect(subjects(sent)).toEqual(["We have collected 2 parcels"]);
  expect(sent.filter(({ to }) => to === "new@example.com").map(isOfSeveral)).toEqual([false]);
});

test("sent again, it is the email about one parcel", async () => {
  const shop = await threeCollected();
  await shop.after(5 * MINUTES);
  const [row] = await rowsOf(shop, 1);
  await shop.office.store.tx((tx) => resendEmail(tx, row?.id ?? "", async () => SHOP, shop.now()));
  expect(subjects(await shop.after(0))).toEqual([row?.subject]);
});

test("a text that is sent again by itself is billed, though it left in another's parts before", async () => {
  const shop = await threeCollected();
  await shop.after(5 * MINUTES);
  const [row] = await rowsOf(shop, 1, "sms");
  expect(row?.parts).toBe(0);
  await shop.office.store.tx((tx) => resendEmail(tx, row?.id ?? "", async (text) => text.toAddress, shop.now()));
  expect(textsOf(await shop.after(0))).toHaveLength(1);
  expect((await rowsOf(shop, 1, "sms")).map(({ parts }) => parts)).toEqual([0, 1]);
});

test("what is deleted with a booking isn't in it, and nothing of it is kept", async () => {
  const shop = await threeCollected();
  const { quote, waybillNo } = shop.parcels[0] ?? expect.fail();
  await shop.office.store.tx((tx) => forgetMessagesAbout(tx, [quote.id]));
  const sent = await shop.after(5 * MINUTES);
  expect(subjects(sent)).toEqual(["We have collected 2 parcels"]);
  const [email] = toShop(sent);
  expect(email && saidOfParcel(waybillNo, email)).toBeUndefined();
  expect((await rowsOf(shop, 0)).map(({ digestRow }) => digestRow)).toEqual([null]);
});

test("more than a hundred parcels are two messages", async () => {
  const shop = await threeCollected();
  const [row] = await rowsOf(shop, 0);
  await shop.office.store.tx(async (tx) => {
    for (let n = 0; n < 120; n += 1)
      await tx.insert(outgoingMails).values({
        ...(row ?? expect.fail()),
        ...{ id: `row ${n}`, emailKey: `collected:q${n}:e:sender`, quoteId: `q${n}` },
      });
  });
  expect(subjects(await shop.after(5 * MINUTES))).toEqual([
    "We have collected 100 parcels",
    "We have collected 23 parcels",
  ]);
});

test("what leaves in one text counts as one of the day", async () => {
  const shop = await aShopsList(40, afternoon);
  for (const parcel of shop.parcels) await shop.lives(parcel, collected);
  const sent = textsOf(await shop.after(6 * MINUTES));
  expect(sent.map(({ text }) => text)).toEqual([
    "Thuma Couriers: We have collected 40 parcels. Our email names each of them. Questions? 010 000 0000.",
  ]);
});

test("a message by itself is as it was written", () => {
  const row = {
    emailKey: "collected:q:e:sender",
    channel: "email",
    subject: "S",
    textBody: "T",
    htmlBody: "H",
  } as const;
  expect(inOneMessage([{ ...row, digestRow: null }])).toEqual({ subject: "S", text: "T", html: "H" });
});
