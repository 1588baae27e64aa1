import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { settings } from "#app/config.server";
import { isEmail, isValidEmail } from "#app/domain/values/email";
import { newTicket } from "#app/http/forms/spam-guard.server";
import { paths } from "#app/paths";
import { rateLimits, users } from "#db/schema/accounts";
import { savedAddresses } from "#db/schema/address-book";
import { cases } from "#db/schema/cases";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import { agreedVisits, bookingNotes, receiverWishes } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { driverMarks } from "#db/schema/rounds";
import type { Store } from "#db/store.server";
import { addresses, parcel } from "../../../demo/typed-answers";
import { anIdNumber, aTypedApplication } from "../../domain/drivers/applications/an-application";
import { aVerifiedCustomer } from "../a-customer";
import type { aDesk } from "../a-desk";
import { aRound, signedInDriver } from "../a-round";
import { bearer } from "../an-api-key";
import { SESSION_SECRET } from "../an-office-browser";
import { keyTo } from "../as-sent";
import { multipart } from "../multipart";
import type { Site } from "../open-site";
import { type Page, Visitor } from "../visitor";
import type { Meaning } from "./typed";

/** What was typed, or is stored, or is said, by the names of fields. */
type Texts = Record<string, string>;
/** What comes of a form: what is stored of its fields, or what is said of each. Blank: all that is said. */
type Came = { kept: Texts } | { said: Texts };

/** A way in, such as a form, a call or a command. */
export type Door = {
  name: string;
  /** The fields in which something of a meaning can be typed: as many rows at once. */
  fields: Partial<Record<Meaning, readonly string[]>>;
  send(typed: Texts): Promise<Came>;
  /** How a text is compared with what is stored here: a phone may be stored in another form. */
  alike?: Partial<Record<Meaning, (text: string) => string>>;
  /** What is said here in place of the words that forms say. */
  says?: Partial<Record<Meaning, string>>;
  /** Many forms at once, where one at a time would take as long. */
  sendAll?(lines: Texts[]): Promise<Came[]>;
  /** A line of a list has one row. */
  isRowByRow?: boolean;
  /** Of several things that are wrong only the first is said. */
  saysFirst?: boolean;
  /** What can't come through this door. */
  not?: (typed: string) => boolean;
};

/** Where the doors are. */
export type Places = {
  site: Site;
  store: Store;
  desk: ReturnType<typeof aDesk>;
  office: Visitor;
  shop: Visitor;
  /** Another shop's. */
  key: string;
  /** A parcel on its way, and one that waits for its price by hand. */
  waybillNo: string;
  quoteId: string;
  manualNo: string;
};

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const digitsOf = (phone: string) => phone.replace(/\D/g, "").slice(-9);
const lower = (email: string) => email.toLowerCase();
const asOneLine = (words: string) => words.split(/\s+/).join(" ").trim();

/** A form without scripts that is opened once, and sent with other answers each time. */
async function aForm(visitor: Visitor, address: string, button: string) {
  await visitor.open(address);
  return shownForm(visitor, button);
}

function shownForm(visitor: Visitor, button: string) {
  const { action, body } = visitor.filledIn(button);
  const url = new URL(action, visitor.page?.url).href;
  return {
    /** The page that answers it; null if all is well and another page follows. */
    async send(typed: Texts): Promise<Page | null> {
      const fields = new URLSearchParams(body);
      for (const [name, text] of Object.entries(typed)) fields.set(name, text);
      const headers = { ...FORM, Origin: new URL(url).origin };
      const answer = await visitor.send(url, { method: "POST", body: fields.toString(), headers });
      return answer.status === 303 || answer.status === 302 ? null : visitor.follow(answer);
    },
  };
}

/** What is said beside the fields of a page, without what a screen reader says before it. */
function saidOn({ document }: Page): Texts {
  const said = document
    .querySelectorAll("p.error")
    .map((words) => [
      (words.getAttribute("id") ?? "").replace(/-error$/, ""),
      words.textContent.replace(/^Error: ?/, "").replace(/\s+/g, " "),
    ]);
  return Object.fromEntries(said);
}

/** A page's words, with numbers that stand in groups as they are stored. */
const inGroups = ({ text }: Page) => text.replace(/(?<=\b(?:TH|Q|C|D)[ \u00a0\d]*)[ \u00a0](?=\d)/g, "");

