import { expect, test } from "vitest";
import { MOST_IMPORTED } from "#app/domain/bookings/import-list.server";
import { anImporter, HEAD, LINE } from "../../support/an-importer";

test("no list that fits into a form takes three times as long to check as one of 100 good lines", async () => {
  const { read } = await anImporter(new Date("2026-11-20T08:00:00Z"));
  const FORM_BYTES = 65_000;
  const filled = (line: string) => Array(Math.floor(FORM_BYTES / (line.length + 1))).fill(line);
  const good = [HEAD, ...Array(MOST_IMPORTED).fill(LINE)];
  const lists = {
    "30,000 lines under 3,900 columns": [`toName${",".repeat(3_900)}`, ...filled("a")],
    "30,000 lines under 64 columns": [`toName${",".repeat(63)}`, ...filled("a")],
    "one column 64 times": [Array(64).fill("toName").join(), ...filled("a,".repeat(300)).slice(0, MOST_IMPORTED)],
    commas: filled(",".repeat(3_999)),
    "blank lines": ["toName", ...filled("")],
    quotes: ["toName", ...filled(`"${'""'.repeat(1_500)}`)],
    "100 lines of wrong fields": [HEAD, ...filled("\u0315\u0300\u05AE,".repeat(80)).slice(0, MOST_IMPORTED)],
  };
  const cpuMs = async (lines: string[]) => {
    const before = process.cpuUsage();
    for (let times = 0; times < 5; times += 1) await read(...lines);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 5_000;
  };
  // The cheapest of three rounds: the others also pay for rubbish that earlier tests left in this process.
  const cheapestMs = async (lines: string[]) => Math.min(await cpuMs(lines), await cpuMs(lines), await cpuMs(lines));
  const goodMs = await cheapestMs(good);
  for (const [name, lines] of Object.entries(lists)) {
    const ms = await cheapestMs(lines);
    console.log(`a list of ${name}: ${ms.toFixed(1)} ms; of 100 good lines: ${goodMs.toFixed(1)} ms`);
    expect(ms, name).toBeLessThan(3 * goodMs);
  }
});
