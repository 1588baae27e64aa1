import { globSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brand } from "#app/brand";
import { addressInALine, depotInALine } from "#app/contact";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { changeDetails } from "#app/domain/bookings/change-details.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { takeWish } from "#app/domain/drivers/take-wish.server";
import { addressFields, spokenName } from "#app/domain/form/fields";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { type NotifiedEvent, type Person, type Way, whoIsNotified } from "#app/domain/messages/who-is-notified";
import { readPin } from "#app/domain/parcels/delivery-pin.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { consequences, type Fewer, fewerPieces, type Report, reportChoices } from "#app/domain/parcels/reports";
import { visits } from "#app/domain/parcels/visits";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { partsOf } from "#app/domain/post/gsm7";
import { messageKinds } from "#app/domain/post/message-kinds";
import { DAYS, MINUTES } from "#app/durations";
import { speak } from "#app/language/language";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { outgoingMails } from "#db/schema/mail";
import { aParcel, type History } from "../../../demo/a-parcel";
import { APP_URL, aParcelOnTheWay, type ParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";
import { englishLeft } from "../../support/english-left";
import { type Occasion, type OtherMessage, otherMessages } from "./other-messages";

/** A link's random key may look like a price. */
const LINKS = /https?:\/\/[^\s"<]+/g;

/** `MESSAGES=write npm test -- tests/domain/messages/document.test.ts` writes the document; the test compares it with what the site sends. */
const FILE = "docs/messages.md";
const noon = new Date("2026-11-23T10:00:00Z");

const eventNames: Record<NotifiedEvent, string> = {
  price_asked: "A price was asked for",
  price_ready: "The price is ready",
  booked: "Booked and paid",
  failed_collection: "A failed collection",
  changed: "Details were changed",
  receiver_changed: "The receiver has another email or phone",
  visit_agreed: "A time was agreed on",
  wished: "The receiver asked for something",
  collected: "Collected",
  fewer_collected: "Fewer pieces were collected than booked",
  in_transit: "On its way",
  at_depot: "Ready at the depot",
  out_for_delivery: "Out for delivery",
  late: "A parcel is late",
  delivered: "Delivered",
  failed_attempt: "A failed attempt",
  returning: "It is on its way back to the sender",
  return_missed: "Nobody was there when we brought it back",
  returned: "Returned",
  cancelled: "Cancelled",
  ended: "It will not arrive",
  refunded: "Refunded",
  reported: "A driver's report to the office",
};

const reportButtons = { nobody_there: "Nobody there", something_wrong: "Something is wrong" };

/** The beginning of a message's key in the code: `kind:${…}`, or a constant with the occasion's name. */
const KEY_IN_CODE = /`([a-z_-]+):\$\{|Occasion = "([a-z-]+)"|secretEmail\("([a-z-]+)"/g;
/** These look like message keys, but aren't. */
const noMessages = ["geo", "nobody", "tel", "webhook", "wrong-pin"];
const writtenKeys: string[] = [];
/** Those that hold a one-time link or a PIN, and weren't written as such. */
const unsaid: string[] = [];

// The first test that asks is the one that mutation testing runs for a change in a message: it must be the comparison.
let others: Promise<Occasion[]> | undefined;
function otherMessagesOnce() {
  others ??= otherMessages(noon);
  return others;
}

let made: Map<NotifiedEvent | "correction", SentMessage[]> | undefined;
async function everyMessageOnce() {
  made ??= await everyMessage();
  return made;
}

test("docs/messages.md has every message as the site writes it: MESSAGES=write npm test -- tests/domain/messages/document.test.ts writes it again", async () => {
  const text = document(await everyMessageOnce(), await otherMessagesOnce());
  if (process.env.MESSAGES === "write") writeFileSync(FILE, text);
  expect(readFileSync(FILE, "utf8")).toBe(text);
});

test("every event notifies exactly the people in the table, in the table's ways", async () => {
  const sent = await everyMessageOnce();
  for (const [event, people] of Object.entries(whoIsNotified) as [
    NotifiedEvent,
    (typeof whoIsNotified)[NotifiedEvent],
  ][]) {
    const named = (["sender", "receiver"] as const).flatMap((person) =>
      people[person].map((way) => `${person} ${way}`),
    );
    const heard = (sent.get(event) ?? []).map((message) => `${personOf(message)} ${message.way}`);
    expect([event, [...new Set(heard)].toSorted()]).toEqual([event, named.toSorted()]);
  }
});

test("every message that the site can write is in the document", async () => {
  await everyMessageOnce();
  const others = (await otherMessagesOnce()).flatMap(({ messages }) => messages);
  const shown = new Set([...writtenKeys, ...others.map(({ emailKey }) => emailKey)].map((key) => key.split(":")[0]));
  const inCode = globSync("app/{domain,staff}/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(KEY_IN_CODE)].map(([, key, kind, secret]) => key ?? kind ?? secret ?? ""),
  );
  expect(inCode.length).toBeGreaterThan(30);
  const kinds = [...new Set(inCode)].filter((key) => !noMessages.includes(key));
  expect(kinds.filter((key) => !shown.has(key))).toEqual([]);
  // What a message's kind is ended by has to be decided, too.
  expect([...new Set([...kinds, ...shown])].toSorted()).toEqual(Object.keys(messageKinds).toSorted());
});

test("every message with a one-time link or a PIN is stored as one, so that nobody else reads it", async () => {
  await everyMessageOnce();
  const others = (await otherMessagesOnce()).flatMap(({ messages }) => messages);
  expect(others.filter(({ isSecret, holdsPin }) => isSecret || holdsPin).length).toBeGreaterThan(5);
  expect([...unsaid, ...others.filter((each) => !saysWhatItHolds(each)).map(({ emailKey }) => emailKey)]).toEqual([]);
});

/** Of a one-time link the text is gone once it is sent. */
function saysWhatItHolds({ textBody, isSecret, holdsPin }: OtherMessage): boolean {
  const [hasLink, hasPin] = [/[?&](?:code|oobCode)=/.test(textBody), /\bPIN \d{4}\b/.test(textBody)];
  return (isSecret || !hasLink) && holdsPin === hasPin;
}

test("a receiver's messages contain no price and no way to pay", async () => {
  const receivers = [...(await everyMessageOnce()).values()]
    .flat()
    .filter((message) => personOf(message) === "receiver");
  expect(receivers.length).toBeGreaterThan(6);
  for (const { subject, text, html } of receivers) {
    expect(subject + text + html).not.toMatch(/payfast|[Ii]nvoice/);
    expect((subject + text + html).replace(LINKS, "")).not.toMatch(/\bR\s?\d/);
  }
});

test("no message to a customer whose parcel has a waybill number shows a quote number", async () => {
  const unpaid = [
    ...["The price is another one", "A list of parcels was imported", "A price is wanted where there is none at once"],
    ...["A part of the price has come", "Money has come that is not the price"],
  ];
  const others = (await otherMessagesOnce())
    .filter(({ title }) => !unpaid.includes(title))
    .flatMap(({ messages }) => messages.filter(({ toAddress }) => !toAddress.endsWith("@thuma.example")))
    .map(({ subject, textBody }) => subject + textBody);
  const ofEvents = [...(await everyMessageOnce())]
    .filter(([event]) => !event.startsWith("price_"))
    .flatMap(([, messages]) => messages.map(({ subject, text }) => subject + text));
  expect(others.length + ofEvents.length).toBeGreaterThan(40);
  expect([...others, ...ofEvents].filter((words) => /\bQ\d{8}\b/.test(words))).toEqual([]);
});

test("no text message contains a payment link or an amount, and each has one part", async () => {
  const sent = [...(await everyMessageOnce()).values()].flat().filter(({ way }) => way === "sms");
  const others = (await otherMessagesOnce()).flatMap(({ messages }) => messages);
  const texts = [
    ...sent.map(({ text }) => text),
    ...others.flatMap((each) => (each.channel === "sms" ? each.textBody : [])),
  ];
  expect(texts.length).toBeGreaterThan(6);
  for (const text of texts) {
    expect(withoutChance(text)).not.toMatch(/\bR\s?\d|payfast|\bpay\b|invoice/i);
    expect([text, partsOf(text)]).toEqual([text, 1]);
  }
});

test("in a language that nobody speaks no English is left in customers' messages, nothing is cut, and a text has one part", async () => {
  speak("pseudo");
  try {
    const ofEvents = [...(await everyMessage()).values()].flat();
    const others = (await otherMessages(noon)).flatMap(({ messages }) => messages);
    const ofCustomers = others.filter(({ emailKey }) => messageKinds[kindOf(emailKey)].readBy === "customers");
    const shown = [
      ...ofEvents.map(({ way, subject, text, html }) => (way === "sms" ? { text } : { email: [subject, html] })),
      ...ofCustomers.map(({ channel, subject, textBody: text, htmlBody }) =>
        channel === "sms" ? { text } : { email: [subject, htmlBody] },
      ),
    ];
    expect(shown.length).toBeGreaterThan(80);
    const left = shown.flatMap(({ text, email = [] }) => [
      ...email.flatMap((words) => englishLeft(words, VALUES)),
      ...(text ? englishLeft(eightBits(text), VALUES.map(eightBits)) : []),
    ]);
    expect(left).toEqual([]);
    const texts = shown.flatMap(({ text }) => text ?? []);
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => partsOf(text) !== 1 || text.includes("..."))).toEqual([]);
  } finally {
    speak("en-ZA");
  }
});

/** A text has no ÿ, Ÿ and Ï: it carries seven bits. */
const eightBits = (text: string) => text.replaceAll("y", "ÿ").replaceAll("Y", "Ÿ").replaceAll("II", "ÏÏ");

const kindOf = (emailKey: string) => emailKey.split(":")[0] as keyof typeof messageKinds;

/** What isn't the messages' to say: the form's names of its fields, the samples' names, what people and the settings have written, and what the driver reads. */
const VALUES = [
  ...addressFields.map(({ name }) => spokenName(name)),
  ...[
    brand.legalName,
    brand.name,
    depotInALine(),
    addressInALine(),
    "INV-SANDBOX-000001",
    "CN-SANDBOX",
    "shop.example",
  ],
  ...["Thandi Nkosi", "Thandi", "Sipho Dlamini", "Zodwa A", "Zodwa B", "9 Vilakazi Street", "Flyer bag", "Stock 2"],
  ...["Orlando East", "Soweto", "Katlehong", "Germiston", "I have no box.", "We phone you on Monday."],
  "We can't collect in your street this week.",
  "We are sorry. Please send us a photo of what is wet.",
  "Leave it with Gogo Mabena, 14 Ncome Crescent. Ask that person for the PIN. (By the receiver)",
];

/** Sends each message once, through the code that a running site uses. */
async function everyMessage(): Promise<Map<NotifiedEvent | "correction", SentMessage[]>> {
  const all = new Map<NotifiedEvent | "correction", SentMessage[]>();
  const keep = (event: NotifiedEvent | "correction", parcel: ParcelOnTheWay, heard: SentMessage[], quote?: Quote) =>
    withSampleNumbers(parcel, heard, quote).then((messages) => all.set(event, messages));

  const parcel = await aParcelOnTheWay(noon);
  await keep("booked", parcel, await parcel.after(0));
  await parcel.mark("failed_collection");
  await keep("failed_collection", parcel, await parcel.after(MINUTES));
  const visit = { day: "2026-11-24", fromTime: "09:00", untilTime: "12:00" };
  for (const kind of ["collected", "in_transit"] as const) {
    await parcel.mark(kind);
    await keep(kind, parcel, await parcel.after(MINUTES));
  }
  const changed = { ...parcel.quote.formSnapshot };
  changed.addresses = { ...changed.addresses, toAddressLine: "9 Vilakazi Street" };
  const judged = { ok: true, form: changed, changed: ["toAddressLine"], differenceCents: 0 } as const;
  await parcel.office.store.tx((tx) =>
    changeDetails(
      tx,
      parcel.quote,
      { ...judged, changed: [...judged.changed] },
      { cause: "the office", link: null, now: parcel.now() },
    ),
  );
  await keep("changed", parcel, await parcel.after(0));
  await parcel.office.store.tx((tx) => agreeVisit(tx, parcel.waybillNo, visit, parcel.now()));
  await keep("visit_agreed", parcel, await parcel.after(0));
  for (const kind of ["out_for_delivery", "failed_attempt", "delivered"] as const) {
    await parcel.mark(kind, kind === "failed_attempt" ? { missed: consequences.nobody.delivery.told } : {});
    await keep(kind, parcel, await parcel.after(MINUTES));
  }
  await parcel.undo();
  const corrected = await parcel.after(0);
  await parcel.undo();
  await keep("correction", parcel, [...corrected, ...(await parcel.after(0)).filter(({ way }) => way === "sms")]);
  await parcel.mark("returned");
  await keep("returned", parcel, await parcel.after(MINUTES));

  const back = await aParcelOnTheWay(noon);
  await back.after(0);
  await back.mark("collected");
  await back.after(MINUTES);
  await back.office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  const theirs = (history: History) => history.in(back.office.world, back.now());
  await theirs(aParcel(back.waybillNo).given("Sipho Nkosi", "delivery"));
  await theirs(aParcel(back.waybillNo).by("Sipho Nkosi").reported("refused"));
  await theirs(aParcel(back.waybillNo).given("Sipho Nkosi", "return"));
  await keep("returning", back, await back.after(MINUTES));
  await theirs(aParcel(back.waybillNo).by("Sipho Nkosi").reported("gate_closed", "return"));
  await keep("return_missed", back, await back.after(MINUTES));
  await back.office.store.tx((tx) => agreeVisit(tx, back.waybillNo, visit, back.now()));
  all.set("visit_agreed", [
    ...(all.get("visit_agreed") ?? []),
    ...(await withSampleNumbers(back, await back.after(0))),
  ]);

  const wishes = [await aParcelOnTheWay(noon), await aParcelOnTheWay(noon, { addresses: { toEmail: "" } })];
  const heard: SentMessage[] = [];
  for (const wished of wishes) {
    await wished.mark("collected");
    await wished.after(MINUTES);
    for (const asked of [
      { kind: "day", day: "2026-11-24", part: "morning" },
      { kind: "neighbour", name: "Gogo Mabena", house: "14 Ncome Crescent" },
      { kind: "depot" },
    ] as const) {
      await wished.office.store.tx((tx) => takeWish(tx, wished.quote, asked, wished.now()));
      const messages = (await wished.after(MINUTES)).filter(({ to }) => to !== wished.quote.email);
      heard.push(...(await withSampleNumbers(wished, messages)));
    }
  }
  all.set("wished", heard);
  const [fetched] = wishes;
  if (fetched) {
    await fetched.mark("at_depot");
    await keep("at_depot", fetched, await fetched.after(MINUTES));
  }
  const lost = await aParcelOnTheWay(noon);
  await lost.mark("collected");
  await lost.after(MINUTES);
  await lost.mark("ended", { because: "lost" });
  await keep("ended", lost, await lost.after(MINUTES));

  const former = await aParcelOnTheWay(noon);
  await former.after(0);
  const { parcel: box, addresses: old } = former.quote.formSnapshot;
  const form = { parcel: box, addresses: { ...old, toEmail: "sipho@example.com", toPhone: "083 111 2222" } };
  await former.office.store.tx((tx) =>
    changeDetails(
      tx,
      former.quote,
      { ok: true, form, changed: ["toEmail", "toPhone"], differenceCents: 0 },
      { cause: "the office", link: null, now: former.now() },
    ),
  );
  const toFormer = (await former.after(0)).filter(({ to }) => to === old.toEmail || to === "+27735550101");
  await keep("receiver_changed", former, toFormer);

  const few = await aParcelOnTheWay(noon, { quantity: 3 });
  await few.after(0);
  await few.mark("collected", { pieces: 2, fewer: "not_ready" });
  await keep("fewer_collected", few, await few.after(MINUTES));

  const slow = await aParcelOnTheWay(noon);
  await slow.mark("collected");
  await slow.after(7 * DAYS);
  await noticeLateParcels(slow.office.store, slow.now());
  const unfetched = await aParcelOnTheWay(noon);
  await unfetched.after(7 * DAYS);
  await noticeLateParcels(unfetched.office.store, unfetched.now());
  const late = await withSampleNumbers(slow, await slow.after(0));
  all.set("late", [...late, ...(await withSampleNumbers(unfetched, await unfetched.after(0)))]);
  await unfetched.office.store.tx((tx) =>
    agreeVisit(tx, unfetched.waybillNo, { ...visit, day: "2026-12-01" }, unfetched.now()),
  );
  const toCollect = await withSampleNumbers(unfetched, await unfetched.after(0));
  all.set("visit_agreed", [...toCollect, ...(all.get("visit_agreed") ?? [])]);

  const other = await aParcelOnTheWay(noon);
  await other.after(0);
  await other.cancel();
  await keep("cancelled", other, await other.after(0));
  const refund = { reference: "2211334", amountCents: other.quote.grandTotalCents ?? 0, goodwill: false };
  await other.office.store.tx((tx) => noteRefund(tx, other.quote.id, refund, noon));
  await keep("refunded", other, await other.after(0));

  const wish = await other.office.booked({ addresses: { fromPostal: "9100" } }, noon);
  await keep("price_asked", other, await other.after(0), wish);
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  await other.office.store.tx((tx) => priceManually(tx, wish.id, 350_00, site, noon));
  await keep("price_ready", other, await other.after(0), wish);
  return all;
}

/** Replaces random numbers and links' keys, so that they are the same every time. Emails to ourselves are left out. */
async function withSampleNumbers(
  { waybillNo, office, quote }: ParcelOnTheWay,
  heard: SentMessage[],
  asked = quote,
): Promise<SentMessage[]> {
  for (const message of await office.store.read.select().from(outgoingMails)) {
    writtenKeys.push(message.emailKey);
    if (!saysWhatItHolds(message)) unsaid.push(message.emailKey);
  }
  const pin = (await readPin(office.store.read, waybillNo))?.pin;
  const sample = (text: string) =>
    [
      [waybillNo, "TH4701569556"],
      [spokenWaybillNumber(waybillNo), "TH 470 156 955 6"],
      [asked.quoteNo, "Q48210934"],
      [asked.id, "q2Xb0vT7yC1n8sKfWm3e5A"],
      [quote.id, "q2Xb0vT7yC1n8sKfWm3e5A"],
      ["http://x/", `${APP_URL}/`],
    ]
      .reduce((changed, [ours = "", one = ""]) => changed.replaceAll(ours, one), text)
      .replace(/key=[\w-]{22}/g, "key=…")
      .replace(/not-me\/[\w-]+/g, "not-me/…")
      .replace(pin ? `PIN ${pin}` : "PIN", pin ? "PIN 1234" : "PIN");
  return heard
    .filter(({ to }) => !to.endsWith("@thuma.example"))
    .map((message) => ({
      ...message,
      subject: sample(message.subject),
      text: sample(message.text),
      html: sample(message.html),
    }))
    .toSorted(
      (one, other) =>
        Number(personOf(one) === "receiver") - Number(personOf(other) === "receiver") ||
        one.way.localeCompare(other.way),
    );
}

function personOf({ to }: SentMessage): Person {
  return to === "thandi@example.co.za" || to === "+27821234567" ? "sender" : "receiver";
}

function document(messages: Map<NotifiedEvent | "correction", SentMessage[]>, others: Occasion[]): string {
  const shown: Record<Way, string> = { email: "email", sms: "text" };
  const cell = (ways: readonly Way[]) => ways.map((way) => shown[way]).join(", ") || "—";
  const reportRows = (Object.keys(consequences) as Report[]).flatMap((report) =>
    visits.map((visit) => {
      const { history, told, office, waits } = consequences[report][visit];
      const { sender, receiver } = whoIsNotified[history];
      const said = `${reportChoices[report].words} (${reportButtons[reportChoices[report].button]})`;
      const cells = [
        said,
        visit,
        eventNames[history],
        told ? plainText(messagesCatalogue().parcel.missed[told]) : "—",
        cell(sender),
        cell(receiver),
        office,
        waits ? "waits" : "is sent",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  const rows = (Object.entries(whoIsNotified) as [NotifiedEvent, (typeof whoIsNotified)[NotifiedEvent]][]).map(
    ([event, { sender, receiver, account }]) =>
      `| ${eventNames[event]} | ${cell(sender)} | ${cell(receiver)} | ${cell(account)} |`,
  );
  const sections = (Object.keys(eventNames) as NotifiedEvent[])
    .map((event) => section(eventNames[event], messages.get(event) ?? []))
    .concat(section("A mark that was taken back", messages.get("correction") ?? []))
    .concat(others.map(otherSection));
  return [
    "# What people are told",
    "Made by `MESSAGES=write npm test -- tests/domain/messages/document.test.ts` from what the site sends; a test holds it to that. Why messages wait for a minute, and who is",
    "corrected: [decisions/0037-who-is-told.md](decisions/0037-who-is-told.md). The same words also go out as HTML.",
    "",
    "| what happened | sender | receiver | account, where its address isn't the sender's |",
    "|---|---|---|---|",
    ...rows,
    "",
    "## What a driver reports, and what follows",
    "",
    "What the office must do stands in `staff today` until it is done. Until then a driver is sent there again, or waits. A day is",
    "promised only after a failed attempt: that of the next stop, the agreed one, or the next working day.",
    "",
    "| the driver says | on the way to a | the parcel's history says | the email says why | sender | receiver | the office must | the next driver |",
    "|---|---|---|---|---|---|---|---|",
    ...reportRows,
    "",
    "Of fewer pieces than booked the sender is told, by email and text, and the office has this to do. The price is the office's",
    "matter: a note about it (`note booking`) or a refund ends that line.",
    "",
    "| the driver says | the sender reads | the office must | a driver for the rest | the parcel has |",
    "|---|---|---|---|---|",
    ...(Object.keys(fewerPieces) as Fewer[]).map((fewer) => {
      const { words, office, waits, isAll } = fewerPieces[fewer];
      const told = plainText(messagesCatalogue().parcel.fewer[fewer]);
      return `| ${[words, told, office, isAll ? "—" : waits ? "waits" : "is sent", isAll ? "the pieces collected" : "all pieces booked"].join(" | ")} |`;
    }),
    "",
    ...sections,
  ].join("\n");
}

function section(title: string, messages: SentMessage[]): string {
  const each = messages.map((message) => {
    const { way, subject, text } = message;
    const how = way === "sms" ? "Text message" : `Email: ${subject}`;
    return `To the ${personOf(message)}. ${how}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
  });
  return [`## ${title}\n`, ...(each.length > 0 ? each : ["Nobody is told.\n"])].join("\n");
}