const newest = async (store: Store) => {
  const [quote] = await store.read.select().from(quotes).orderBy(desc(quotes.createdAt), desc(quotes.id)).limit(1);
  return quote;
};
const formOf = (quote: typeof quotes.$inferSelect | undefined): Texts => {
  const { addresses, parcel } = quote?.formSnapshot ?? { addresses: {}, parcel: { declaredCents: 0 } };
  const all = { ...addresses, ...parcel, declaredValue: parcel.declaredCents };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value ?? "")]));
};

const LINES = ["fromName", "toName", "fromAddressLine", "toAddressLine", "fromLandmark", "toLandmark"];
const PHONES = ["fromPhone", "toPhone", "fromCell", "toCell"];
const bothEmails = ["fromEmail", "toEmail"];

/** Both steps before a price, by a guest. */
async function wizard({ site, store }: Places): Promise<Door[]> {
  const guest = new Visitor(site.url);
  // The page that shows what was kept is the next form: an older one of the same parcel would be another tab's.
  let first = await aForm(guest, "/ship/addresses", "Next");
  const latin = { fromLatinName: "", fromLatinStreet: "", toLatinName: "", toLatinStreet: "" };
  await first.send(addresses);
  first = await aForm(guest, "/ship/addresses", "Next");
  const parcels = guest.anotherTab();
  const abroad = new Visitor(site.url);
  await abroad.open("/ship/addresses");
  await abroad.press("Send to another country");
  let toBrazil = shownForm(abroad, "Next");
  return [
    {
      name: "wizard",
      fields: { line: LINES, phone: PHONES, email: bothEmails, postal: ["toPostal"], place: ["toAddressLine"] },
      async send(typed) {
        const answer = await first.send({ ...addresses, ...latin, ...typed });
        if (answer) return { said: saidOn(answer) };
        first = await aForm(guest, "/ship/addresses", "Next");
        return { kept: Object.fromEntries(guest.filledIn("Next").body) };
      },
    },
    {
      name: "wizard",
      fields: { "place abroad": ["toAddressLine"] },
      async send(typed) {
        const answer = await toBrazil.send({
          ...addresses,
          ...typed,
          toCountry: "Brazil",
          toPostal: "20000",
          toSuburb: "",
          toCity: "Rio",
        });
        if (answer) return { said: saidOn(answer) };
        toBrazil = await aForm(abroad, "/ship/addresses", "Next");
        return { kept: Object.fromEntries(abroad.filledIn("Next").body) };
      },
    },
    {
      name: "wizard",
      fields: { amount: ["declaredValue"], weight: ["weight"], day: ["collectionDay"], quantity: ["quantity"] },
      async send(typed) {
        const second = await aForm(parcels, "/ship/parcel", "Calculate Quote");
        const answer = await second.send({ ...parcel, ...typed });
        return answer ? { said: saidOn(answer) } : { kept: formOf(await newest(store)) };
      },
    },
  ];
}

/** Register, my account and its address book. */
async function account({ site, store }: Places): Promise<Door[]> {
  const owner = await aVerifiedCustomer(site, "corpus@example.co.za");
  const details = await aForm(owner, "/account", "Save");
  const book = await aForm(owner, "/address-book", "Save address");
  const latin = { LatinName: "", LatinStreet: "" };
  return [
    {
      name: "account",
      fields: { email: ["email"] },
      alike: { email: lower },
      async send(typed) {
        const form = await aForm(new Visitor(site.url), "/login?tab=register", "Register");
        const page = await form.send({
          name: "Thandi Nkosi",
          phone: "082 123 4567",
          password: "kasi-taxi-rank-7",
          ...typed,
        });
        if (page) return { said: saidOn(page) };
        const [user] = await store.read.select().from(users).orderBy(desc(users.createdAt)).limit(1);
        return { kept: { email: user?.email ?? "" } };
      },
    },
    {
      name: "account",
      fields: { line: ["name"], phone: ["phone"] },
      alike: { phone: digitsOf },
      async send(typed) {
        const page = await details.send({ name: "Thandi Nkosi", phone: "082 123 4567", ...typed });
        if (page) return { said: saidOn(page) };
        const [user] = await store.read.select().from(users).where(eq(users.email, "corpus@example.co.za"));
        return { kept: { name: user?.name ?? "", phone: user?.phone ?? "" } };
      },
    },
    {
      name: "address book",
      fields: {
        line: ["label", "Name", "AddressLine", "Suburb", "Landmark"],
        phone: ["Phone", "Cell"],
        email: ["Email"],
      },
      async send(typed) {
        const shop = {
          label: "Shop",
          Name: "Sipho",
          AddressLine: "12 Main Road",
          City: "Soweto",
          Postal: "1804",
          Landmark: "",
        };
        const page = await book.send({ ...shop, ...latin, id: randomUUID(), ...typed });
        if (page) return { said: saidOn(page) };
        const [saved] = await store.read.select().from(savedAddresses).orderBy(desc(savedAddresses.createdAt)).limit(1);
        return { kept: { label: saved?.label ?? "", ...saved?.address } };
      },
    },
  ];
}

