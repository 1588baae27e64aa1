import { expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { changeDetails } from "#app/domain/bookings/change-details.server";
import { noteChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { addressToday } from "#app/domain/messages/addresses.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { tellNews } from "#app/domain/messages/tell.server";
import { tellDelays } from "#app/domain/messages/tell-delays.server";
import type { SignedIn } from "#app/domain/office/usable.server";
import { giveGuestQuotes } from "#app/domain/parcels/quotes/owned-quotes.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { addDelay } from "#app/domain/prices/delays.server";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { parcelPage } from "#app/staff/office/parcel-page.server";
import { officeReads } from "#app/staff/told.server";
import type { OnePage } from "#app/ui/office/one-page";
import { outgoingMails } from "#db/schema/mail";
import type { Answers } from "../../demo/a-draft";
import { aParcel, type History } from "../../demo/a-parcel";
import { aDesk } from "../support/a-desk";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../support/a-parcel-on-the-way";
import { anOffice, type Office } from "../support/an-office";

/** A Monday, 12:00 in South Africa. A parcel that is collected at once usually arrives on Tuesday to Wednesday. */
const noon = new Date("2026-11-23T10:00:00Z");

async function pageOf(office: Pick<Office, "file" | "store">, { id }: Pick<Quote, "id">, now: Date): Promise<OnePage> {
  const officePerson: SignedIn = { id: "c", name: "Zanele", email: "z@office.example", right: "manager", codeAt: now };
  const { desk, leave } = aDesk(office, { now, officePerson });
  const quote = await quoteById(office.store.read, id);
  try {
    return await parcelPage(quote ?? expect.fail("no quote"), desk);
  } finally {
    leave();
  }
}
const now = (parcel: ParcelOnTheWay) => pageOf(parcel.office, parcel.quote, parcel.now());
const rowsOf = ({ sections }: OnePage, title: string) => {
  const { table } = sections.find((section) => section.title === title) ?? {};
  return (table?.rows ?? []).map(({ cells }) =>
    Object.fromEntries(cells.map((cell, at) => [table?.columns[at]?.name ?? "", cell])),
  );
};

async function aLateParcel() {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  await parcel.after(5 * MINUTES);
  await aParcel(parcel.waybillNo).inTransit("Johannesburg").in(parcel.office.world, parcel.now());
  await parcel.after(2 * DAYS + 22 * HOURS);
  await noticeLateParcels(parcel.office.store, parcel.now());
  await parcel.after(5 * MINUTES);
  return parcel;
}

test("a late parcel's page leads with both people, since when, last seen where, who drives it, and what both were told", async () => {
  const parcel = await aLateParcel();
  const { lead, title } = await now(parcel);
  expect(title).toMatch(/^TH \d{3} \d{3} \d{3} \d$/);
  expect(lead).toMatchObject({
    ...{ number: title, isGrave: true, headline: "Late since today", toDo: expect.stringMatching(/\w/) },
    from: expect.stringMatching(/^Thandi Nkosi, \w/),
    to: expect.stringMatching(/^Sipho Dlamini, \w/),
    what: expect.stringMatching(/^Flyer bag, 1 piece · R\s[\d,]+ paid$/),
    lines: [
      "It should have been there by Wednesday 25 November.",
      "Last seen: Johannesburg, Monday 23 November, 12:05, 3 days ago. It has no driver.",
    ],
    told: [{ words: "Both were told: news by tomorrow, 12:00.", isOver: false }],
  });
  expect(lead?.phones).toEqual([
    {
      words: expect.stringMatching(/^Phone Sipho Dlamini 0\d\d\s\d{3}\s\d{4}$/),
      href: expect.stringMatching(/^tel:\+27\d{9}$/),
    },
    {
      words: expect.stringMatching(/^Phone Thandi Nkosi 0\d\d\s\d{3}\s\d{4}$/),
      href: expect.stringMatching(/^tel:\+27\d{9}$/),
    },
  ]);
  expect(lead?.verbs.map(({ words }) => words)).toEqual(["Tell both people", "Agree on a day", "Give to a driver"]);
  expect(lead?.seenBy).toBe(`/tracking?action=track&accno=&no=${parcel.waybillNo}`);

  await parcel.office.store.tx((tx) => addDriver(tx, { name: "Sipho Ndlela", phone: "+27831234567" }, noon));
  await aParcel(parcel.waybillNo).given("Sipho Ndlela", "delivery", "2026-11-28").in(parcel.office.world, parcel.now());
  expect((await now(parcel)).lead?.lines.at(-1)).toMatch(/ Sipho Ndlela drives it on Saturday 28 November\.$/);
});

test("when the time is over that both were told, the page says so, until the office tells them another", async () => {
  const parcel = await aLateParcel();
  await parcel.after(2 * DAYS);
  expect((await now(parcel)).lead).toMatchObject({
    told: [{ words: "Both were told: news by yesterday, 12:00.", isOver: true }],
    toDo: expect.stringMatching(/^Tell both people\. Then: /),
  });
  const { store } = parcel.office;
  await store.tx((tx) => tellNews(tx, parcel.waybillNo, "It is in Bloemfontein.", "2026-12-01", parcel.now()));
  const { told, toDo } = (await now(parcel)).lead ?? expect.fail("no lead");
  expect(told).toEqual([
    {
      words: "Both were told today, 10:10: “It is in Bloemfontein.” Next news by Tuesday 1 December, 17:00.",
      isOver: false,
    },
  ]);
  expect(toDo).not.toContain("Tell both people");
});

test("where a delay keeps us from it, the page says what both were told, and no more the day that was agreed on", async () => {
  const parcel = await aParcelOnTheWay(noon);
  const { store } = parcel.office;
  const day = "2026-11-24";
  await store.tx((tx) => agreeVisit(tx, parcel.waybillNo, { day, fromTime: null, untilTime: null }, noon));
  await parcel.after(5 * MINUTES);
  const told = async () => (await now(parcel)).lead?.told.map(({ words }) => words);
  expect(await told()).toEqual(["Both were told: collection Tuesday 24 November."]);
  const flood = { codes: null, fromDay: day, untilDay: "2026-11-25", because: "flood", who: "Zanele" };
  await store.tx((tx) => addDelay(tx, flood, parcel.now()));
  await tellDelays(store, parcel.now());
  expect(await told()).toEqual([
    expect.stringMatching(/^Both were told: We can't collect it .+: flood\. We come as soon/),
  ]);
});

test("a parcel whose people nobody has told yet, and somebody whom no message reaches, are named", async () => {
  const parcel = await aParcelOnTheWay(noon, { addresses: { toEmail: "", toPhone: "011 555 0199" } });
  await parcel.mark("collected");
  await parcel.after(2 * DAYS + 14 * HOURS);
  expect((await now(parcel)).lead?.told.map(({ words }) => words)).toEqual([
    "Nobody was told yet that it is late.",
    "No email or cell phone, so phone them: Sipho Dlamini, 011 555 0199.",
  ]);
});

test("after it has arrived, too, its page says why its receiver was told nothing", async () => {
  const parcel = await aParcelOnTheWay(noon, { addresses: { toEmail: "", toPhone: "011 555 0199", toCell: "" } });
  const why = "No message can reach Sipho Dlamini: no email, and no texts to 011\u00a0555\u00a00199.";
  const lead = async () => (await now(parcel)).lead;
  for (const kind of ["collected", "out_for_delivery"] as const) {
    await parcel.mark(kind);
    expect((await lead())?.toDo).toMatch(/^Phone the receiver: no message can reach them\. Then: /);
    await parcel.after(HOURS);
  }
  await parcel.mark("delivered");
  await parcel.after(HOURS);
  expect((await lead())?.lines).toContain(why);
});

const states: [
  string,
  (office: Office) => Promise<{ quote: Quote }>,
  { headline: string; lines: string[]; what?: RegExp },
][] = [
  [
    "cancelled, and paid back",
    async (office) => {
      const parcel = await office.paid({}, noon);
      await history(parcel, (each) => each.cancelled(), office);
      await refund(office, parcel.quote);
      return parcel;
    },
    { headline: "Cancelled today", lines: ["R 80,62 paid back today."], what: /R 80,62 paid$/ },
  ],
  [
    "cancelled, and paid back in part",
    async (office) => {
      const parcel = await office.paid({}, noon);
      await history(parcel, (each) => each.cancelled(), office);
      await refund(office, parcel.quote, 10_00);
      return parcel;
    },
    { headline: "Cancelled today", lines: ["R 10,00 paid back today.", "R 70,62 is still to be paid back."] },
  ],
  [
    "cancelled before it was paid",
    async (office) => {
      const quote = await office.booked({}, noon);
      return history({ quote, waybillNo: "" }, (each) => each.cancelled(), office);
    },
    { headline: "Cancelled today", lines: ["Nothing was paid."], what: /R 80,62 not paid$/ },
  ],
  [
    "not paid",
    async (office) => ({ quote: await office.booked({}, noon) }),
    { headline: "Booked, not paid yet", lines: [], what: /R 80,62 not paid$/ },
  ],
  [
    "failed at PayFast",
    (office) => aParcel().paid("FAILED").in(office.world, noon),
    { headline: "Not paid: the payment failed or was cancelled", lines: [] },
  ],
  [
    "at the customer's bank",
    async (office) => {
      const quote = await office.booked({}, noon);
      await office.tell(quote, { status: "PENDING" }, noon);
      return { quote };
    },
    { headline: "We wait for the customer's bank", lines: [] },
  ],
  [
    "priced by hand",
    async (office) => ({ quote: await office.booked(BY_HAND, noon) }),
    { headline: "Waits for a price by hand", lines: [], what: /no price yet$/ },
  ],
  [
    "paid for with another amount than its price",
    async (office) => {
      const quote = await office.booked({}, noon);
      await office.tell(quote, { cents: 50_00 }, noon);
      return { quote };
    },
    {
      headline: "Booked, not paid yet",
      lines: ["PayFast told us of a payment that the site refused: the history says why."],
    },
  ],
];
const BY_HAND: Answers = { addresses: { fromPostal: "9100" } };
const history = (parcel: { quote: Quote; waybillNo: string }, more: (each: History) => History, { world }: Office) =>
  more(aParcel(parcel)).in(world, noon);
const refund = ({ store }: Office, { id, grandTotalCents }: Quote, amountCents = grandTotalCents ?? 0) =>
  store.tx((tx) => noteRefund(tx, id, { reference: `r${amountCents}`, amountCents, goodwill: false }, noon));

test.each(states)(
  "of a booking that is %s the page says where its money is, and no more of a payment that came",
  async (_, make, is) => {
    const office = await anOffice();
    const { quote } = await make(office);
    const { lead } = await pageOf(office, quote, noon);
    const spaced = (text: string) => text.replace(/\s/g, " ");
    expect(lead?.headline).toBe(is.headline);
    expect(lead?.lines.map(spaced)).toEqual(expect.arrayContaining(is.lines));
    expect(spaced(lead?.what ?? "")).toMatch(is.what ?? /./);
    expect(JSON.stringify(lead)).not.toContain(is.headline.startsWith("Not paid") ? "Payment failed" : "failed");
  },
);

test("all that was sent is there, also that it is late and what the receiver wished, without a PIN, and can be sent again", async () => {
  const parcel = await aLateParcel();
  const { store, world } = parcel.office;
  await aParcel(parcel.waybillNo).wished({ kind: "day", day: "2026-11-27", part: "morning" }).in(world, parcel.now());
  await parcel.after(5 * MINUTES);
  await parcel.mark("out_for_delivery");
  await parcel.after(5 * MINUTES);
  const page = await now(parcel);
  const sent = await store.read.select().from(outgoingMails);
  const messages = rowsOf(page, "Messages");
  expect(messages).toHaveLength(sent.filter(({ channel }) => channel !== "webhook").length);
  const pin = /PIN (\d{4})/.exec(sent.map(({ textBody }) => textBody).join(" "))?.[1] ?? expect.fail("no PIN");
  expect(JSON.stringify(page)).not.toContain(pin);
  expect(JSON.stringify(page)).not.toContain("key=");
  const words = messages.map(({ subject }) => subject?.more ?? "");
  expect(words).toContainEqual(expect.stringMatching(/^Dear Sipho Dlamini,\n.*PIN ••••.*\?••••/s));
  expect(words.every((each) => /\w{3}/.test(each))).toBe(true);
  expect(
    rowsOf(page, "History").filter(({ what }) => /This parcel is late|is late/.test(what?.text ?? "")),
  ).not.toEqual([]);
});

test("the PIN of a message from before it was made anew isn't shown either", async () => {
  const message = { textBody: "Your PIN is 4711. Phone 010 000 0000.", holdsPin: true, quoteId: null };
  const { store } = await anOffice();
  expect(await officeReads(store.read, message)).toBe("Your PIN is ••••. Phone ••• ••• ••••.");
});

test("both phones that somebody gave can be dialled", async () => {
  const parcel = await aParcelOnTheWay(noon, { addresses: { toCell: "083 111 2222" } });
  const { sections } = await now(parcel);
  const contact = sections.find(({ title }) => title === "To")?.facts?.find(({ label }) => label === "Contact");
  const links = contact?.said?.flatMap((part) => (typeof part === "string" ? [] : [part.href]));
  expect(links).toEqual([expect.stringMatching(/^tel:\+27/), "tel:+27831112222"]);
});

test("a message is sent again to where its person is reached today; what says something else today takes an untrue one's place", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.after(0);
  await parcel.mark("collected");
  await parcel.after(5 * MINUTES);
  await parcel.mark("out_for_delivery");
  await parcel.after(5 * MINUTES);
  await parcel.mark("failed_attempt");
  await parcel.after(5 * MINUTES);
  const { parcel: box, addresses } = parcel.quote.formSnapshot;
  const form = { parcel: box, addresses: { ...addresses, toEmail: "right@example.com" } };
  const judged = { ok: true as const, form, changed: ["toEmail" as const], differenceCents: 0 };
  const by = { cause: "the office", link: null, now: parcel.now() } as const;
  await parcel.office.store.tx((tx) => changeDetails(tx, parcel.quote, judged, by));
  const rows = rowsOf(await now(parcel), "Messages").map((row) => ({
    subject: row.subject?.text ?? "",
    to: row.to?.text ?? "",
    again: row.send_again?.href,
    today: row.says_it_today?.text,
  }));
  expect(rows.map(({ to }) => to)).toContain(`right@example.com (it went to ${addresses.toEmail})`);
  const comes = rows.filter(({ subject }) => /comes today/.test(subject));
  expect(comes.length).toBeGreaterThan(0);
  for (const { again, today } of comes) {
    expect(again).toBeUndefined();
    expect(today).toMatch(/^“We could not deliver your parcel(?: yet)?(?:: waybill .+)?”, Mon 23 Nov, 12:\d\d$/);
  }
  expect(rows.filter(({ again }) => again)).not.toEqual([]);
});

test("a text goes to nobody again whose phone has been put right to one that takes none", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  await parcel.office.store.tx((tx) => tellNews(tx, parcel.waybillNo, "It comes soon.", "2026-11-30", parcel.now()));
  await parcel.after(5 * MINUTES);
  const cell = "+27735550101";
  const desk = aDesk(parcel.office, { now: parcel.now() });
  await desk.ask("change", "booking", parcel.waybillNo, "--to-phone", "0115550199");
  const rows = rowsOf(await now(parcel), "Messages").filter(({ subject }) => subject?.text === "News of your parcel");
  expect(rows.map((row) => [row.to?.text, row.send_again?.href])).toEqual([
    ["073 555 0101 (not where they are reached today)", undefined],
  ]);
  const [text] = (await parcel.office.store.read.select().from(outgoingMails)).filter(
    ({ toAddress, emailKey }) => toAddress === cell && emailKey.startsWith("news:"),
  );
  expect(await desk.ask("resend", "email", text?.id ?? "")).toMatchObject({ kind: "refused" });
});

test("what an account got goes to its email of today, also if the sender has the same by now", async () => {
  const office = await anOffice();
  const { quote } = await office.paid({}, noon);
  const { account } = await office.joined(quote.email, noon);
  const letter = {
    ...{ channel: "email" as const, quoteId: quote.id, person: "account" as const, emailKey: "collected:q:m:account" },
    toAddress: "lost@example.com",
  };
  const today = () => addressToday(office.store.read, letter);
  expect(await today()).toBeNull();
  await office.store.tx((tx) => giveGuestQuotes(tx, "a-guest", account.uid, noon));
  expect(await today()).toBeNull();
  await office.store.tx((tx) => proveAddress(tx, account.uid, quote.email, noon));
  expect(await today()).toBe(quote.email);
});

test("the letter of a paid list, too, goes again to where whoever paid is reached today", async () => {
  const office = await anOffice();
  const { quote } = await office.paid({}, noon);
  const letter = {
    channel: "email" as const,
    quoteId: null,
    person: "sender" as const,
    toAddress: "wrong@example.com",
  };
  const today = (emailKey: string) => addressToday(office.store.read, { ...letter, emailKey });
  expect(await today(`list-confirmed:an-order:${quote.id}:sender`)).toBe(quote.email);
  expect(await today("bookings-imported:an-order")).toBe("wrong@example.com");
});

test("a parcel that waits for more to be paid leads with its sender's phone and what is done about the money", async () => {
  const parcel = await aParcelOnTheWay(noon);
  await parcel.mark("collected");
  const terminal = aDesk(parcel.office, { now: parcel.now() });
  const said = ["--because", "It weighs 12 kg.", "--agreed", "Thandi, by phone, 14:20"];
  await terminal.ask("charge", parcel.waybillNo, "--weight", "12", ...said);
  terminal.leave();
  const { lead } = await now(parcel);
  expect(lead?.phones.map(({ words }) => words.split("0")[0])).toEqual(["Phone Thandi Nkosi ", "Phone Sipho Dlamini "]);
  expect(lead?.verbs.map(({ words }) => words)).toEqual(["Send link", "Note payment", "Undo charge"]);
});

test("a parcel whose bank took the payment back leads with the answers to that", async () => {
  const office = await anOffice();
  const { quote } = await office.paid({}, noon);
  const chargeback = { amountCents: quote.grandTotalCents ?? 0, by: "Zanele" };
  await office.store.tx((tx) => noteChargeback(tx, quote.id, chargeback, noon));
  const { lead } = await pageOf(office, quote, new Date(noon.getTime() + HOURS));
  expect(lead?.verbs.map(({ words }) => words)).toEqual(["Agree on a day", "Cancel booking", "Undo chargeback"]);
});
