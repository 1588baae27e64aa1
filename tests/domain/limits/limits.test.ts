import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkEnvironment } from "#app/config.server";
import { uncounted } from "#app/domain/limits/cause";
import { acts, type Limit, limits } from "#app/domain/limits/limits";
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

/** The file and the name of each function that an act is done by, with the file's text. */
const functions = Object.entries(acts).flatMap(([act, places]) =>
  places.map((place) => {
    const [file = "", name = ""] = place.split(": ");
    return { act, file, name, text: readFileSync(file, "utf8") };
  }),
);

test("every limit guards an act, which functions do; and every act has its limit", () => {
  const missing = functions.filter(
    ({ name, text }) => !new RegExp(`^export (?:async )?function ${name}\\b`, "m").test(text),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(new Set(all.flatMap(({ guards }) => guards))).toEqual(new Set(Object.keys(acts)));
});

test("each function of an act takes the proof that limits were asked, or asks them itself", () => {
  const open = Object.entries<Limit>(limits).flatMap(([limit, { guards }]) =>
    functions
      .filter(({ act }) => guards.some((each) => each === act))
      .filter(({ act, text }) => !takesProof(act, text) && !new RegExp(`(?:\\blimits\\.|")${limit}\\b`).test(text))
      .map(({ name }) => `${name} knows nothing of ${limit}`),
  );
  expect(open).toEqual([]);
});

const takesProof = (act: string, text: string) => new RegExp(`\\b(?:Asked|Cause|Doing)<[^>]*"${act}"`).test(text);

test("only what counts gives the proof", () => {
  expect(filesWith(/\bAsked\.after\(/)).toEqual([
    "app/domain/bookings/shopify/shop-orders.server.ts",
    "app/domain/drivers/applications/acknowledge-application.server.ts",
    "app/http/limits/rate-limit.server.ts",
    "app/http/sign-in/password-turn.server.ts",
  ]);
  expect(filesWith(/\bnew LeaveToBook\(|\bextends (?:Asked|LeaveToBook)\b/)).toEqual([
    "app/domain/parcels/quotes/leave-to-book.server.ts",
  ]);
  expect(filesWith(/\bas (?:unknown as )?(?:Asked|LeaveToBook)\b/)).toEqual([]);
});

test("a page gives a reason instead of a proof only where it looked at who asks", () => {
  const reasons = new RegExp(`"(?:${Object.keys(uncounted).join("|")})"`);
  const doors = filesWith(reasons).filter((file) => /^app\/(?:routes|http)\//.test(file));
  // What is paid can be cancelled once, and a signed link is only in its owner's mailbox.
  expect(doors).toEqual(["app/routes/cancel.$quoteId.tsx"]);
});

describe("nothing goes round the function of an act:", () => {
  test.each<[what: string, how: RegExp, where: string[]]>([
    [
      "a letter or a text is queued",
      /\.insert\(outgoingMails\)/,
      [
        // To the account's own program.
        "app/domain/parcels/raise-event.server.ts",
        "app/domain/post/outbox.server.ts",
        "app/domain/post/queue-text.server.ts",
        // By the office, of what was queued before.
        "app/domain/post/resend-email.server.ts",
      ],
    ],
    ["a quote is stored", /\.insert\(quotes\)/, ["app/domain/parcels/quotes/saved-quotes.server.ts"]],
    [
      "a quote is booked or asked for",
      /\.set\(\{[^}]*\b(?:bookedAt|manualRequestedAt):/,
      ["app/domain/parcels/quotes/saved-quotes.server.ts"],
    ],
    ["a password is hashed or tried", /"@node-rs\/argon2"/, ["app/domain/accounts/password.server.ts"]],
    ["an account is made", /\.insert\(users\)/, ["app/domain/accounts/register.server.ts"]],
    ["a case is opened", /\.insert\(cases\)/, ["app/domain/parcels/open-case.server.ts"]],
  ])("%s in few files", (_, how, where) => {
    expect(filesWith(how)).toEqual(where);
  });
});

function filesWith(pattern: RegExp): string[] {
  const files = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  return files.filter((file) => /\.(?:tsx?|mjs)$/.test(file) && pattern.test(readFileSync(file, "utf8"))).toSorted();
}

function table(): string {
  const rows = all.map(
    (limit) => `| ${limit.what} | ${limit.per} | ${howMuch(limit)} | ${limit.guards.join(", ")} | \`${limit.proof}\` |`,
  );
  return ["", "| what | for each | how much | guards | proof |", "|---|---|---|---|---|", ...rows, "", ""].join("\n");
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