/** The form of owner-drivers. */
async function join({ site, store }: Places): Promise<Door[]> {
  const form = await aForm(new Visitor(site.url), "/join", "Submit application");
  const known = { ...settings(), sessionSecrets: [SESSION_SECRET] };
  let people = 100;
  return [
    {
      name: "join",
      fields: {
        ...{ line: ["from_name", "from_surname", "residence", "referer", "delivery_location", "lastexperience"] },
        ...{ email: ["from_email"], phone: ["cell"] },
      },
      alike: { phone: digitsOf },
      async send(typed) {
        people += 1;
        await store.tx((tx) => tx.delete(rateLimits));
        const ticket = newTicket(known, new Date(Date.now() - 60_000));
        const page = await form.send({ ...aTypedApplication({ id_number: anIdNumber(people) }), ticket, ...typed });
        if (page) return { said: saidOn(page) };
        const all = store.read.select().from(driverApplications).orderBy(desc(driverApplications.createdAt)).limit(1);
        const [{ from_name, from_surname, residence, referer, ...rest } = {} as never] = await all;
        const { delivery_location, lastexperience, from_email, cell } = rest;
        return {
          kept: { from_name, from_surname, residence, referer, delivery_location, lastexperience, from_email, cell },
        };
      },
    },
  ];
}

const CONTACT = { phone: "Enter an email", email: "Enter an email" } as const;

/** “Something is wrong with my parcel”, and “I lost my waybill number”. */
async function complaints({ site, store, waybillNo }: Places): Promise<Door[]> {
  const form = await aForm(new Visitor(site.url), `/case/${waybillNo}`, "Send");
  const lost = await aForm(new Visitor(site.url), "/lost", "Send the links again");
  return [
    {
      name: "case",
      fields: { line: ["words"], phone: ["contact"], email: ["contact"] },
      alike: { line: asOneLine, phone: digitsOf, email: lower },
      says: CONTACT,
      async send(typed) {
        await store.tx((tx) => tx.delete(rateLimits));
        const page = await form.send({ kind: "damaged", formKey: randomUUID(), ...typed });
        if (page) return { said: saidOn(page) };
        const [opened] = await store.read.select().from(cases).orderBy(desc(cases.openedAt)).limit(1);
        return { kept: { words: opened?.words ?? "", contact: opened?.contact ?? "" } };
      },
    },
    {
      name: "lost",
      fields: { phone: ["contact"], email: ["contact"] },
      // Also by an email that isn't taken any more. Whoever asks isn't told what is known.
      not: (typed) => isEmail(typed) && !isValidEmail(typed),
      alike: { phone: () => "", email: () => "" },
      says: CONTACT,
      async send({ contact = "" }) {
        await store.tx((tx) => tx.delete(rateLimits));
        const page = await lost.send({ contact });
        return page ? { said: saidOn(page) } : { kept: { contact } };
      },
    },
  ];
}

