import {
  doubtsAbout,
  nameOfPrice,
  type Price,
  type PriceChange,
  type PriceValue,
  priceColumns,
  priceRow,
  raisedBy,
  raisedSince,
  readPriceList,
  valueInWords,
} from "#app/domain/prices/price-list";
import {
  changePrices,
  type ExampleRoute,
  exampleRoutes,
  firstDayRefusal,
  pricesOn,
  readAllPrices,
  withdrawPrices,
} from "#app/domain/prices/price-list.server";
import type { Rate } from "#app/domain/prices/rate-card";
import { dayAfter } from "#app/domain/values/calendar-day";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { saDay, saWeekday } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { unbroken } from "#app/language/plain-text";
import { commandNamed, field, say, tick, type Words } from "#app/language/say";
import type { Reader } from "#db/store.server";
import { list } from "../answer";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import { areaName, codesFrom } from "./change-area.server";
import { percentFrom, rateName } from "./change-rate.server";
import { fromDay } from "./dated-change";

/** New prices start tomorrow at the earliest. */
const aheadFrom = { ...fromDay, isAhead: true } as const;

export const listPrices = command({
  name: "list prices",
  page: { button: "Show the prices", reads: "many rows", orCsv: true },
  right: "reader",
  also: "price list, rate card, all rates, tariffs",
  summary: "all rates, boxes, and the zones of areas and countries, as one list, without VAT",
  more: say`As CSV it can be changed in a spreadsheet, and given to ${commandNamed("change prices")}.`,
  examples: ["list prices", "list prices --csv --to prices.csv", "list prices --on 2027-01-01"],
  options: { on: { kind: "day", label: "as they will be on that day, with what is planned until then" } },
  async run({ on }, { store, now }) {
    const prices = pricesOn(on ?? saDay(now), await readAllPrices(store.read));
    return list(prices.map(priceRow), "There are no prices.", [...priceColumns]);
  },
});

type Typed = { file: { file: string; content(): string } | undefined; by: number | undefined; from: string };
type Planned =
  | { ok: true; changes: PriceChange[]; missing: Price[]; unknown: string[]; doubts: string[] }
  | { ok: false; why: Words[] };

export const changePricesCommand = command({
  name: "change prices",
  page: "check first",
  right: "manager",
  also: "price increase, all rates, dearer, percent, price list, new year",
  summary: "change all prices from a given day, by a list or by a percentage",
  more: say`The list is what ${commandNamed("list prices")} gives as CSV; only what differs changes, and "none"
    instead of an amount means that there is no instant price any more. A percentage raises zones, linehaul,
    pickups, international zones and boxes, rounded as they are now: whole rand stay whole rand. It leaves out
    fuel, VAT, delivery days and areas. A dry run, or Check, shows each difference, and ten routes before and
    after. Until that day ${commandNamed("withdraw prices")} takes it all back.`,
  examples: ["change prices prices.csv --from 2027-01-01", "change prices --by 6,5 --from 2027-01-01"],
  arguments: { file: { kind: "file", label: "the list of prices, as a CSV file", required: false } },
  options: {
    by: { kind: "words", shown: "percent", label: "by how many per cent", read: percentFrom, example: "6,5" },
    from: aheadFrom,
    yes: { kind: "flag", label: "what was asked about is meant" },
  },
  async asks(typed, { store, now }) {
    const planned = plannedBy(typed, await readAllPrices(store.read), now);
    if (!planned.ok) return [];
    const { missing, unknown, doubts } = planned;
    const asked: Words[] = [
      ...doubts,
      ...(missing.length > 0 ? [`Not in the list, so it stays as it is: ${someOf(missing.map(nameOfPrice))}.`] : []),
      ...(unknown.length > 0 ? [`Not a price of ours, so it is left out: ${someOf(unknown)}.`] : []),
    ];
    return asked.length > 0 ? [...asked, say`If that is right, ${tick("yes")}.`] : [];
  },
  async run(typed, desk) {
    const { by, from } = typed;
    return act(desk, async (tx) => {
      const before = await readAllPrices(tx);
      const planned = plannedBy(typed, before, desk.now);
      if (!planned.ok) return notDone(...planned.why, "Nothing was changed.");
      const { changes } = planned;
      if (changes.length === 0) return did(null, `No price changes on ${saWeekday(from)}: all are like that already.`);
      const made = await changePrices(tx, changes, from, desk.now);
      if (!made.ok) return notDone(...made.why, "Nothing was changed.");
      const examples = exampleRoutes(from, before, await readAllPrices(tx));
      return did(
        changes.map((change) => ({
          action: "changed prices",
          subject: subjectOf(change.price),
          details: `from ${from}: ${fromTo(change)}`,
        })),
        `What customers pay from ${saWeekday(from)} for one parcel in ${examples.box === null ? "the first box" : `the box ${examples.box}`}, with fuel and VAT:`,
        ...examples.routes.map(routeInWords),
        `What changes that day, without VAT: ${counted(changes.length)}.`,
        ...changes.map((change) => `${nameOfPrice(change.price)}: ${fromTo(change)}${share(change)}`),
        ...(by === undefined ? [] : [await leftOut(tx, from)]),
        ...made.until.map(
          ({ price, day }) =>
            `${nameOfPrice(price)} changes again on ${saWeekday(day)}: that was planned earlier, with other prices in mind.`,
        ),
        say`Prices that were given to customers stay as they are. To take all of it back before that day: ${commandNamed("withdraw prices", {}, { from })}.`,
      );
    });
  },
});

