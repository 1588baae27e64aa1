import type { Config } from "#app/config.server";
import { csv } from "#app/domain/values/csv";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import type { ShownTable } from "#app/ui/office/answer-panel";
import type { Bars } from "#app/ui/office/bar-chart";
import { type FigureName, figureNames, figureRows } from "#db/figures-of-office.server";
import type { Row } from "../answer";
import type { GivenFile } from "./command-page.server";
import { isCopied } from "./office-desk.server";
import { tableOf } from "./shown";

/** One picture, what it says in words, and its numbers. */
export type DrawnFigure = {
  name: FigureName;
  title: string;
  /** What the picture says. */
  words: string;
  charts: { bars: Bars; unit: string; isLying: boolean; words: string }[];
  table: ShownTable;
};

type Drawn = Pick<DrawnFigure, "title" | "words"> & { charts: Omit<DrawnFigure["charts"][number], "words">[] };

const number = (row: Row | undefined, column: string) => Number(row?.[column] ?? 0);
const inRand = (rand: number) => formatRand(Math.round(rand * 100));
const total = (rows: Row[], column: string) => rows.reduce((sum, row) => sum + number(row, column), 0);
const lying = (rows: Row[], label: string, value: string, unit: string) => ({
  bars: rows.map((row) => {
    const of = number(row, value);
    return { label: String(row[label]), values: [of], written: unit === "rand" ? inRand(of) : decimal(of) };
  }),
  unit,
  isLying: true,
});

/** How each figure is drawn and told. */
const drawn: Record<FigureName, (rows: Row[]) => Drawn> = {
  weeks(rows) {
    const [now, before] = [total(rows, "bookings"), total(rows, "a_year_before")];
    const day = ({ week }: Row) => {
      const [day, month = ""] = saDate(new Date(`${week}T10:00:00Z`)).split(" ");
      return `${day} ${month.slice(0, 3)}`;
    };
    const pairs = (one: string, other: string, unit: string) => ({
      bars: rows.map((row) => ({ label: day(row), values: [number(row, one), number(row, other)] })),
      unit,
      isLying: false,
    });
    const revenue = inRand(total(rows, "revenue_rand"));
    return {
      title: "Bookings and revenue a week",
      words: `In these ${rows.length} weeks ${now} ${now === 1 ? "parcel was" : "parcels were"} booked, and paid or on account: ${revenue} together; in the same weeks a year before, ${before}. The outlined bars are the year before.`,
      charts: [
        pairs("bookings", "a_year_before", "parcels"),
        pairs("revenue_rand", "revenue_rand_a_year_before", "rand"),
      ],
    };
  },
  apart(rows) {
    const kinds = { Cash: "cash", Transfers: "transfers", Claims: "claims", "Taken back by banks": "charged_back" };
    const sums = Object.entries(kinds).map(([kind, of]) => ({ kind, rand: total(rows, `${of}_rand`) }));
    const told = sums.map(({ kind, rand }) => `${kind.toLowerCase()} ${inRand(rand)}`).join(", ");
    return {
      title: "Money apart from PayFast's payments",
      words: `This month and the last: ${told}. Cash and transfers are less what was paid back.`,
      charts: [lying(sums, "kind", "rand", "rand")],
    };
  },
  states(rows) {
    const most = rows[0] ? ` Most of them: ${String(rows[0].state).toLowerCase()}, ${rows[0].parcels}.` : "";
    return {
      title: "Parcels under way, by state",
      words: `Parcels under way: ${total(rows, "parcels")}.${most}`,
      charts: [lying(rows, "state", "parcels", "parcels")],
    };
  },
  places(rows) {
    const slowest = rows.toSorted((one, other) => number(other, "days") - number(one, "days"))[0];
    const slow = slowest ? ` It took longest to ${slowest.town}: ${decimal(number(slowest, "days"))} days.` : "";
    return {
      title: "Days from collection to delivery, by place",
      words: `Of the last 90 days, the ${rows.length === 1 ? "place" : `${rows.length} places`} with the most parcels.${slow} The table has the share that arrived at the first visit.`,
      charts: [lying(rows, "town", "days", "days")],
    };
  },
  unserved(rows) {
    const first = rows[0]
      ? ` First: ${rows[0].town ?? ""} ${rows[0].postal_code}, ${rows[0].asked === 1 ? "once" : `${rows[0].asked} times`}.`
      : "";
    return {
      title: "Places asked for that we don't serve",
      words: `In the last year customers asked for a price to ${rows.length === 1 ? "1 place" : `${rows.length} places`} that we don't serve.${first}`,
      charts: [
        lying(
          rows.map((row) => ({ ...row, at: `${row.town ?? ""} ${row.postal_code}` })),
          "at",
          "asked",
          "times",
        ),
      ],
    };
  },
};

/** All of them; none before there is anything to read them in, which `copyNote` says. */
export async function figures(settings: Config, now: Date): Promise<DrawnFigure[]> {
  if (!isCopied(settings)) return [];
  return Promise.all(
    figureNames.map(async (name) => {
      const { columns, rows } = await figureRows(settings.databaseFile, name);
      const { charts, ...told } = drawn[name](rows);
      const hasAny = rows.some((row) => Object.values(row).some((value) => typeof value === "number" && value > 0));
      if (!hasAny)
        return { name, title: told.title, words: "Nothing to show yet.", charts: [], table: tableOf(columns, [], now) };
      const withWords = charts.map((chart) => ({ ...chart, words: `${told.title}, ${chart.unit}. ${told.words}` }));
      return { name, ...told, charts: withWords, table: tableOf(columns, rows, now) };
    }),
  );
}

/** A figure's numbers as CSV; null for a name that there isn't. */
export async function figureFile({ databaseFile }: Config, name: string | undefined): Promise<GivenFile | null> {
  const known = figureNames.find((each) => each === name);
  if (!known) return null;
  const { columns, rows } = await figureRows(databaseFile, known);
  return {
    bytes: Buffer.from(csv(columns, rows, "spreadsheet")),
    type: "text/csv; charset=utf-8",
    name: `${known}.csv`,
    isSaved: true,
  };
}