/** The receiver's page, by the link in their message. */
async function findMe({ site, store, quoteId }: Places): Promise<Door[]> {
  const address = `${paths.findMe(quoteId)}?key=${keyTo(site, paths.findMe(quoteId), "receiver")}`;
  const place = await aForm(new Visitor(site.url), address, "Save");
  const wish = await aForm(new Visitor(site.url), address, "Tell the driver");
  return [
    {
      name: "find-me",
      fields: { line: ["landmark"] },
      async send(typed) {
        const page = await place.send(typed);
        if (page) return { said: saidOn(page) };
        const [quote] = await store.read.select().from(quotes).where(eq(quotes.id, quoteId));
        return { kept: { landmark: formOf(quote).toLandmark ?? "" } };
      },
    },
    {
      name: "find-me",
      fields: { line: ["neighbour"] },
      async send(typed) {
        await store.tx((tx) => tx.delete(receiverWishes));
        const page = await wish.send({ wish: "neighbour", neighbourAt: "number 9", ...typed });
        if (page) return { said: saidOn(page) };
        const all = store.read.select().from(bookingNotes).orderBy(desc(bookingNotes.notedAt)).limit(1);
        const [, neighbour = ""] = /^Leave it with (.*), number 9\./s.exec((await all)[0]?.note ?? "") ?? [];
        return { kept: { neighbour } };
      },
    },
  ];
}

/** A stop of a driver's day. */
async function driver({ site, store }: Places): Promise<Door[]> {
  const [round] = await aRound(site, ["Themba Zulu"], 1);
  if (!round) throw new Error("no round");
  const phone = await signedInDriver(site, round, new Visitor(site.url));
  const form = await aForm(phone, `/drive/stop/${round.stops[0]}`, "Something is wrong");
  return [
    {
      name: "driver",
      fields: { line: ["more"] },
      async send(typed) {
        const page = await form.send({ reason: "Wrong address", key: randomUUID(), ...typed });
        if (page) return { said: saidOn(page) };
        const all = store.read.select().from(driverMarks).orderBy(desc(driverMarks.receivedAt)).limit(1);
        return { kept: { more: ((await all)[0]?.reason ?? "").replace(/^Wrong address: /, "") } };
      },
    },
  ];
}

const changed = (typed: Texts) =>
  Object.fromEntries(Object.entries(typed).map(([name, text]) => [OPTIONS[name] ?? name, text]));
/** A command's options by the fields of a saved form. */
const OPTIONS: Texts = {
  ...{ fromName: "from-name", toName: "to-name", fromAddressLine: "from-street", toAddressLine: "to-street" },
  ...{ fromLandmark: "from-landmark", toLandmark: "to-landmark", fromPhone: "from-phone", toPhone: "to-phone" },
  ...{ fromCell: "from-cell", toCell: "to-cell", toPostal: "to-postal" },
};
const OF_BOOKING = { line: LINES, phone: PHONES, postal: ["toPostal"] };
/** Staff may read a number back in this form. */
const SAYS = { amount: "amount", day: "" } as const;
/** A price below what PayFast takes, or above what any parcel costs; and what a terminal takes for an option. */
const noPrice = (typed: string) => ["1 Rand", "1,23,456.78", "-R-5"].includes(typed);

/** Commands of the terminal. */
async function terminal({ desk, store, quoteId, waybillNo, manualNo }: Places): Promise<Door[]> {
  const said = async (...args: string[]): Promise<{ ok: boolean; words: string }> => {
    const answer = await desk
      .ask(...args)
      .catch(({ message }: Error) => ({ kind: "refused" as const, why: [message] }));
    const words =
      answer.kind === "done" ? answer.output : answer.kind === "refused" ? answer.why : [JSON.stringify(answer)];
    return { ok: answer.kind !== "refused", words: words.join(" ").replaceAll("\u00a0", " ") };
  };
  return [
    {
      name: "terminal",
      fields: OF_BOOKING,
      saysFirst: true,
      async send(typed) {
        const options = Object.entries(changed(typed)).map(([name, text]) => `--${name}=${text}`);
        const { ok, words } = await said("change", "booking", waybillNo, ...options, "--as-typed");
        if (!ok) return { said: { "": words } };
        return { kept: formOf((await store.read.select().from(quotes).where(eq(quotes.id, quoteId)))[0]) };
      },
    },
    {
      name: "terminal",
      fields: { amount: ["amount"] },
      says: SAYS,
      not: noPrice,
      async send({ amount = "" }) {
        const { ok, words } = await said("price", "quote", manualNo, amount, "--yes");
        if (!ok) return { said: { "": words } };
        const [quote] = await store.read.select().from(quotes).where(eq(quotes.quoteNo, manualNo));
        return { kept: { amount: String(quote?.grandTotalCents) } };
      },
    },
    {
      name: "terminal",
      fields: { day: ["day"] },
      says: SAYS,
      async send({ day = "" }) {
        const { ok, words } = await said("agree", waybillNo, `--day=${day}`, "--yes");
        if (!ok) return { said: { "": words } };
        const [agreed] = await store.read.select().from(agreedVisits).where(eq(agreedVisits.waybillNo, waybillNo));
        return { kept: { day: agreed?.day ?? "" } };
      },
    },
    {
      name: "terminal",
      fields: { number: ["number"], search: ["number"], "sought phone": ["number"] },
      async send({ number = "" }) {
        const { words } = await said("find", number);
        return { kept: { number: words } };
      },
    },
  ];
}

