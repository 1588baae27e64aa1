import { globSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { brand } from "#app/brand";
import { addressInALine, depotInALine } from "#app/contact";
import { addressFields, spokenName } from "#app/domain/form/fields";
import { type NotifiedEvent, whoIsNotified } from "#app/domain/messages/who-is-notified";
import { partsOf } from "#app/domain/post/gsm7";
import { messageKinds } from "#app/domain/post/message-kinds";
import { speak } from "#app/language/language";
import { englishLeft } from "../../support/english-left";
import { document, withoutChance } from "./document";
import { eventMessages, personOf } from "./event-messages";
import { factsAndLinks } from "./facts-and-links";
import { type Occasion, type OtherMessage, otherMessages } from "./other-messages";
import { SEVERAL } from "./several-messages";

/** A link's random key may look like a price. */
const LINKS = /https?:\/\/[^\s"<]+/g;

/** Where `MESSAGES=write npm test -- tests/domain/messages/every-message.test.ts` writes all messages, for a person to read. */
const FILE = "docs/messages.md";
const noon = new Date("2026-11-23T10:00:00Z");

/** The beginning of a message's key in the code: `kind:${…}`, or a constant with the occasion's name. */
const KEY_IN_CODE = /`([a-z_-]+):\$\{|Occasion = "([a-z-]+)"|secretEmail\("([a-z-]+)"/g;
/** These look like message keys, but aren't. */
const noMessages = ["background", "color", "geo", "nobody", "parcel", "tel", "webhook", "wrong-pin"];
const stored: OtherMessage[] = [];

let others: Promise<Occasion[]> | undefined;
function otherMessagesOnce() {
  others ??= otherMessages(noon);
  return others;
}

let made: ReturnType<typeof eventMessages> | undefined;
function everyMessageOnce() {
  made ??= eventMessages(noon, stored);
  return made;
}

test("every message is whole, and names the parcel or the request that it is about", async () => {
  const [events, others] = [await everyMessageOnce(), await otherMessagesOnce()];
  const written = document(events, others);
  if (process.env.MESSAGES === "write") writeFileSync(FILE, written);
  expect(written).not.toMatch(UNFILLED);
  expect(written).not.toContain("\n\n\n");
  for (const [event, messages] of events)
    for (const { subject, text } of messages) {
      const named = `${subject} ${text}`.replace(LINKS, "");
      expect(named).toMatch(event.startsWith("price_") ? /\bQ48210934\b/ : /\bTH 470 156 955 6\b/);
    }
});

/** What words look like that something was to be put in. A line that ends with a colon has an address or more words below it. */
const UNFILLED = /\bundefined\b|\bnull\b|\bNaN\b|\[object|Invalid Date|\$\{|[ ,:(]\)|[(] |:\n\n\n?```|: *\.|,,/;

test("each email holds the facts and the links that the table has for it, and no others", async () => {
  const named: Record<string, Set<string>> = {};
  const see = (name: string, html: string) => {
    const shown = (selector: string) =>
      parse(html)
        .querySelectorAll(selector)
        .map(({ text }) => text.trim().replace(NUMBERS, "…"));
    const holds = [shown("tr > :first-child").join(", "), shown("a").join(", ")];
    const key = JSON.stringify(holds);
    named[key] = (named[key] ?? new Set()).add(name);
  };
  for (const [event, messages] of await everyMessageOnce())
    for (const message of messages) if (message.way === "email") see(`${event} ${personOf(message)}`, message.html);
  // One about several parcels has rows.
  const others = (await otherMessagesOnce()).filter(({ title }) => title !== SEVERAL);
  for (const { channel, emailKey, htmlBody } of others.flatMap(({ messages }) => messages)) {
    const [kind, person] = [kindOf(emailKey), /:(?:sender|receiver)$/.exec(emailKey)?.[0] ?? ""];
    if (channel !== "sms" && messageKinds[kind].readBy === "customers") see(kind + person.replace(":", " "), htmlBody);
  }
  const held = Object.entries(named).map(([holds, names]) => [[...names].join(", "), ...JSON.parse(holds)]);
  expect(held).toEqual(factsAndLinks);
});

const NUMBERS = /[A-Z]+-SANDBOX-\d+|\d{4}-\d\d-\d\d|(?:TH|R)\D{0,2}\d[\d,\u00a0 ]+|Sipho.*/;

test("every event notifies exactly the people in the table, in the table's ways", async () => {
  const sent = await everyMessageOnce();
  for (const [event, people] of Object.entries(whoIsNotified) as [
    NotifiedEvent,
    (typeof whoIsNotified)[NotifiedEvent],
  ][]) {
    const named = (["sender", "receiver"] as const).flatMap((person) =>
      people[person].map((way) => `${person} ${way.replace(" without an email", "")}`),
    );
    const heard = (sent.get(event) ?? []).map((message) => `${personOf(message)} ${message.way}`);
    expect([event, [...new Set(heard)].toSorted()]).toEqual([event, named.toSorted()]);
  }
});

test("every message that the site can write is played here", async () => {
  await everyMessageOnce();
  const others = (await otherMessagesOnce()).flatMap(({ messages }) => messages);
  const shown = new Set([...stored, ...others].map(({ emailKey }) => String(kindOf(emailKey))));
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
  expect([...stored, ...others].filter((each) => !saysWhatItHolds(each)).map(({ emailKey }) => emailKey)).toEqual([]);
});

/** Of a one-time link the text is gone once it is sent. */
function saysWhatItHolds({ textBody, isSecret, holdsPin }: OtherMessage): boolean {
  const [hasLink, hasPin] = [/[?&](?:code|oobCode)=/.test(textBody), /\bPIN \d{4}\b/.test(textBody)];
  return (isSecret || !hasLink) && holdsPin === hasPin;
}

test("an email with a one-time link says how long it works", async () => {
  const all = (await otherMessagesOnce()).flatMap(({ messages }) => messages);
  const lives = all.map(({ textBody }) => /The link works once, for ([^.]+)\./.exec(textBody)?.[1]).filter(Boolean);
  expect(lives).toEqual(["one day", "3 days", "1 hour", "3 days", "30 days", "24 hours"]);
});

test("a price that is worked out again is the new one, in the headline too", async () => {
  const again = (await otherMessagesOnce()).find(({ title }) => title === "The price is another one");
  expect(again?.messages[0]?.subject).toMatch(/^Your new price is R\u00a0320,00: quote /);
});

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
    ...["A part of the price has come", "Money has come that is not the price", "A price by hand isn't there by then"],
    ...["What we promised isn't done by then", "The office sends the link to pay again"],
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

test("no text message contains a payment link, unless its sender phoned for it, or an amount, and each has one part", async () => {
  const sent = [...(await everyMessageOnce()).values()].flat().filter(({ way }) => way === "sms");
  const others = (await otherMessagesOnce()).flatMap(({ messages }) => messages);
  const texts = [
    ...sent.map(({ text }) => text),
    ...others.flatMap((each) =>
      each.channel === "sms" && !each.emailKey.startsWith("pay-link:") ? each.textBody : [],
    ),
  ];
  const asked = others.filter(({ emailKey, channel }) => channel === "sms" && emailKey.startsWith("pay-link:"));
  expect(asked).toHaveLength(1);
  for (const { textBody } of asked) expect([textBody.match(/\bR\s?\d/), partsOf(textBody)]).toEqual([null, 1]);
  expect(texts.length).toBeGreaterThan(6);
  for (const text of texts) {
    expect(withoutChance(text)).not.toMatch(/\bR\s?\d|payfast|\bpay\b|invoice/i);
    expect([text, partsOf(text)]).toEqual([text, 1]);
  }
});

test("in a language that nobody speaks no English is left in customers' messages, nothing is cut, and a text has one part", async () => {
  speak("pseudo");
  try {
    const ofEvents = [...(await eventMessages(noon)).values()].flat();
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

/** What isn't the messages' to say: the form's names of its fields, the samples' names, what people and the settings have written, what the driver reads, and why a form is refused. */
const VALUES = [
  ...addressFields.map(({ name }) => spokenName(name)),
  ...[
    brand.legalName,
    brand.name,
    depotInALine(),
    addressInALine(),
    "INV-SANDBOX-000001",
    "INV-SANDBOX-000002",
    "CN-SANDBOX",
    "shop.example",
  ],
  ...["Thandi Nkosi", "Thandi", "Sipho Dlamini", "Zodwa A", "Zodwa B", "9 Vilakazi Street", "Flyer bag", "Stock 2"],
  ...["Orlando East", "Soweto", "Katlehong", "Germiston", "I have no box.", "We phone you on Monday.", "flood"],
  "We can't collect in your street this week.",
  "It is in Bloemfontein and comes on Thursday.",
  ...["It weighs 12 kg.", "Nomsa, by phone, 14:20", "Receiver phone is required."],
  "We are sorry. Please send us a photo of what is wet.",
  "Gogo Mabena, 14 Ncome Crescent",
];
