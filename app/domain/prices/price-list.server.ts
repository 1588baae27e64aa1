import { and, asc, eq } from "drizzle-orm";
import { say, type Words } from "#app/language/say";
import { boxes, countries, postalAreas, rates } from "#db/schema/pricing";
import type { Reader, Tx } from "#db/store.server";
import { dayAfter } from "../values/calendar-day";
import type { Cents } from "../values/money";
import { type DoneOr, refused } from "../values/refused";
import { saDay } from "../values/sa-time";
import { type AreaRow, changeArea } from "./area-changes.server";
import { changeBox } from "./box-changes.server";
import type { Change } from "./dated-changes";
import { type Dated, inForceOn } from "./in-force";
import { nameOfPrice, type Price, type PriceChange, type PriceValue } from "./price-list";
import type { BoxRow, CountryRow } from "./price-tables.server";
import { type Rate, rateCardOn } from "./rate-card";
import { changeRate, type RateAmount } from "./rate-changes.server";
import { priceInternational, priceLocal } from "./rate-engine";

/** Every row that ever applied or will, in the order of the price list. */
type AllPrices = { rates: Rate[]; boxes: BoxRow[]; areas: AreaRow[]; countries: CountryRow[] };

export async function readAllPrices(store: Reader): Promise<AllPrices> {
  return {
    rates: await store.select().from(rates).orderBy(asc(rates.kind), asc(rates.rateKey), asc(rates.validFrom)),
    boxes: await store.select().from(boxes).orderBy(asc(boxes.sortOrder), asc(boxes.id), asc(boxes.validFrom)),
    areas: await store
      .select()
      .from(postalAreas)
      .orderBy(asc(postalAreas.fromCode), asc(postalAreas.toCode), asc(postalAreas.validFrom)),
    countries: await store.select().from(countries).orderBy(asc(countries.iso2)),
  };
}

/** The price list of a South African day: all rates, boxes, and the zones of areas and countries. */
export function pricesOn(day: string, all: AllPrices): Price[] {
  return [
    ...inForceOn(day, all.rates, rateKeyOf).map(ofRate),
    ...inForceOn(day, all.boxes, ({ id }) => id).map(ofBox),
    ...inForceOn(day, all.areas, ({ id }) => id).map(ofArea),
    ...all.countries.map(({ iso2, name, numericZone }): Price => {
      return { kind: "country", key: iso2, name, value: { is: "zone", zone: String(numericZone) } };
    }),
  ];
}

const rateKeyOf = ({ kind, rateKey }: Rate) => `${kind} ${rateKey}`;

function ofRate({ kind, rateKey, ...amount }: Rate): Price {
  return { kind, key: rateKey, name: "", value: valueOfRate(kind, amount) };
}

function valueOfRate(kind: Rate["kind"], amount: Omit<Rate, "kind" | "rateKey" | "validFrom">): PriceValue {
  const { amountCents, basisPoints, leastDays, mostDays } = amount;
  if (kind === "fuel" || kind === "vat") return { is: "percent", basisPoints };
  if (kind !== "days") return { is: "rand", cents: amountCents };
  const days = leastDays === null || mostDays === null ? null : { least: leastDays, most: mostDays };
  return { is: "days", days };
}

const ofBox = ({ id, name, costCents }: BoxRow): Price => ({
  ...{ kind: "box", key: id, name },
  value: { is: "rand", cents: costCents },
});
/** With both codes, also where they are one: a spreadsheet would drop the first zeros of a single one. */
const ofArea = ({ id, town, zone }: AreaRow): Price => ({
  ...{ kind: "area", key: id, name: town },
  value: { is: "zone", zone },
});

/** What can start on a day: why it may not, if it may not. */
export function firstDayRefusal(day: string, now: Date): string | null {
  const tomorrow = dayAfter(saDay(now), 1);
  return day < tomorrow ? `New prices start tomorrow (${tomorrow}) at the earliest.` : null;
}

/** Makes all changes from a day on, or none. @returns those prices that another planned change replaces later */
export async function changePrices(
  tx: Tx,
  changes: readonly PriceChange[],
  validFrom: string,
  now: Date,
): Promise<DoneOr<{ until: { price: Price; day: string }[] }, unknown, Words[]>> {
  const until: { price: Price; day: string }[] = [];
  const why: Words[] = [];
  for (const { price, after, line } of changes) {
    const made = await changeOf(tx, price, after, validFrom, now);
    if (!made.ok) why.push(say`${line ? `Line ${line}: ` : ""}${nameOfPrice(price)}: ${made.why}`);
    else if (made.untilDay) until.push({ price, day: made.untilDay });
  }
  return why.length > 0 ? { ok: false, why } : { ok: true, until };
}