/** Commands on the office's pages, done at once, and its search. */
async function office({ office, store, quoteId, waybillNo, manualNo }: Places): Promise<Door[]> {
  const quote = async () => formOf((await store.read.select().from(quotes).where(eq(quotes.id, quoteId)))[0]);
  /** Checks a command and does it. Returns what it says instead, if it can't be done. */
  const command = async (address: string) => {
    const form = await aForm(office, address, "Check");
    return async (typed: Texts): Promise<Texts | null> => {
      const checked = await form.send({ ...typed, intent: "check", shown: "", formKey: randomUUID() });
      const button = checked?.document.querySelectorAll("button").some(({ text }) => text.trim() === "Do it");
      if (!checked || !button)
        return { ...(checked && saidOn(checked)), "": (checked?.text ?? "").replaceAll("\u00a0", " ") };
      await (await office.pressOnce("Do it")).text();
      return null;
    };
  };
  const change = await command(`/office/do/change-booking?number=${waybillNo}`);
  const price = await command(`/office/do/price-quote?quote=${manualNo}`);
  const agree = await command(`/office/do/agree?waybill=${waybillNo}`);
  return [
    {
      name: "office",
      fields: OF_BOOKING,
      saysFirst: true,
      async send(typed) {
        const said = await change({ ...changed(typed), "as-typed": "on" });
        return said && !/is so already|What should change/.test(said[""] ?? "") ? { said } : { kept: await quote() };
      },
    },
    {
      name: "office",
      fields: { amount: ["amount"] },
      says: SAYS,
      not: noPrice,
      async send(typed) {
        const said = await price(typed);
        if (said && !said[""]?.includes("already has this price")) return { said };
        const [priced] = await store.read.select().from(quotes).where(eq(quotes.quoteNo, manualNo));
        return { kept: { amount: String(priced?.grandTotalCents) } };
      },
    },
    {
      name: "office",
      fields: { day: ["day"] },
      says: SAYS,
      async send(typed) {
        const said = await agree(typed);
        if (said && !said[""]?.includes("Nothing has changed")) return { said };
        const [agreed] = await store.read.select().from(agreedVisits).where(eq(agreedVisits.waybillNo, waybillNo));
        return { kept: { day: agreed?.day ?? "" } };
      },
    },
    {
      name: "office search",
      isRowByRow: true,
      fields: { number: ["number"], search: ["search"], "sought phone": ["search"] },
      async send({ number, search = number ?? "" }) {
        const answer = await office.send(`/office?find=${encodeURIComponent(search)}`, {});
        const leadsTo = answer.headers.get("Location");
        const kept = leadsTo ?? inGroups(await office.follow(answer));
        return { kept: { number: kept, search: kept } };
      },
    },
  ];
}

const IN_LISTS = { line: LINES, phone: PHONES, email: bothEmails, postal: ["toPostal"], place: ["toAddressLine"] };
const usual: Texts = { ...addresses, selectedBoxId: "flyer-bag", quantity: "1", parcelDesc: "Shoes" };

