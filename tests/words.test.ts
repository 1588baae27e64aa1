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
/** Sentences of riddles, for whoever reads them, each with what to write instead (decision 12). Comments may say them. */
const riddles: typeof replaced = [
  [/\b(?:its|their) people(?:'s)?\b/i, "sender and receiver"],
  [/\b(?:no longer holds?|holds? no longer|(?:does|do)n't hold any more|holds again)\b/, "is cancelled, is kept"],
  [/\b[Yy]ou hear (?:again|from us)\b|\b[Tt]hey hear again\b/, "will hear"],
  [/\b(?:is|was|were) so already\b/, "is like that already"],
  [/\b[Nn]obody drives (?:it|to)\b/, "has no driver"],
  [/\b[Ww]hat is paid goes on\b|\bstands already\b/, "goes ahead"],
  [/\bopens? nothing\b/, "no longer works"],
  [/\btakes? (?:the|each other's|.{1,20}'s) place\b/, "replaces"],
  [/\bit is they\b/, "check who is asking"],
  [/\bput (?:\w+ ){0,6}right\b/i, "correct"],
  [/\bsay (?:it|any one|again|its?)\b|\btakes no (?:day|time|words|reason)\b/i, "type, give, choose, leave out"],
  [/\bwhat is the matter\b|\b[Mm]ark it as what\b/, "what is wrong"],
  [/\btakes? no more wishes\b|\bas you wished\b/, "as you asked"],
  [/\b(?:did not|(?:did|does)n't) believe\b|\bnot believed\b/, "set aside, refused"],
  [/\b(?:sms|texts?|message|email) alone\b/i, "only"],
  [/\b(?:a|the|another|new|their) role\b/, "right"],
  [/\bover (?:its|their) times?\b/, "overdue"],
  [
    /\b(?:Is|it is) that not right\b|\b(?:Did|Was) (?:you|it) not (?:you|apply|ask)\b|\b[Dd]on't you have (?:it|them)\b/,
    "is this wrong? if you didn't …",
  ],
  [/\b(?:is|isn’t|isn't|are) told of (?:your|the) parcels?\b/, "we send parcel updates"],
  [/\bholds? for (?:this|these) bookings?\b/, "applies to"],
  [/\bno ?more, also\b|\bis called no more\b|\b(?:marked|moved|sort(?:ed)? \w+) so\b/, "no longer, like that"],
  [/\bone of both\b/, "one of the two"],
  [/\b(?:took|taken) back: /, "cancelled"],
  [/\b[Vv]isits? (?:lies?|lie) there\b/, "visits are planned there"],
  [/\bWhom\?/, "Who?"],
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

test("no sentence for customers or staff is a riddle", () => {
  const lists = readdirSync("db/staff-views").map((file) => `db/staff-views/${file}`);
  const documents = readdirSync("docs")
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`)
    .concat("README.md");
  const programs = ["app/language/english", "app/staff", "app/domain", "app/routes", "app/ui", "app/http"].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter(isRead)
        .map((file) => `${folder}/${file}`),
  );
  const isComment = (file: string, line: string) =>
    !file.endsWith(".sql") && !file.endsWith(".md") && /^\s*(?:\/\/|\/?\*|\{\/\*)|^\s*\S.*\/\*\*? /.test(line);
  const found = [...programs, ...lists, "db/todays-work.ts", ...documents].flatMap((file) =>
    // Sentences run over the ends of lines.
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !isComment(file, line))
      .join(" ")
      .replace(/\s+(?:-- )?/g, " ")
      .split(/(?<=[.:;]) /)
      .flatMap((said) =>
        riddles
          .filter(([wrong]) => wrong.test(said))
          .map(([wrong, right]) => `${file}: ${said.match(wrong)?.[0]} → ${right}: ${said.slice(0, 200)}`),
      ),
  );
  expect(programs.length).toBeGreaterThan(500);
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