function otherSection({ title, messages }: Occasion): string {
  const each = messages.map(({ channel, toAddress, subject, textBody }) => {
    const to = toAddress.endsWith("@thuma.example") ? "To us. " : "";
    const how = channel === "sms" ? "Text message" : `Email: ${withoutChance(subject)}`;
    return `${to}${how}\n\n\`\`\`text\n${withoutChance(textBody.trimEnd())}\n\`\`\`\n`;
  });
  return [`## ${title}\n`, ...each].join("\n");
}

/** Replaces random numbers and codes, so that they are the same every time. */
function withoutChance(text: string): string {
  return text
    .replace(/TH\d{10}/g, "TH4701569556")
    .replace(/TH( \d{3}){3} \d/g, "TH 470 156 955 6")
    .replace(/Q\d{8}/g, "Q48210934")
    .replace(/\b([CD])\d{8}/g, "$148210934")
    .replace(/\b([CD]) \d{4} \d{4}/g, "$1 4821 0934")
    .replaceAll("?signed", "?key=…")
    .replace(/((?:key|code|oobCode)=)[\w-]{20,}/gi, "$1…")
    .replace(/(\/(?:cancel|change|invoice|find-me|stop-messages|start|not-me|waybills)\/)[\w-]{20,}/g, "$1…")
    .replace(/\/not-me\/[\w-]{20,}/g, "/not-me/…");
}