/** A shop's list on its dashboard, each row in a line of its own. */
async function list({ store, shop }: Places): Promise<Door[]> {
  const form = await aForm(shop, "/dashboard/import", "Check the list");
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  let lists = 0;
  const sendAll = async (lines: Texts[]): Promise<Came[]> => {
    lists += 1;
    await store.tx((tx) => tx.delete(rateLimits));
    const columns = [...new Set([...Object.keys(usual), ...lines.flatMap((line) => Object.keys(line))])];
    const written = lines.map((line): Texts => ({ ...usual, parcelDesc: `Shoes ${lists}`, ...line }));
    const all = [columns, ...written.map((line) => columns.map((name) => line[name] ?? ""))];
    const page = await form.send({ list: all.map((cells) => cells.map(quoted).join(",")).join("\r\n") });
    if (!page) throw new Error("a list was booked before it was shown");
    if (page.status !== 200) {
      const faults = page.document
        .querySelectorAll(".wrong-entries tbody tr")
        .map((row) => row.querySelectorAll("th, td").map(({ text }) => text));
      const saidOf = (number: number) =>
        faults.flatMap(([line, column, , words]) => (Number(line) === number ? [`${column}: ${words}`] : []));
      return lines.map((_, at) => ({ said: { "": saidOf(at + 2).join(" ") } }));
    }
    const button = page.document.querySelectorAll("button").find(({ text }) => text.startsWith("Book"));
    const booked = await shop.press(button?.text ?? "Book", { confirm: "on" });
    const order = /order\/(list-[\w-]+)/.exec(booked.url)?.[1] ?? "";
    const placeOf = ({ draftId }: { draftId: string }) => Number(draftId.slice(order.length + 1));
    const added = await store.read.select().from(quotes).where(eq(quotes.paymentOrderId, order));
    return added.toSorted((one, other) => placeOf(one) - placeOf(other)).map((quote) => ({ kept: formOf(quote) }));
  };
  /** The parcels that a file shows before they are booked. */
  const upload = async ({ file = "" }: Texts): Promise<Came> => {
    await store.tx((tx) => tx.delete(rateLimits));
    await shop.open("/dashboard/import");
    const { body } = shop.filledIn("Check the list", { list: "" });
    body.delete("file");
    const part = { name: "file", fileName: "parcels.csv", type: "text/csv", content: file };
    const page = await shop.follow(await shop.send("/dashboard/import", multipart(body, part)));
    return page.status === 200 ? { kept: { file: page.text } } : { said: { "": page.text } };
  };
  /** Whom the receivers of a list read that it is from. */
  const tell = async (lines: Texts[]): Promise<Came[]> => {
    const toEmail = (at: number) => `receiver-${at}@example.com`;
    await sendAll(lines.map((line, at) => ({ ...line, toEmail: toEmail(at) })));
    await shop.press("Pay now");
    await shop.press("Complete payment");
    const sent = await store.read.select().from(outgoingMails);
    return lines.map((_, at) => {
      const text = sent.find(
        ({ toAddress, subject }) => toAddress === toEmail(at) && subject.includes("is sending you"),
      );
      return { kept: { fromName: /^(.*) is sending you/.exec(text?.subject ?? "")?.[1] ?? "" } };
    });
  };
  // A cell says its column itself.
  const fields = {
    ...IN_LISTS,
    amount: ["declaredValue"],
    weight: ["weight"],
    day: ["collectionDay"],
    quantity: ["quantity"],
    cell: [],
  };
  const one = (all: typeof sendAll) => async (line: Texts) => (await all([line]))[0] ?? { said: {} };
  return [
    // Paid at once, so before the lists that aren't: an account may have 300 parcels that wait.
    { name: "messages", fields: { sender: ["fromName"] }, isRowByRow: true, sendAll: tell, send: one(tell) },
    { name: "list", fields, isRowByRow: true, sendAll, send: one(sendAll) },
    { name: "list", fields: { file: ["file"] }, send: upload },
  ];
}

