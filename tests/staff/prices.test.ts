import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { csv } from "#app/domain/values/csv";
import type { Row } from "#app/staff/answer";
import { aDesk, deskForEachTest, type SaidAnswer } from "../support/a-desk";
import { officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);
const now = new Date("2026-11-21T08:00:00Z");
const newYear = "2027-01-01";

/** What is said to a command, with plain spaces. */
async function ask(...words: string[]): Promise<{ kind: string; said: string[] }> {
  const answer = await aDesk(office, { now, folder: desk.desk.folder }).ask(...words);
  return { kind: answer.kind, said: sentencesIn(answer).map((each) => each.replaceAll("\u00a0", " ")) };
}

function sentencesIn(answer: SaidAnswer): string[] {
  if (answer.kind === "refused") return answer.why;
  return answer.kind === "done" ? answer.output : [];
}

/** The list as a file, with some of its rows as they are made. */
async function listed(change: (row: Row) => Row | null = (row) => row): Promise<void> {
  const answer = await aDesk(office, { now }).ask("list", "prices");
  if (answer.kind !== "list") throw new Error(answer.kind);
  const rows = answer.rows.map((row) => change(row)).filter((row) => row !== null);
  writeFileSync(path.join(desk.desk.folder, "prices.csv"), csv(answer.columns, rows, "program"));
}

const setting =
  (key: string, rand: number | null) =>
  (row: Row): Row =>
    row.key === key && row.kind === "zone" ? { ...row, rand } : row;

const byFile = (...more: string[]) => ask("change", "prices", "prices.csv", "--from", newYear, ...more);

test("the list changes nothing as it is; with new amounts it shows each difference and ten routes, and is withdrawn as one", async () => {
  await listed();
  expect(readFileSync(path.join(desk.desk.folder, "prices.csv"), "utf8")).toContain(
    "\r\narea,1431-1432,Katlehong,,,,,metro\r\n",
  );
  expect((await byFile()).said).toEqual(["No price changes on Friday 1 January 2027: all are like that already."]);

  await listed(setting("metro", 32));
  const dry = await byFile("--dry-run");
  const { kind, said } = await byFile();
  expect(kind).toBe("done");
  expect(dry.said.slice(1)).toEqual(said);
  expect(said[0]).toBe(
    "What customers pay from Friday 1 January 2027 for one parcel in the first box, with fuel and VAT:",
  );
  expect(said.slice(11, 13)).toEqual([
    "What changes that day, without VAT: 1 price.",
    "zone metro: R 32,00, before: R 30,00 (+6,7 %)",
  ]);
  expect(
    said
      .slice(1, 11)
      .every((each) =>
        /^.+ to .+: R [\d ]+,\d\d, before: R [\d ]+,\d\d \(\+[\d,]+ %\)$|^.+ to .+ stays R [\d ]+,\d\d$/.test(each),
      ),
  ).toBe(true);
  expect(said.at(-1)).toMatch(/^Prices that were given to customers stay as they are\. /);
  expect((await byFile()).said).toEqual(["No price changes on Friday 1 January 2027: all are like that already."]);

  expect((await ask("withdraw", "prices", "--from", newYear)).said).toEqual([
    "Withdrawn for Friday 1 January 2027: 1 price.",
    "zone metro stays R 30,00, not R 32,00",
  ]);
  expect(
    office.staff(
      "SELECT action, subject, replace(details, '\u00a0', ' ') AS details FROM staff_actions ORDER BY at, action",
    ),
  ).toEqual([
    { action: "changed prices", subject: "rate zone metro", details: "from 2027-01-01: R 32,00, before: R 30,00" },
    { action: "withdrew prices", subject: "rate zone metro", details: "from 2027-01-01: R 32,00" },
  ]);
});

test("by a percentage; what it leaves out is named, and the same again is refused, so that none is raised twice", async () => {
  const increase = () => ask("change", "prices", "--by", "6,5", "--from", newYear);
  const dry = await aDesk(office, { now }).ask("change", "prices", "--by", "6,5", "--from", newYear, "--dry-run");
  expect(sentencesIn(dry).join()).toContain("(+6,7\u00a0%)");
  const { said } = await increase();
  expect(said[11]).toBe("What changes that day, without VAT: 70 prices.");
  expect(said).toContain("linehaul GP-WC: R 48,00, before: R 45,00 (+6,7 %)");
  expect(said).toContain("Left out: fuel (10 %), vat (15 %), delivery days, and the zones of areas and countries.");
  const again = await increase();
  expect(again.kind).toBe("refused");
  expect(again.said[0]).toMatch(
    /^Other prices start on that day already: international 1, .* and 40 more\. First withdraw prices/,
  );
});

test("a row that is missing, unknown, below R 1 or changed by more than half is named and asked about", async () => {
  await listed((row) => {
    if (row.key === "town" && row.kind === "zone") return null;
    if (row.key === "regional" && row.kind === "zone") return { ...row, key: "moon" };
    return setting("metro", 0.99)(row);
  });
  const asked = await byFile();
  expect(asked).toEqual({
    kind: "refused",
    said: [
      "zone metro: R 0,99, before: R 30,00. That is below R 1.",
      "zone metro: R 0,99, before: R 30,00. That is more than half.",
      "Not in the list, so it stays as it is: zone regional, zone town.",
      "Not a price of ours, so it is left out: zone moon.",
      "If that is right, add --yes.",
    ],
  });
  const meant = await byFile("--yes");
  expect(meant.kind).toBe("done");
  expect(meant.said[12]).toBe("zone metro: R 0,99, before: R 30,00 (-96,7 %)");
});

test("from today, without a list or a percentage, or with both, and with a line that can't be read, nothing changes", async () => {
  await listed(setting("metro", 32));
  expect(await ask("change", "prices", "prices.csv", "--from", "today")).toEqual({
    kind: "refused",
    said: ["New prices start tomorrow (2026-11-22) at the earliest.", "Nothing was changed."],
  });
  await expect(ask("change", "prices", "--from", newYear)).rejects.toThrow("Give a list of prices, or a percentage");
  await expect(byFile("--by", "5")).rejects.toThrow("Give a list of prices, or a percentage");
  await expect(ask("change", "prices", "--by", "much", "--from", newYear)).rejects.toThrow("isn't a percentage");
  expect(await ask("change", "prices", "--by", "0", "--from", newYear)).toMatchObject({ kind: "refused" });
  await listed(setting("metro", null));
  expect(await byFile()).toMatchObject({
    kind: "refused",
    said: [
      expect.stringMatching(/^prices\.csv: Line \d+: zone metro: the column rand is blank\. /),
      "Nothing was changed.",
    ],
  });
  expect(office.staff("SELECT count(*) AS changes FROM rates WHERE valid_from > '2026-11-01'")).toEqual([
    { changes: 0 },
  ]);
});

test("the list of another day has what is planned until then", async () => {
  await ask("change", "prices", "--by", "6,5", "--from", newYear);
  const of = async (...words: string[]) => {
    const answer = await aDesk(office, { now }).ask("list", "prices", ...words);
    return answer.kind === "list" && answer.rows.find(({ kind, key }) => kind === "zone" && key === "metro")?.rand;
  };
  expect([await of(), await of("--on", "2026-12-31"), await of("--on", newYear)]).toEqual([30, 30, 32]);
});
