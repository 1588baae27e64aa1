import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { unassignStop } from "#app/domain/drivers/stops.server";
import { type NewWish, takeBackWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { holding, wishesOf } from "#app/domain/drivers/wishes.server";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { tellNews } from "#app/domain/messages/tell.server";
import type { SimulatedEnd } from "#app/domain/money/simulator.server";
import type { CaseReport as Complaint } from "#app/domain/parcels/cases.server";
import type { Ending } from "#app/domain/parcels/endings";
import { findWaybill, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { NewMark } from "#app/domain/parcels/mark-parcel.server";
import type { Mark } from "#app/domain/parcels/marks";
import { openCase } from "#app/domain/parcels/open-case.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import type { Report } from "#app/domain/parcels/reports";
import type { Visit } from "#app/domain/parcels/visits";
import { newId } from "#app/domain/values/ids.server";
import type { Cents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { HOURS } from "#app/durations";
import type { Answers } from "./a-draft";
import { type AtStop, give, markedAtStop, takenBackAtStop } from "./at-the-stop";
import { type Booking, byGuest } from "./bookings";
import { limitsAsked } from "./limits-asked";
import { notify } from "./payment";
import type { World } from "./world";

/** A parcel that somebody has booked; `waybillNo` is blank until it is paid. */
export type Parcel = { quote: Quote; waybillNo: string };

/** Between two things that happen to a parcel, unless its history says when. */
const USUAL_GAP_MS = 2 * HOURS;

/** Something that happens to a parcel. */
type Happening = (parcel: Parcel, now: Date, world: World) => Promise<unknown>;
type Step = { at: Date | number; happen: (now: Date, world: World) => Promise<unknown> };

/**
 * A parcel's history: `await aParcel({ parcel: { quantity: 3 } }).collected(2).delivered(1).in(world)`. It happens by the
 * site's own verbs, each thing at its own moment: two hours after the one before, if `at` and `after` don't say when, and
 * the last one now. It is booked by a guest and paid at once, unless it says otherwise.
 * @param of what differs from the usual parcel; or the parcel, or its waybill number, whose history goes on
 */
export function aParcel(of: Answers | Parcel | string = {}): History {
  if (typeof of === "string") return new History(null, null, of);
  return "quote" in of ? new History({ ...of }, null) : new History(null, of);
}

export class History {
  readonly #steps: Step[] = [];
  #next: Date | number = 0;
  #booking: Booking | null;
  #isSettled: boolean;
  #driver: string | null = null;

  constructor(
    private parcel: Parcel | null,
    private readonly answers: Answers | null,
    private readonly waybillNo = "",
  ) {
    this.#booking = answers && byGuest;
    this.#isSettled = answers === null;
  }

  /** When the next thing happens. */
  at(moment: Date): this {
    return this.#when(moment);
  }

  /** How long after the one before the next thing happens. */
  after(ms: number): this {
    return this.#when(ms);
  }

  /** Who books it, and how. */
  booked(booking: Booking): this {
    this.#booking = booking;
    return this;
  }

  /** It is booked, or a price is asked for, and nothing is paid yet. */
  unpaid(): this {
    this.#isSettled = true;
    this.#book();
    return this;
  }

  /** Another parcel's payment pays for this one too. */
  paidWithOthers(): this {
    this.#isSettled = true;
    return this;
  }

  /** What PayFast tells us of its payment. Of another amount than the price, cents. */
  paid(decision: SimulatedEnd = "COMPLETE", cents?: Cents): this {
    return this.unpaid().#add(({ quote }, now, world) => notify(world, quote, { decision, cents }, now));
  }

  collected(pieces?: number, also: Partial<NewMark> = {}): this {
    return this.#stop({ kind: "collected", pieces, fewer: also.fewer }, { ...also, pieces });
  }
  inTransit(place: string | null = null): this {
    return this.#mark("in_transit", { place });
  }
  outForDelivery(pieces?: number): this {
    return this.#mark("out_for_delivery", { pieces });
  }
  delivered(pieces?: number, also: Partial<NewMark> & Pick<AtStop, "takenBy"> = {}): this {
    const { takenBy, ...mark } = also;
    return this.#stop({ kind: "delivered", pieces, takenBy }, { ...mark, pieces });
  }
  /** The driver came, and nobody was there. */
  missed(): this {
    return this.#driver ? this.reported("nobody") : this.#mark("failed_attempt");
  }
  notCollected(): this {
    return this.#driver ? this.reported("gate_closed") : this.#mark("failed_collection");
  }
  returned(pieces?: number): this {
    return this.#stop({ kind: "returned", pieces }, { pieces });
  }
  ended(because: Ending): this {
    return this.#mark("ended", { because });
  }
  /** A mark of any kind. */
  marked(kind: Mark, also: Partial<NewMark> = {}): this {
    return this.#mark(kind, also);
  }
  /** The last mark is undone. */
  undone(): this {
    return this.#add(({ waybillNo }, now, { store }) => ok(store.tx((tx) => undoAndNotify(tx, waybillNo, now))));
  }

  /** Whose marks the next ones are: made at the stop by this driver, and with the receiver's PIN. Null: the office's. */
  by(driver: string | null): this {
    this.#driver = driver;
    return this;
  }
  /** It is given to a driver, for that day if no other is named. */
  given(driver: string, visit?: Visit, day?: string): this {
    return this.#add(({ waybillNo }, now, world) => give(world, { waybillNo, driver, visit, day }, now));
  }
  /** No driver has it any more. */
  notGiven(): this {
    return this.#add(({ waybillNo }, now, { store }) => store.tx((tx) => unassignStop(tx, waybillNo, null, now)));
  }
  /** The office has agreed on a day for its next visit: that of the moment, if no other is named. */
  agreed(day?: string): this {
    return this.#add(({ waybillNo }, now, { store }) =>
      ok(store.tx((tx) => agreeVisit(tx, waybillNo, { day: day ?? saDay(now), fromTime: null, untilTime: null }, now))),
    );
  }
  /** The office tells its people how it stands, and that they hear again by the end of that day. */
  news(said: string, day: string): this {
    return this.#add(({ waybillNo }, now, { store }) => ok(store.tx((tx) => tellNews(tx, waybillNo, said, day, now))));
  }
  /** This driver takes the last press back. */
  takenBack(driver: string): this {
    return this.#add(({ waybillNo }, now, world) => takenBackAtStop(world, { waybillNo, driver }, now));
  }
  /** What the driver chose at the stop. */
  reported(report: Report, visit?: Visit): this {
    return this.#stop({ report, visit }, {});
  }

  /** What the receiver asks for. */
  wished(asked: NewWish): this {
    return this.#add(({ quote }, now, { store }) => ok(store.tx((tx) => takeWish(tx, quote, asked, now))));
  }
  /** The receiver takes the last wish back. */
  wishTakenBack(): this {
    return this.#add(({ quote, waybillNo }, now, { store }) =>
      ok(
        store.tx(async (tx) =>
          takeBackWish(tx, quote, holding(await wishesOf(tx, waybillNo), now).at(-1)?.id ?? "", now),
        ),
      ),
    );
  }
  /** Its sender cancels it. */
  cancelled(because = ""): this {
    return this.#add(({ quote }, now, { store }) =>
      ok(store.tx((tx) => cancelBooking(tx, quote.id, because, now, { customer: "a payment" }))),
    );
  }
  /** "Something is wrong with my parcel". */
  complained(complaint: Complaint): this {
    return this.#add(({ waybillNo }, now, { store, appUrl }) => {
      const sent = { formKey: newId(), by: "owner", asked: limitsAsked, isAnswered: limitsAsked, appUrl, now } as const;
      return store.tx((tx) => openCase(tx, waybillNo, complaint, sent));
    });
  }
  /** A command that somebody of the office types about it. */
  typed(words: (parcel: Parcel) => string[]): this {
    return this.#add((parcel, now, { type }) => {
      if (!type) throw new Error("nobody types commands here");
      return type(words(parcel), now);
    });
  }

  /** It all happens, in order. */
  async in(world: World, now = new Date()): Promise<Parcel> {
    await happenInOrder(world, [this], now);
    await this.#look(world);
    return this.told();
  }

  /** The parcel, once it has been booked. */
  told(): Parcel {
    if (!this.parcel) throw new Error("it isn't booked yet");
    return this.parcel;
  }

  /**
   * Its steps with their moments.
   * @param now when the last one happens, if none says when
   */
  steps(now: Date): { at: Date; happen: Step["happen"] }[] {
    this.#settled();
    let moment = 0;
    let isAnchored = false;
    const moments = this.#steps.map(({ at }) => {
      isAnchored ||= at instanceof Date;
      moment = at instanceof Date ? at.getTime() : moment + at;
      return moment;
    });
    const offset = isAnchored ? 0 : now.getTime() - moment;
    return this.#steps.map(({ happen }, index) => ({ at: new Date((moments[index] ?? 0) + offset), happen }));
  }

  /** What was to happen at the moment named before is the booking. */
  #when(next: Date | number): this {
    if (this.#next instanceof Date) this.#settled();
    this.#next = next;
    return this;
  }

  #stop(atStop: Omit<AtStop, "waybillNo" | "driver">, mark: Partial<NewMark>): this {
    const driver = this.#driver;
    if (driver)
      return this.#add(({ waybillNo }, now, world) => markedAtStop(world, { ...atStop, waybillNo, driver }, now));
    if (!atStop.kind) throw new Error("only a driver reports: say by whom");
    return this.#mark(atStop.kind, mark);
  }

  #mark(kind: Mark, also: Partial<NewMark> = {}): this {
    return this.#add(({ waybillNo }, now, { store, type }) => {
      const { pieces, place = null, because = null, correct, fewer, missed } = also;
      if (!type || fewer || missed) {
        const mark = { happenedAt: now, ...also, kind, place };
        return ok(store.tx((tx) => markAndNotify(tx, waybillNo, mark, now)));
      }
      const options = { pieces, place, because };
      const said = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, String(value)] : []));
      return type(["mark", kind.replaceAll("_", "-"), waybillNo, ...said, ...(correct ? ["--correct"] : [])], now);
    });
  }

  /** Booked, and paid if nothing was said of that. */
  #settled(): this {
    return this.#isSettled ? this.unpaid() : this.paid();
  }

  #book(): void {
    const [booking, answers] = [this.#booking, this.answers];
    if (!booking || !answers) return;
    this.#booking = null;
    this.#push(async (now, world) => {
      this.parcel = { quote: await booking(world, answers, now), waybillNo: "" };
      await this.#look(world);
    });
    // Paid in the same minute.
    this.#next = 0;
  }

  #add(happen: Happening): this {
    this.#settled();
    this.#push(async (now, world) => {
      await this.#look(world);
      await happen(this.told(), now, world);
      await this.#look(world);
    });
    this.#next = USUAL_GAP_MS;
    return this;
  }

  #push(happen: Step["happen"]): void {
    this.#steps.push({ at: this.#next, happen });
  }

  /** What has become of it. */
  async #look({ store }: World): Promise<void> {
    const id = this.parcel?.quote.id ?? (await findWaybill(store.read, this.waybillNo))?.quoteId;
    const quote = id && (await quoteById(store.read, id));
    if (!quote) throw new Error(`there is no parcel ${this.waybillNo}`);
    this.parcel = { quote, waybillNo: (await waybillOfQuote(store.read, id))?.waybillNo ?? "" };
  }
}

/**
 * Several histories, as they would have happened: each thing after all that was before it.
 * @param before is called before each thing, with its moment
 */
export async function happenInOrder(
  world: World,
  histories: readonly History[],
  now: Date,
  before: (moment: Date) => Promise<unknown> = async () => {},
): Promise<void> {
  const steps = histories.flatMap((history) => history.steps(now)).sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, happen } of steps) {
    await before(at);
    await happen(at, world);
  }
}

/** A history that the site refuses is a mistake of whoever tells it. */
async function ok<Outcome extends { ok: boolean }>(outcome: Promise<Outcome>): Promise<void> {
  const done = await outcome;
  if (!done.ok) throw new Error(`refused: ${JSON.stringify(done)}`);
}
