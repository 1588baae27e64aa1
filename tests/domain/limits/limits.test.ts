import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkEnvironment } from "#app/config.server";
import { type Limit, limits } from "#app/domain/limits/limits";
import { DAYS, HOURS, MINUTES } from "#app/durations";

const FILE = "docs/security.md";
const all: Limit[] = Object.values(limits);
/** Not those that another test of this process has taken. */
const byDefault = checkEnvironment({});

/** `LIMITS=write node tests/run.mjs tests/domain/limits/limits.test.ts` writes the table. */
test("the documents have every limit, as it is in the code", () => {
  const document = readFileSync(FILE, "utf8");
  const written = document.replace(/(?<=<!-- limits -->\n)[\s\S]*?(?=<!-- end of the limits -->)/, table);
  if (process.env.LIMITS === "write") writeFileSync(FILE, written);
  else expect(document).toBe(written);
});

test("every limit has a test that holds it", () => {
  expect(all.map(({ proof }) => proof).filter((file) => !existsSync(file))).toEqual([]);
});

function table(): string {
  const rows = all.map((limit) => `| ${limit.what} | ${limit.per} | ${howMuch(limit)} | \`${limit.proof}\` |`);
  return ["", "| what | for each | how much | proof |", "|---|---|---|---|", ...rows, "", ""].join("\n");
}

function howMuch(limit: Limit): string {
  if (limit.kind === "queue") return `${limit.atOnce} at once, ${limit.waiting} wait`;
  if (limit.kind === "secret") return `${limit.tries} tries`;
  if (limit.kind === "day") return `${limit.points} a day`;
  if (limit.kind === "total") return `${limit.points} in all`;
  const name =
    typeof limit.points === "string" && limit.points.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  const points = typeof limit.points === "string" ? `${byDefault[limit.points]} (\`${name}\`)` : limit.points;
  return `${points} ${duration(limit.windowMs)}`;
}

function duration(ms: number): string {
  if (ms === 1 * DAYS) return "a day";
  if (ms === 1 * HOURS) return "an hour";
  return ms === 1 * MINUTES ? "a minute" : `in ${ms / MINUTES} minutes`;
}
