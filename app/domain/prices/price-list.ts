import { basisPointsFrom } from "../values/decimal";
import { readTable } from "../values/delimited-text";
import { type Cents, centsFromRand, formatRand, roundHalfUp } from "../values/money";
import type { DeliveryDays } from "./delivery-days";
import type { Rate } from "./rate-card";

export type PriceKind = Rate["kind"] | "box" | "area" | "country";

/** What a row of the price list says. Null: there is no price, or no days. Amounts exclude VAT. */
export type PriceValue =
  | { is: "rand"; cents: Cents | null }
  | { is: "percent"; basisPoints: number | null }
  | { is: "days"; days: DeliveryDays | null }
  | { is: "zone"; zone: string };

/** A row of the price list. `name` is for its reader: what customers call the box or the place. */
export type Price = { kind: PriceKind; key: string; name: string; value: PriceValue };

/** What a price was, and what it is to be. `line`: where a list says so. */
export type PriceChange = { price: Price; after: PriceValue; line?: number };

/** What each kind of row says. */
const said: Record<PriceKind, PriceValue["is"]> = {
  zone: "rand",
  linehaul: "rand",
  pickup: "rand",
  international: "rand",
  fuel: "percent",
  vat: "percent",
  days: "days",
  box: "rand",
  area: "zone",
  country: "zone",
};

export const priceColumns = ["kind", "key", "name", "rand", "percent", "least_days", "most_days", "zone"] as const;

/** Days have two columns: a spreadsheet makes a date of `1-2`. */
const columnsOf: Record<PriceValue["is"], readonly Cell[]> = {
  rand: ["rand"],
  percent: ["percent"],
  days: ["least_days", "most_days"],
  zone: ["zone"],
};
type Cell = Exclude<(typeof priceColumns)[number], "kind" | "key" | "name">;

/** Instead of an amount: there is no price. A blank cell may be one that somebody emptied by mistake. */
const NONE = "none";

/** Many times more rows than a courier has places. */
const MOST_ROWS = 10_000;

/** A price as a row of the list. */
export function priceRow({ kind, key, name, value }: Price): Record<string, string | number | null> {
  const cells: Record<Cell, string | number | null> = {
    ...{ rand: null, percent: null, least_days: null, most_days: null, zone: null },
    ...cellsOf(value),
  };
  return { kind, key, name, ...cells };
}

function cellsOf(value: PriceValue): Partial<Record<Cell, string | number>> {
  if (value.is === "rand") return { rand: value.cents === null ? NONE : value.cents / 100 };
  if (value.is === "percent") return { percent: value.basisPoints === null ? NONE : value.basisPoints / 100 };
  if (value.is === "zone") return { zone: value.zone };
  return { least_days: value.days?.least ?? NONE, most_days: value.days?.most ?? NONE };
}

export type ReadPriceList =
  | { ok: true; changes: PriceChange[]; missing: Price[]; unknown: string[] }
  /** Nothing is taken from a list with a line that can't be read. */
  | { ok: false; why: string[] };

/**
 * Reads a price list and compares it with the prices that apply.
 * @returns what differs; which prices the list leaves out, and which rows are of nothing that has a price here
 */
export function readPriceList(content: string, prices: readonly Price[]): ReadPriceList {
  const table = readTable(content, MOST_ROWS);
  if (!table.ok) return { ok: false, why: [`It has ${table.columns} columns. Is it the right file?`] };
  if (table.count > MOST_ROWS) return { ok: false, why: [`It has more than ${MOST_ROWS} rows. Is it the right file?`] };
  const [first] = table.lines;
  if (!first || !("kind" in first.fields && "key" in first.fields))
    return { ok: false, why: [`It isn't a list of prices: its columns are ${priceColumns.join(", ")}.`] };

  const known = new Map(prices.map((price) => [idOf(price.kind, price.key), price]));
  const zones = prices.flatMap(({ kind, key }) => (kind === "zone" ? [key] : []));
  const seen = new Set<string>();
  const changes: PriceChange[] = [];
  const unknown: string[] = [];
  const why: string[] = [];
  for (const { number, fields } of table.lines) {
    const { kind = "", key = "" } = fields;
    const id = idOf(kind, key);
    const price = known.get(id);
    if (seen.has(id)) why.push(`Line ${number}: ${kind} ${key} stands there twice.`);
    else if (!price) unknown.push(`${kind} ${key}`.trim() || `line ${number}`);
    else {
      const read = valueIn(price, fields, zones);
      if (typeof read === "string") why.push(`Line ${number}: ${nameOfPrice(price)}: ${read}`);
      else if (!isSame(price.value, read)) changes.push({ price, after: read, line: number });
    }
    seen.add(id);
  }
  if (why.length > 0) return { ok: false, why };
  return { ok: true, changes, unknown, missing: prices.filter(({ kind, key }) => !seen.has(idOf(kind, key))) };
}

const idOf = (kind: string, key: string) => `${kind} ${key}`.toLowerCase();