export const withdrawPricesCommand = command({
  name: "withdraw prices",
  page: "check first",
  right: "manager",
  also: "price increase by mistake, take back",
  summary: "undo all price changes that start on a given day",
  more: say`Also those that were made one by one. What else starts on that day stays: ${commandNamed("withdraw change")}.`,
  examples: ["withdraw prices --from 2027-01-01"],
  options: { from: aheadFrom },
  async run({ from }, desk) {
    return act(desk, async (tx) => {
      const outcome = await withdrawPrices(tx, from, desk.now);
      if (!outcome.ok) return notDone(outcome.why);
      const { withdrawn, stays } = outcome;
      return did(
        withdrawn.map((change) => ({
          action: "withdrew prices",
          subject: subjectOf(change.price),
          details: `from ${from}: ${valueInWords(change.after)}`,
        })),
        `Withdrawn for ${saWeekday(from)}: ${counted(withdrawn.length)}.`,
        ...withdrawn.map(({ price, after }) => {
          return `${nameOfPrice(price)} stays ${valueInWords(price.value)}, not ${valueInWords(after)}`;
        }),
        ...(stays.length > 0 ? [`This still starts on that day: ${someOf(stays)}.`] : []),
      );
    });
  },
});

/** What was asked for, compared with what would apply on that day without it. */
function plannedBy({ file, by, from }: Typed, all: Awaited<ReturnType<typeof readAllPrices>>, now: Date): Planned {
  if ((file === undefined) === (by === undefined))
    throw new UsageError(say`Give a list of prices, or a percentage with ${field("by")}, such as 6,5.`);
  const early = firstDayRefusal(from, now);
  if (early) return { ok: false, why: [early] };
  const [today, then] = [pricesOn(saDay(now), all), pricesOn(from, all)];
  if (file) {
    const read = readPriceList(file.content(), then);
    if (!read.ok) return { ok: false, why: read.why.map((each) => say`${file.file}: ${each}`) };
    return { ...read, doubts: doubtsAbout(read.changes, today) };
  }
  if (!by) return { ok: false, why: ["0 % more is no change."] };
  const before = pricesOn(dayAfter(from, -1), all);
  const again = raisedSince(before, then);
  // Otherwise the same percentage twice would be one on top of the other.
  if (again.length > 0) return { ok: false, why: [ofThatDay(again, from)] };
  const changes = raisedBy(by, before);
  return { ok: true, changes, missing: [], unknown: [], doubts: doubtsAbout(changes, today) };
}

function ofThatDay(again: Price[], from: string): Words {
  const some = someOf(again.map(nameOfPrice));
  return say`Other prices start on that day already: ${some}. First ${commandNamed("withdraw prices", {}, { from })}, or choose another day.`;
}

async function leftOut(store: Reader, day: string): Promise<string> {
  const prices = pricesOn(day, await readAllPrices(store));
  const shares = prices.flatMap((price) =>
    price.value.is === "percent" ? [`${price.kind} (${valueInWords(price.value)})`] : [],
  );
  return `Left out: ${shares.join(", ")}, delivery days, and the zones of areas and countries.`;
}

/** As the change of a single one is recorded. */
function subjectOf({ kind, key }: Price): string {
  if (kind === "area") return areaName(codesFrom(key));
  return kind === "box" || kind === "country"
    ? `${kind} ${key}`
    : rateName({ kind: kind satisfies Rate["kind"], rateKey: key });
}

const fromTo = ({ price, after }: PriceChange) => `${valueInWords(after)}, before: ${valueInWords(price.value)}`;

/** By how much an amount changes: ` (+6,7 %)`. */
function share({ price, after }: PriceChange): string {
  const [old, next] = [centsOf(price.value), centsOf(after)];
  return old && next ? ` (${perCent(old, next)})` : "";
}

const centsOf = (value: PriceValue) => (value.is === "rand" ? value.cents : null);

function perCent(old: number, next: number): string {
  const tenths = Math.round(((next - old) * 1000) / old);
  return unbroken(`${tenths > 0 ? "+" : ""}${decimal(tenths / 10)} %`);
}

function routeInWords({ from, to, beforeCents, afterCents }: ExampleRoute): string {
  const [old, next] = [beforeCents, afterCents].map((cents) => (cents === null ? "no price" : formatRand(cents)));
  if (old === next) return `${from} to ${to} stays ${next}`;
  const more = beforeCents && afterCents ? ` (${perCent(beforeCents, afterCents)})` : "";
  return `${from} to ${to}: ${next}, before: ${old}${more}`;
}

const counted = (count: number) => (count === 1 ? "1 price" : `${count} prices`);

/** Enough to see what is wrong with a list. */
const MOST_NAMED = 30;

function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