function changeOf(
  tx: Tx,
  { kind, key }: Price,
  after: PriceValue,
  validFrom: string,
  now: Date,
): Promise<Change<Rate | BoxRow | AreaRow>> {
  if (kind === "box") {
    const costCents = after.is === "rand" ? (after.cents ?? undefined) : undefined;
    return changeBox(tx, { id: key, validFrom, facts: { costCents }, isNew: false }, now);
  }
  if (kind === "area" && after.is === "zone") {
    const [fromCode = "", toCode = ""] = key.split("-");
    return changeArea(tx, { codes: { fromCode, toCode }, validFrom, facts: { zone: after.zone }, isNew: false }, now);
  }
  if (kind === "area" || kind === "country") return Promise.resolve(refused(`${kind} ${key} has no price.`));
  return changeRate(tx, { kind, rateKey: key, validFrom, amount: amountIn(after), isNew: false }, now);
}

function amountIn(value: PriceValue): RateAmount {
  if (value.is === "rand") return value.cents === null ? null : { amountCents: value.cents };
  if (value.is === "percent") return value.basisPoints === null ? null : { basisPoints: value.basisPoints };
  if (value.is === "zone" || !value.days) return null;
  return { leastDays: value.days.least, mostDays: value.days.most };
}

/**
 * Withdraws what starts on a day, as far as a price list could have changed it: a box or an area that changes otherwise too
 * keeps the rest of that change.
 * @returns what was to change, and what else starts on that day and stays
 */
export async function withdrawPrices(
  tx: Tx,
  day: string,
  now: Date,
): Promise<DoneOr<{ withdrawn: PriceChange[]; stays: string[] }>> {
  if (day <= saDay(now)) return refused("These prices apply already. Change them from tomorrow instead.");
  const all = await readAllPrices(tx);
  const withdrawn: PriceChange[] = [];
  const stays: string[] = [];
  const note = (before: Price, planned: Price) => withdrawn.push({ price: before, after: planned.value });

  for (const { row, before } of startingOn(day, all.rates, rateKeyOf)) {
    const { kind, rateKey } = row;
    if (!before) stays.push(nameOfPrice(ofRate(row)));
    else {
      note(ofRate(before), ofRate(row));
      await tx.delete(rates).where(and(eq(rates.kind, kind), eq(rates.rateKey, rateKey), eq(rates.validFrom, day)));
    }
  }
  for (const { row, before } of startingOn(day, all.boxes, ({ id }) => id)) {
    const theRow = and(eq(boxes.id, row.id), eq(boxes.validFrom, day));
    if (before && before.costCents !== row.costCents) note(ofBox(before), ofBox(row));
    const rest = before && { ...row, costCents: before.costCents };
    if (!rest || !isSameBut(before, rest)) stays.push(nameOfPrice(ofBox(row)));
    if (rest && isSameBut(before, rest)) await tx.delete(boxes).where(theRow);
    else if (rest) await tx.update(boxes).set({ costCents: rest.costCents }).where(theRow);
  }
  for (const { row, before } of startingOn(day, all.areas, ({ id }) => id)) {
    const theRow = and(eq(postalAreas.id, row.id), eq(postalAreas.validFrom, day));
    if (before && before.zone !== row.zone) note(ofArea(before), ofArea(row));
    const rest = before && { ...row, zone: before.zone };
    if (!rest || !isSameBut(before, rest)) stays.push(nameOfPrice(ofArea(row)));
    if (rest && isSameBut(before, rest)) await tx.delete(postalAreas).where(theRow);
    else if (rest) await tx.update(postalAreas).set({ zone: rest.zone }).where(theRow);
  }
  return withdrawn.length > 0 ? { ok: true, withdrawn, stays } : refused("No price was to change on that day.");
}

/** The rows that start on a day, each with what applied before it; null if there was nothing. */
function startingOn<Row extends Dated>(day: string, rows: readonly Row[], keyOf: (row: Row) => string) {
  const earlier = new Map(inForceOn(dayAfter(day, -1), rows, keyOf).map((row) => [keyOf(row), row]));
  return rows
    .filter(({ validFrom }) => validFrom === day)
    .map((row) => ({ row, before: earlier.get(keyOf(row)) ?? null }));
}

/** Whether two rows say the same, but for their first day. */
function isSameBut<Row extends Dated>(one: Row, other: Row): boolean {
  return JSON.stringify({ ...one, validFrom: "" }) === JSON.stringify({ ...other, validFrom: "" });
}

/** One parcel, VAT included; null if there is no instant price. */
export type ExampleRoute = { from: string; to: string; beforeCents: Cents | null; afterCents: Cents | null };

/** `box`: its name; null for the first one on offer. */
type Examples = { box: string | null; routes: ExampleRoute[] };

const EXAMPLES = 10;
/** So many of them abroad, and between regions, if there are as many. */
const OF_A_KIND = 3;

/**
 * What ten routes cost on a day, by two states of the tables: those that differ first; in each zone, between regions and
 * abroad, from places all over the country. In the first box; where nothing changes in that, in one that costs something else.
 */