/** What a row says of this price, or what is wrong with it. */
function valueIn(price: Price, fields: Record<string, string>, zones: readonly string[]): PriceValue | string {
  const { kind, value } = price;
  const own = columnsOf[said[kind]];
  const others = Object.values(columnsOf)
    .flat()
    .filter((column) => !own.includes(column));
  const stray = others.find((column) => fields[column]);
  if (stray) return `it has nothing in the column ${stray}.`;
  const cells = own.map((column) => fields[column] ?? "");
  if (cells.includes(""))
    return `the column ${own[cells.indexOf("")]} is blank.${kind === "box" ? "" : ORNONE[said[kind]]}`;
  const isNone = cells.every((cell) => cell.toLowerCase() === NONE);
  const [cell = "", next = ""] = cells;
  switch (said[kind]) {
    case "rand": {
      if (isNone) return kind === "box" ? "a box has a cost." : { is: "rand", cents: null };
      const cents = centsFromRand(cell);
      if (cents === null) return `"${cell}" isn't an amount.`;
      return cents < 0 ? `the column rand is ${cell}, and no price is below 0.` : { is: "rand", cents };
    }
    case "percent": {
      if (isNone) return { is: "percent", basisPoints: null };
      const basisPoints = basisPointsFrom(cell);
      return basisPoints === null ? `"${cell}" isn't a percentage.` : { is: "percent", basisPoints };
    }
    case "days": {
      if (isNone) return { is: "days", days: null };
      if (![cell, next].every((days) => /^\d{1,3}$/.test(days))) return `"${cell}" and "${next}" aren't days.`;
      const [least, most] = [Number(cell), Number(next)];
      if (least < 1) return "the column least_days is 0, and the least is 1.";
      if (least > most) return `the column least_days is ${least}, which is more than most_days, ${most}.`;
      return { is: "days", days: { least, most } };
    }
    case "zone": {
      const zone = cell.toLowerCase();
      if (kind === "country" && !isSame(value, { is: "zone", zone }))
        return "a country has no first day, so its zone can't change from a day on.";
      if (kind === "area" && !zones.includes(zone))
        return `the column zone is ${cell}, and the zones are ${zones.join(", ")}.`;
      return { is: "zone", zone };
    }
  }
}

const ORNONE: Record<PriceValue["is"], string> = {
  rand: ` Write ${NONE} if there is no price any more.`,
  percent: "",
  days: ` Write ${NONE} if they aren't told any more.`,
  zone: "",
};

/** Every value is flat but for the days, whose order is always the same. */
function isSame(one: PriceValue, other: PriceValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a percentage raises: what we charge, but not fuel and VAT, which are percentages of it. */
const raisedKinds: readonly PriceKind[] = ["zone", "linehaul", "pickup", "international", "box"];

/** The steps in which a rate card may be written: whole rand, tens of cents, cents. */
const steps: readonly Cents[] = [100, 10, 1];

/**
 * All amounts by a percentage more, rounded as the rate card is: a kind whose amounts are all whole rand stays so.
 * @param basisPoints negative to lower them
 */
export function raisedBy(basisPoints: number, prices: readonly Price[]): PriceChange[] {
  return raisedKinds.flatMap((kind) => {
    const amounts = prices.flatMap((price) => (price.kind === kind && centsOf(price) ? [centsOf(price)] : []));
    const step = steps.find((each) => amounts.every((cents) => cents % each === 0)) ?? 1;
    return prices.flatMap((price): PriceChange[] => {
      const cents = centsOf(price);
      if (price.kind !== kind || !cents) return [];
      const after = roundHalfUp(cents * (10_000 + basisPoints), 10_000 * step) * step;
      return after === cents ? [] : [{ price, after: { is: "rand", cents: after } }];
    });
  });
}

/** Of what a percentage raises: which prices differ from what they were; a new one has none to differ from. */
export function raisedSince(before: readonly Price[], then: readonly Price[]): Price[] {
  const was = new Map(before.map(({ kind, key, value }) => [idOf(kind, key), value]));
  return then.filter(({ kind, key, value }) => {
    const old = was.get(idOf(kind, key));
    return raisedKinds.includes(kind) && old !== undefined && !isSame(old, value);
  });
}

/** 0 where there is no price. */
const centsOf = ({ value }: Price) => (value.is === "rand" ? (value.cents ?? 0) : 0);

const ONE_RAND = 100;

/** Changes that may be typing mistakes, each in words. @param today the prices of today */
export function doubtsAbout(changes: readonly PriceChange[], today: readonly Price[]): string[] {
  const valueToday = new Map(today.map(({ kind, key, value }) => [idOf(kind, key), value]));
  return changes.flatMap(({ price, after }) => {
    const what = `${nameOfPrice(price)}: ${valueInWords(after)}, before: ${valueInWords(price.value)}`;
    const now = valueToday.get(idOf(price.kind, price.key));
    const [old, next] = [sizeOf(price.value), sizeOf(after)];
    return [
      ...(after.is === "rand" && after.cents !== null && after.cents < ONE_RAND ? [`${what}. That is below R 1.`] : []),
      ...(old !== undefined && next !== undefined && isFarFrom(old, next) ? [`${what}. That is more than half.`] : []),
      ...(now && isSame(now, after) ? [`${what}. It takes back a change that is planned before.`] : []),
    ];
  });
}

const isFarFrom = (old: number | null, next: number | null) =>
  old === null || next === null ? old !== next : Math.abs(next - old) * 2 > old;

/** What is compared by its size. */
function sizeOf(value: PriceValue): number | null | undefined {
  if (value.is === "rand") return value.cents;
  return value.is === "percent" ? value.basisPoints : undefined;
}

/** `zone metro`, `fuel`, `area 1431-1432 (Katlehong)`. */
export function nameOfPrice({ kind, key, name }: Pick<Price, "kind" | "key" | "name">): string {
  if (kind === key) return kind;
  return `${kind} ${key}${name ? ` (${name})` : ""}`;
}

export function valueInWords(value: PriceValue): string {
  if (value.is === "rand") return value.cents === null ? "no price" : formatRand(value.cents);
  if (value.is === "percent")
    return value.basisPoints === null ? "no rate" : `${String(value.basisPoints / 100).replace(".", ",")} %`;
  if (value.is === "zone") return `zone ${value.zone}`;
  return value.days ? `${value.days.least} to ${value.days.most} working days` : "no days told";
}
