import { expect, test } from "vitest";
import { askCharge, undoCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { tellOverdue } from "#app/domain/bookings/overdue.server";
import { cancellationInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { requestInWords } from "#app/domain/bookings/promised-price.server";
import { trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { acknowledgeApplication } from "#app/domain/drivers/applications/acknowledge-application.server";
import { answerApplication } from "#app/domain/drivers/applications/answer-application.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { tellNews } from "#app/domain/messages/tell.server";
import { answerCase, closeCase } from "#app/domain/parcels/cases.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { type PromiseName, promiseKinds } from "#app/domain/post/promise-kinds";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay } from "#app/domain/values/sa-time";
import { HOURS, MINUTES } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import type { todaysWork } from "#db/todays-work";
import { aParcel, type History, type Parcel } from "../../../demo/a-parcel";
import { pricesAt } from "../../../demo/world";
import { aParcelOnTheWay, type ParcelOnTheWay, recipientsOf } from "../../support/a-parcel-on-the-way";

/** The Monday after it is Freedom Day, and the Friday after that Workers' Day. The time of the views is today's: all is over. */
const THURSDAY = "2026-04-23 12:00";
/** The clock is moved from one to the next: the first working minute, a lunch, an evening. */
const LOOKS = ["08:00", "12:30", "17:30"];
const WE_ARE_LATE = "We are late with this. Phone 010 000 0000.";
const BOTH = ["email sipho@example.co.za", "email thandi@example.co.za", "sms +27735550101"];
const SENDER = ["email thandi@example.co.za"];

type Promised = { parcel: ParcelOnTheWay; about: Parcel; number: string };
type Followed = {
  /** How people and the office come to it, after a parcel was paid on that Thursday. */
  made(parcel: ParcelOnTheWay): Promise<Parcel>;
  /** The customer's collection day, where that is what was promised. */
  collectionDay?: string;
  /** When those who were told have read it: something may have to pass first. */
  saidAt?: string;
  until: string;
  /** Its time as their message has it, and as a page has it; null where no message or page names it. */
  inMessage: RegExp | null;
  onPage: RegExp | null;
  page: ((promised: Promised) => Promise<string>) | null;
  /** What the page says from then on. */
  pageOver: RegExp | null;
  /** Where that isn't at once: a day may be named until it is over. */
  pageOverAt?: string;
  /** Who hears that we are late, by which words, and at which look; null where they were told what happens then. */
  over: { to: string[]; words: RegExp; at: string } | null;
  /** Today's line of it from then on. */
  today: (typeof todaysWork)[number]["work"];
  /** How long it is left undone; then something else would be promised. */
  leftUntil?: string;
  keeps(promised: Promised): Promise<unknown>;
};

const lived = (tells: (history: History) => History) => (parcel: ParcelOnTheWay) =>
  tells(aParcel(parcel).at(moment("2026-04-23 12:05"))).in(parcel.office.world);
const tracking: Followed["page"] = async ({ parcel, about }) => {
  const places = { partsAt: () => ({ city: null, suburbs: [] }), townAt: async () => null };
  const tracked = await trackedParcel(parcel.office.store.read, places, about.waybillNo, parcel.now());
  return tracked ? plainText(tracked.next) : "";
};
const tells: Followed["keeps"] = ({ parcel, about }) =>
  parcel.office.store.tx((tx) =>
    tellNews(tx, about.waybillNo, "It comes soon.", dayAfter(saDay(parcel.now()), 7), parcel.now()),
  );
const delivers: Followed["keeps"] = ({ parcel, about }) =>
  aParcel(about).marked("delivered").in(parcel.office.world, parcel.now());
const LATE = "Late: tell both people by the promised time";
const LATE_WORDS = /parcel is late|is late, sorry/;
const aCase = lived((history) => history.complained({ kind: "damaged", words: "", contact: "gogo@example.co.za" }));

const followed: Record<PromiseName, Followed> = {
  late_news: {
    made: lived((history) => history.collected()),
    saidAt: "2026-04-29 12:30",
    until: "2026-04-30 12:00",
    inMessage: /by 12:00 on Thursday\s30 April/,
    onPage: /hear from us by 12:00 on Thursday 30 April/,
    page: tracking,
    pageOver: /You should have heard from us by 12:00 on Thursday 30 April/,
    over: { to: BOTH, words: /late with (?:this|news)/, at: "2026-04-30 12:30" },
    today: LATE,
    keeps: tells,
  },
  next_news: {
    made: lived((history) => history.collected().news("It is in Durban.", "2026-04-24")),
    until: "2026-04-24 17:00",
    inMessage: /by 17:00 on Friday\s24 April/,
    onPage: null,
    page: tracking,
    pageOver: /You should have heard from us by 17:00 on Friday 24 April. We are late with this/,
    over: { to: BOTH, words: /late with (?:this|news)/, at: "2026-04-28 08:00" },
    today: "News promised for today",
    leftUntil: "2026-04-28 17:30",
    keeps: tells,
  },
  next_try: {
    made: lived((history) => history.collected().outForDelivery().missed()),
    until: "2026-04-24 17:00",
    inMessage: /try again on Friday\s24 April|come again on/,
    onPage: /come again today, Friday 24 April/,
    page: tracking,
    pageOver: /should have come again on Friday 24 April/,
    over: { to: BOTH, words: LATE_WORDS, at: "2026-04-28 08:00" },
    today: LATE,
    keeps: delivers,
  },
  agreed_visit: {
    made: lived((history) => history.collected().agreed("2026-04-24")),
    until: "2026-04-24 17:00",
    inMessage: /Friday\s24 April/,
    onPage: /We come today, Friday 24 April\.$/,
    page: tracking,
    pageOver: new RegExp(`${WE_ARE_LATE}|should have been there by Friday 24 April`),
    over: { to: BOTH, words: LATE_WORDS, at: "2026-04-28 08:00" },
    today: LATE,
    keeps: delivers,
  },
  collection_day: {
    made: async (parcel) => parcel,
    collectionDay: "2026-04-24",
    until: "2026-04-24 17:00",
    inMessage: null,
    onPage: null,
    page: tracking,
    pageOver: null,
    over: { to: BOTH, words: LATE_WORDS, at: "2026-04-30 08:00" },
    today: LATE,
    keeps: delivers,
  },
  days_at_depot: {
    made: lived((history) =>
      history.collected().outForDelivery().missed().wished({ kind: "depot" }).marked("at_depot"),
    ),
    until: "2026-05-01 17:00",
    inMessage: /until Friday\s1 May/,
    onPage: /Ready at our depot until Friday 1 May/,
    page: tracking,
    pageOver: /could fetch it/,
    pageOverAt: "2026-05-01 24:00",
    over: null,
    today: "Nobody fetched it at the depot",
    keeps: delivers,
  },
  price: {
    made: ({ office }) =>
      aParcel({ addresses: { toPostal: "7400" } })
        .at(moment(THURSDAY))
        .unpaid()
        .in(office.world),
    until: "2026-04-24 17:00",
    inMessage: /17:00 on Friday\s24 April/,
    onPage: /By 17:00 on Friday 24 April we will email you the price/,
    page: async ({ parcel, about: { quote } }) =>
      JSON.stringify(
        await requestInWords(parcel.office.store.read, quote.id, quote.manualRequestedAt ?? new Date(0), parcel.now()),
      ),
    pageOver: /By 17:00 on Friday 24 April you should have had the price. We are late with this/,
    over: { to: SENDER, words: /late with your price/, at: "2026-04-28 08:00" },
    today: "Price to work out",
    keeps: ({ parcel, about: { quote } }) =>
      parcel.office.store.tx((tx) =>
        priceManually(tx, quote.id, 300_00, { mode: "sandbox", appUrl: "https://x.example" }, parcel.now()),
      ),
  },
  amount_due: {
    async made(parcel) {
      const about = await lived((history) => history.collected())(parcel);
      const quote = (await quoteById(parcel.office.store.read, about.quote.id)) ?? expect.fail("no quote");
      const how = { pricing: pricesAt(parcel.office, quote.pricedAt), mode: "sandbox" } as const;
      const why = { because: "It is larger.", agreed: "Nomsa, by phone, 14:20" };
      const now = moment("2026-04-23 13:00");
      const asked = await parcel.office.store.tx((tx) =>
        askCharge(tx, quote, { found: { boxId: "stock-5" } }, why, how, now),
      );
      if (!asked.ok) expect.fail(asked.why);
      return about;
    },
    until: "2026-05-04 17:00",
    inMessage: /17:00 on Monday\s4 May/,
    onPage: /If we have none by 17:00 on Monday 4 May, it waits at our depot or goes back to the sender/,
    page: tracking,
    pageOver: /We have asked the sender something, and have no answer yet/,
    over: null,
    today: "More to pay, and no answer",
    keeps: ({ parcel, about: { quote } }) =>
      parcel.office.store.tx(async (tx) =>
        undoCharge(tx, (await quoteById(tx, quote.id)) ?? expect.fail("no quote"), parcel.now()),
      ),
  },
  refund: {
    made: lived((history) => history.cancelled()),
    until: "2026-05-11 17:00",
    inMessage: /by Monday\s11 May/,
    onPage: null,
    page: async ({ parcel, about }) => {
      const quote = await quoteById(parcel.office.store.read, about.quote.id);
      return ((quote && (await cancellationInWords(parcel.office.store.read, quote, parcel.now()))) ?? []).join(" ");
    },
    pageOver: /You should have had it by Monday 11 May. We are late with this/,
    over: { to: SENDER, words: /late with your refund/, at: "2026-05-12 08:00" },
    today: "Money to pay back",
    keeps: ({ parcel, about: { quote } }) =>
      parcel.office.store.tx((tx) => {
        const all = { reference: "R1", amountCents: quote.grandTotalCents ?? 0, goodwill: false };
        return noteRefund(tx, quote.id, all, parcel.now());
      }),
  },
  case_answer: {
    made: aCase,
    until: "2026-04-24 17:00",
    inMessage: null,
    onPage: null,
    page: null,
    pageOver: null,
    over: { to: ["email gogo@example.co.za"], words: /late with our answer/, at: "2026-04-28 08:00" },
    today: "Case to answer",
    keeps: ({ parcel, number }) => parcel.office.store.tx((tx) => answerCase(tx, number, "We pay.", parcel.now())),
  },
  case_done: {
    async made(parcel) {
      const about = await aCase(parcel);
      const [{ number } = { number: "" }] = promised(parcel, "case_answer");
      await parcel.office.store.tx((tx) => answerCase(tx, number, "We look for it.", moment("2026-04-23 13:00")));
      return about;
    },
    until: "2026-05-04 17:00",
    inMessage: null,
    onPage: null,
    page: null,
    pageOver: null,
    over: { to: ["email gogo@example.co.za"], words: /late with your case/, at: "2026-05-05 08:00" },
    today: "Case to close",
    keeps: ({ parcel, number }) => parcel.office.store.tx((tx) => closeCase(tx, number, parcel.now())),
  },
  application: {
    async made(parcel) {
      const { office } = parcel;
      const { reference } = (await office.applied(1, {}, moment(THURSDAY))) as { reference: string };
      await acknowledgeApplication(office.store, reference, moment(THURSDAY));
      return parcel;
    },
    until: "2026-04-30 17:00",
    inMessage: /by the end of the\smonth/,
    onPage: null,
    page: null,
    pageOver: null,
    over: { to: ["email thandi@example.co.za"], words: /late with your application/, at: "2026-05-04 08:00" },
    today: "Application to answer",
    keeps: ({ parcel, number }) =>
      parcel.office.store.tx((tx) => answerApplication(tx, number, { decision: "accepted", note: "" }, parcel.now())),
  },
};

const moment = (clock: string) => new Date(`${clock.replace(" ", "T")}:00+02:00`);
const promised = ({ office }: ParcelOnTheWay, kind: PromiseName) =>
  office.staff<{ number: string; until: string; over: string | null }>(
    `SELECT number, until, over FROM staff_promises WHERE what = '${promiseKinds[kind].what}'`,
  );

/** The clock is moved from look to look. What is said at each, and what is told, by then. */
async function lives(parcel: ParcelOnTheWay, until: string, page: () => Promise<string>) {
  const { store } = parcel.office;
  const looks: { at: string; page: string; told: Awaited<ReturnType<ParcelOnTheWay["after"]>> }[] = [];
  for (let day = saDay(parcel.now()); day <= until.slice(0, 10); day = dayAfter(day, 1))
    for (const time of LOOKS) {
      const at = `${day} ${time}`;
      if (moment(at) < parcel.now() || at > until) continue;
      await parcel.after(moment(at).getTime() - parcel.now().getTime());
      // Before a restart, and after it.
      for (const now of [parcel.now(), parcel.now()]) {
        await noticeLateParcels(store, now);
        await tellOverdue(store, now);
      }
      looks.push({ at, page: await page(), told: await parcel.after(10 * MINUTES) });
    }
  return looks;
}

test.each(Object.entries(followed) as [PromiseName, Followed][])(
  "%s: its time is read, and when it is over people are told once that we are late, until it is kept",
  async (kind, it) => {
    const parcel = await aParcelOnTheWay(moment(THURSDAY), { collectionDay: it.collectionDay });
    const about = await it.made(parcel);
    const page = async () => (it.page ? it.page({ parcel, about, number: "" }) : "");
    // Some of it happens on that evening.
    const first = await parcel.after(8 * HOURS + 30 * MINUTES);
    const before = await lives(parcel, it.saidAt ?? "2026-04-24 08:00", page);
    const said = [...first, ...before.flatMap(({ told }) => told)].map(({ text }) => text).join("\n");
    if (it.inMessage) expect(said).toMatch(it.inMessage);
    if (it.onPage) expect(before.at(-1)?.page).toMatch(it.onPage);
    const [row, ...others] = promised(parcel, kind);
    expect([row?.until, others]).toEqual([it.until, []]);

    const after = await lives(parcel, it.leftUntil ?? "2026-05-13 08:00", page);
    const { over } = it;
    const late = after.flatMap(({ at, told }) =>
      told.filter(({ subject, text }) => over?.words.test(subject + text)).map((message) => ({ at, message })),
    );
    expect(late.map(({ at }) => at)).toEqual((over?.to ?? []).map(() => over?.at));
    expect(recipientsOf(late.map(({ message }) => message))).toEqual(over?.to ?? []);
    for (const look of after) {
      if (look.at <= (it.pageOverAt ?? it.until)) continue;
      if (it.onPage) expect(look).not.toMatchObject({ page: expect.stringMatching(it.onPage) });
      if (it.pageOver) expect(look).toMatchObject({ page: expect.stringMatching(it.pageOver) });
    }
    const today = () =>
      parcel.office.staff<{ overdue: number }>(`SELECT overdue FROM staff_today WHERE work = '${it.today}'`)[0]
        ?.overdue;
    expect(today()).toBe(1);

    await it.keeps({ parcel, about, number: row?.number ?? "" });
    expect(promised(parcel, kind).filter(({ until }) => until === it.until)).toEqual([]);
    const since = (await lives(parcel, `${dayAfter(saDay(parcel.now()), 3)} 08:00`, page)).flatMap(({ told }) => told);
    expect(since.filter(({ subject, text }) => over?.words.test(subject + text))).toEqual([]);
  },
);