/** What a shop's program sends: a price first, and then the booking of it. */
async function api({ site, store, key }: Places): Promise<Door[]> {
  const post = async (address: string, body: object) => {
    const headers = { ...bearer(key), "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
    const answer = await fetch(site.url + address, { method: "POST", headers, body: JSON.stringify(body) });
    return {
      status: answer.status,
      body: (await answer.json()) as {
        id?: string;
        error?: string;
        pricing?: { totals: { grandTotal: number } };
        errors?: { pointer: string; detail: string }[];
      },
    };
  };
  const ofParcel = ["declaredValue", "weight", "quantity"];
  const { place: _, ...ofForms } = IN_LISTS;
  const party = (typed: Texts, of: "from" | "to") =>
    Object.fromEntries(
      Object.entries({ ...addresses, ...typed }).flatMap(([name, text]) =>
        name.startsWith(of) ? [[`${name.charAt(of.length).toLowerCase()}${name.slice(of.length + 1)}`, text]] : [],
      ),
    );
  const fieldOf = (pointer: string) =>
    pointer.replace(/^\/(from|to)\/(\w)/, (_, of, first) => of + first.toUpperCase()).replace(/^\/(?:parcel\/)?/, "");
  const route = { fromPostal: "1431", toPostal: "1804", selectedBoxId: "flyer-bag", quantity: "1" };
  /** As it is booked: at the price that was asked for before. */
  const book = async ({ collectionDay, ...typed }: Texts): Promise<Came> => {
    const priced = typed.quantity ? await post("/v1/quote/local", { ...route, quantity: typed.quantity }) : null;
    const agreedTotal = priced?.body.pricing?.totals.grandTotal ?? 80.62;
    const parcel = Object.fromEntries(ofParcel.flatMap((name) => (name in typed ? [[name, typed[name]]] : [])));
    const { status, body } = await post("/v1/bookings", {
      ...{ reference: randomUUID(), from: party(typed, "from"), to: party(typed, "to"), agreedTotal },
      ...{
        parcel: { boxId: "flyer-bag", quantity: 1, ...parcel },
        ...(collectionDay !== undefined && { collectionDay }),
      },
    });
    const said = Object.fromEntries((body.errors ?? []).map(({ pointer, detail }) => [fieldOf(pointer), detail]));
    if (status !== 201) return { said: Object.keys(said).length > 0 ? said : { "": JSON.stringify(body) } };
    const [quote] = await store.read
      .select()
      .from(quotes)
      .where(eq(quotes.id, body.id ?? ""));
    return { kept: formOf(quote) };
  };
  return [
    {
      name: "API",
      fields: {
        ...ofForms,
        amount: ["declaredValue"],
        weight: ["weight"],
        day: ["collectionDay"],
        quantity: ["quantity"],
      },
      says: { day: "collectionDay must be one of" },
      send: book,
    },
    // Whether there is a door is asked once nothing is missing: each alone.
    { name: "API", fields: { place: ["toAddressLine"] }, send: book },
    {
      name: "API, prices",
      fields: { postal: ["toPostal"], quantity: ["quantity"] },
      says: { postal: "must have 4 digits" },
      saysFirst: true,
      async send(typed) {
        const answer = await post("/v1/quote/local", { ...route, ...typed });
        // A price doesn't repeat what it is of: it is Soweto's, and what is booked at it is seen there.
        return answer.status === 200
          ? { kept: { toPostal: "1804", quantity: "2" } }
          : { said: { "": answer.body.error ?? "" } };
      },
    },
  ];
}
/** Where a customer types a number of ours, and a shop looks for its parcels. */
async function numbers({ site, shop }: Places): Promise<Door[]> {
  const visitor = new Visitor(site.url);
  const isShown = (page: Page) =>
    page.status === 200 ? { kept: { number: inGroups(page) } } : { said: { "": page.text } };
  return [
    {
      name: "track",
      fields: { number: ["number"] },
      async send({ number = "" }) {
        const answer = await visitor.send("/track", { method: "POST", body: new URLSearchParams({ waybill: number }) });
        return isShown(await visitor.follow(answer));
      },
    },
    {
      name: "lost",
      fields: { number: ["number"] },
      send: async ({ number = "" }) => isShown(await visitor.open(`/lost?no=${encodeURIComponent(number)}`)),
    },
    {
      name: "case",
      fields: { number: ["number"] },
      not: (typed) => /[/\n]/.test(typed),
      send: async ({ number = "" }) => isShown(await visitor.open(`/case/${encodeURIComponent(number)}`)),
    },
    {
      name: "dashboard search",
      isRowByRow: true,
      fields: { number: ["number"], search: ["search"] },
      async send({ number, search = number ?? "" }) {
        const kept = inGroups(await shop.open(`/dashboard?q=${encodeURIComponent(search)}`));
        return { kept: { number: kept, search: kept } };
      },
    },
  ];
}

/** Every door, opened. */
export async function openDoors(places: Places): Promise<Door[]> {
  const opened = [wizard, account, join, complaints, findMe, driver, terminal, office, list, api, numbers];
  const doors: Door[] = [];
  for (const open of opened) doors.push(...(await open(places)));
  return doors;
}