export function exampleRoutes(day: string, before: AllPrices, after: AllPrices): Examples {
  const routes = routesIn(null, day, before, after);
  const costs = new Map(inForceOn(day, before.boxes, ({ id }) => id).map(({ id, costCents }) => [id, costCents]));
  const other = inForceOn(day, after.boxes, ({ id }) => id).find(
    ({ id, active, costCents }) => active && costs.has(id) && costs.get(id) !== costCents,
  );
  if (!other || !routes.every(isAsBefore)) return { box: null, routes };
  return { box: other.name, routes: routesIn(other.id, day, before, after) };
}

const isAsBefore = ({ beforeCents, afterCents }: ExampleRoute) => beforeCents === afterCents;

/** @param boxId null for the first on offer */
function routesIn(boxId: string | null, day: string, before: AllPrices, after: AllPrices): ExampleRoute[] {
  const served = inForceOn(day, before.areas, ({ id }) => id).filter((area) => area.served);
  const places = served.some(isPlace) ? served.filter(isPlace) : served;
  const [one, other] = [pricedBy(day, before, boxId), pricedBy(day, after, boxId)];
  const local = (from: AreaRow, to: AreaRow): ExampleRoute => ({
    ...{ from: from.town, to: to.town },
    ...{ beforeCents: one.local(from, to), afterCents: other.local(from, to) },
  });
  const zones = firstOfEach(places, ({ zone }) => zone).map(({ zone }) => zone);
  const regions = firstOfEach(places, ({ region }) => region).map(({ region }) => region);
  /** The first place of a zone in a region, or in those after it. */
  const placeOf = (zone: string, at: number) =>
    [...regions.slice(at % regions.length), ...regions]
      .map((region) => places.find((place) => place.region === region && place.zone === zone))
      .find(Boolean);
  /** A place of a region; in each region of another zone, if it has that. They go round and round. */
  const placeIn = (at: number) => {
    const its = places.filter(({ region }) => region === regions[at % regions.length]);
    return its.find(({ zone }) => zone === zones[at % zones.length]) ?? its[0];
  };
  const within = zones.flatMap((zone, at) => {
    const from = placeOf(zone, at);
    if (!from) return [];
    const near = places.filter((place) => place.zone === zone && place.region === from.region);
    return local(from, near.find(({ town }) => town !== from.town) ?? from);
  });
  const across = pairsOf(regions.length).flatMap(([at, next]) => {
    const [from, to] = [placeIn(zones.length + at), placeIn(zones.length + next)];
    return from && to ? local(from, to) : [];
  });
  const goesTo = before.countries
    .filter((country) => country.served)
    .toSorted((country, next) => country.numericZone - next.numericZone);
  const abroad = firstOfEach(goesTo, ({ numericZone }) => String(numericZone)).flatMap((to, at) => {
    const from = placeIn(zones.length + OF_A_KIND + at);
    if (!from) return [];
    return {
      ...{ from: from.town, to: to.name },
      ...{ beforeCents: one.abroad(from, to), afterCents: other.abroad(from, to) },
    };
  });
  const first = (routes: ExampleRoute[]) => routes.slice(0, OF_A_KIND);
  const others = (routes: ExampleRoute[]) => routes.slice(OF_A_KIND);
  const all = [...within, ...first(across), ...first(abroad), ...others(across), ...others(abroad)];
  return all.toSorted((route, next) => Number(isAsBefore(route)) - Number(isAsBefore(next))).slice(0, EXAMPLES);
}

/** A place, not a whole region. */
const isPlace = ({ latitude }: AreaRow) => latitude !== null;

/** Every two of so many, by where they stand: first each with the next one, so that each begins one. */
function pairsOf(count: number): [number, number][] {
  const all = Array.from({ length: count }, (_, at) => at);
  const steps = all.filter((step) => step > 0 && 2 * step <= count);
  return steps.flatMap((step) =>
    all.slice(0, 2 * step === count ? step : count).map((at): [number, number] => [at, (at + step) % count]),
  );
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}

function pricedBy(day: string, all: AllPrices, boxId: string | null) {
  const card = rateCardOn(day, all.rates);
  const box = inForceOn(day, all.boxes, ({ id }) => id).find(({ id, active }) =>
    boxId === null ? active : id === boxId,
  );
  const parcel = { boxCostCents: box?.costCents ?? 0, quantity: 1, applyVat: true };
  const areas = new Map(inForceOn(day, all.areas, ({ id }) => id).map((area) => [area.id, area]));
  const then = (area: AreaRow) => areas.get(area.id) ?? area;
  return {
    local(from: AreaRow, to: AreaRow): Cents | null {
      const price = card && priceLocal({ from: then(from), to: then(to), ...parcel }, card);
      return price ? price.totals.grandTotal : null;
    },
    abroad(from: AreaRow, to: CountryRow): Cents | null {
      const price = card && priceInternational({ from: then(from), to, ...parcel }, card);
      return price ? price.totals.grandTotal : null;
    },
  };
}
