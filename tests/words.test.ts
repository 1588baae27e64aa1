import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words that must not come back, each with the word to use instead. */
const replaced: [wrong: RegExp, right: string][] = [
  [/\be-mail/i, "email"],
  [/\b(?:a|the|our|this|no|another|each|every) letters? (?:is|was|goes|went|with|waits|that was sent)\b/i, "email"],
  [/\bsecond copy\b/i, "replica"],
  [/\btraveller/i, "customer"],
  [/\b99th hundredth\b/i, "99th percentile"],
  [/\brubbish\b/i, "garbage"],
  [/\bservice is well\b/i, "the service is up"],
  [/\bworthless\b/i, "stops working"],
  [/\bdata is dear\b/i, "saving data"],
  [/\ball is well\b/i, "there's nothing more to do"],
  [/\bbegin anew\b/i, "start again"],
];

/** What customers read: one word for one thing (the specification's labels and drivers' pages keep theirs). */
const saidToCustomers: typeof replaced = [
  [/\b[Ff]ollow (?:your|the|a|this) parcel\b/, "track"],
  [/\b(?:tracking|slip|parcel) number\b/i, "waybill number"],
  [/\bor (?:SMS|text)[.,]/, "text message"],
  [/\b(?:[Ll]og|[Ss]ign)(?:ged|ned)? on\b/, "log in"],
  [/\b(?:are|am|were) signed (?:in|out)\b|\bsign in with\b/, "logged in, log in"],
];
const folders = ["app", "db", "server", "docs"];
/** Old migrations aren't changed. */
const isRead = (file: string) => /\.(?:tsx?|mjs|sql|md)$/.test(file) && !file.includes("migrations");

test("customers read one word for one thing", () => {
  const pages = ["app/routes", "app/ui", "app/domain/messages", "app/domain/bookings", "app/domain/settling"].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => isRead(file) && !/driv|office|terms/.test(file))
        .map((file) => `${folder}/${file}`),
  );
  const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|\{\/\*)/.test(line);
  const found = pages.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !isComment(line))
      .flatMap((line) =>
        saidToCustomers
          .filter(([wrong]) => wrong.test(line))
          .map(([wrong, right]) => `${file}: ${line.match(wrong)?.[0]} → ${right}`),
      ),
  );
  expect(pages.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

test("everyday words and the field's own are used throughout", () => {
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter(isRead)
      .map((file) => `${folder}/${file}`),
  );
  const found = sources.concat("README.md").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) =>
        replaced
          .filter(([wrong]) => wrong.test(line))
          .map(([wrong, right]) => `${file}: ${line.match(wrong)?.[0]} → ${right}: ${line.trim()}`),
      ),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
