import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** What customers read: one word for one thing. The specification's labels, and drivers' and the office's words, stay. */
const saidToCustomers: typeof replaced = [
  [/\b[Ff]ollow (?:it|(?:(?:your|the|a|this) )?parcels?)\b/, "track"],
  [/"(?:Local|International) shipment"/, "parcel"],
  [/\b(?:that|another) packaging\b|on\w+: .*"Packaging"/, "box"],
  [/\b(?:tracking|slip|parcel) number\b/i, "waybill number"],
  [/\bSMS\b|\bor text[.,]|\bno more texts\b/, "text message"],
  [/\b(?:[Ll]og|[Ss]ign)(?:ged|ned)? on\b/, "log in"],
  // "Sign out everywhere" and "Sign out failed." are specified.
  [/\b[Ss]ign(?:ed|ing)? (?:in|out)\b(?! everywhere| failed\.)/, "logged in, log in"],
  [/\b[Aa]mount(?: due|, all included)\b|\b[Pp]rice, all included\b/, "total"],
  [/\bwe (?:have )?(?:pay|paid)(?: \w+){0,4} back\b|"Paid back"/i, "refund"],
];
const folders = ["app", "db", "server", "docs"];
/** Old migrations aren't changed. */
const isRead = (file: string) => /\.(?:tsx?|mjs|sql|md)$/.test(file) && !file.includes("migrations");

test("customers read one word for one thing", () => {
  const pages = [
    "language/english",
    "routes",
    "ui",
    "http",
    ...["accounts", "messages", "bookings", "prices", "form"].map((room) => `domain/${room}`),
  ]
    .map((folder) => `app/${folder}`)
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => isRead(file) && !/driv|office|terms|verify|take-mark/.test(file))
        .map((file) => `${folder}/${file}`),
    );
  const isSaidToOthers = (line: string) =>
    /^\s*(?:\/\/|\/?\*|\{\/\*)|"You (?:drive for us|work in our office)"/.test(line);
  const found = pages.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !isSaidToOthers(line))
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

const sources = ["app", "db", "server"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file));

test("a noun of the glossary has one meaning in the code: at most one type has its name", () => {
  const rows = [...readFileSync("docs/glossary.md", "utf8").matchAll(/^\| \*\*([\w ]+)\*\* \|.*\| `([^`]+)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(29);
  for (const [, noun = "", place = ""] of rows) {
    const name = noun.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
    const declares = new RegExp(`^(?:export )?type ${name}\\b`, "m");
    expect(sources.filter((file) => declares.test(readFileSync(file, "utf8"))).slice(1), noun).toEqual([]);
    expect([place, `app/domain/${place}`].some((path) => existsSync(path) || existsSync(`app/${path}`))).toBe(true);
  }
});

test("a type that other files use has a name of its own", () => {
  const places = new Map<string, string[]>();
  for (const file of sources)
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/^export (?:type|interface|class) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), file]);
  expect(places.size).toBeGreaterThan(300);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
