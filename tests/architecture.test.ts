import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** The floors of the domain. A room imports only from itself and from lower floors. */
const floors: Record<string, number> = {
  values: 0,
  ...{ form: 1, limits: 1 },
  ...{ money: 2, post: 2, prices: 2 },
  accounts: 3,
  ...{ office: 4, parcels: 4 },
  ...{ figures: 5, messages: 5 },
  drivers: 6,
  ...{ bookings: 7, people: 7 },
};
/** More files than this in one folder are two. */
const MOST_FILES_IN_A_FOLDER = 42;

type Import = { from: string; to: string; typeOnly: boolean };

/**
 * What each layer may import of our own code; anything else is refused. Type imports are often allowed, because they
 * disappear in the build.
 */
const rules: Record<string, (use: Import) => boolean> = {
  "app/routes": ({ to }) => !isWithin(to, "db", "server"),
  "app/http": ({ to }) => isWithin(to, "app/http", "app/domain", "app/wizards", "db", ...rootFiles),
  "app/staff": ({ to, typeOnly }) =>
    isWithin(to, "app/staff", "app/domain", "app/language", "app/config", "app/brand", "app/contact", "app/paths") ||
    (isWithin(to, "db") && !isWithin(to, "db/schema")) ||
    typeOnly,
  "app/ui": ({ to, typeOnly }) =>
    isWithin(
      to,
      "app/ui",
      "app/language",
      "app/brand",
      "app/contact",
      "app/paths",
      "app/domain/form/fields",
      "app/domain/form/address-lines",
      "app/domain/values/decimal",
    ) ||
    (typeOnly && isWithin(to, "app/domain")),
  "app/domain": ({ from, to }) =>
    isWithin(to, "db", "app/brand", "app/contact", "app/language", "app/paths") ||
    (isWithin(to, "app/domain") && isBelow(from, to)),
  // Scripts for browsers. They only need the worker's types.
  "app/enhance": ({ to, typeOnly }) => isWithin(to, "app/enhance") || (typeOnly && isWithin(to, "app/worker")),
  "app/worker": ({ to }) => isWithin(to, "app/worker", "app/domain/values/escape-html"),
  "app/paths": ({ to }) => isWithin(to, "app/wizards"),
  "app/brand": () => false,
  "app/contact": ({ to }) => isWithin(to, "app/brand"),
  // Sentences: they know how values are written, and nothing of the company's work.
  "app/language": ({ to }) => isWithin(to, "app/language", "app/brand", "app/contact", "app/domain/values"),
  "app/config": ({ to }) =>
    isWithin(
      to,
      "app/config",
      "app/brand",
      "app/contact",
      "app/language",
      "app/domain/values",
      "app/domain/post/quiet-hours",
      "db/dialect",
    ),
  "app/log": () => false,
  "app/release": () => false,
  // HTTP and the process around the app. It gets pages only through Remix, and uses no table directly.
  server: ({ from, to }) =>
    isWithin(to, "server", "app/http", "app/domain", "app/release", ...rootFiles) ||
    (isWithin(to, "db") && !isWithin(to, "db/schema")) ||
    (isWithin(from, "server/tools") && isWithin(to, "app/staff")) ||
    (from === "server/plain-page.ts" && isWithin(to, "app/ui/styles")),
  // The schema reads saved forms through the shipments room, and takes the wizards' names from their addresses; the
  // search index takes the signs that count as one. None of them imports anything from db.
  db: ({ from, to }) =>
    isWithin(to, "db") ||
    (isWithin(from, "db/schema") && isWithin(to, "app/domain/form/saved-form", "app/paths")) ||
    (from === "db/search-index.server.ts" && isWithin(to, "app/domain/values/folded-text")),
};
const forAll = ["app/durations", "app/timers.server"];
const rootFiles = [
  ...["app/services", "app/config", "app/log", "app/signature"],
  ...["app/brand", "app/contact", "app/language", "app/paths"],
];

const sources = ["app", "db", "server"].flatMap((folder) => filesUnder(folder));
const imports = sources.flatMap(importsOf);

describe("imports lead downhill: routes → http → domain → db", () => {
  test.each(Object.entries(rules))("%s uses only what it may", (layer, mayUse) => {
    // Anybody may import durations and timers: they import nothing of ours.
    expect(
      imports
        .filter(({ from, to }) => isOurs(to) && !forAll.includes(to) && isWithin(from, layer))
        .filter((use) => !mayUse(use)),
    ).toEqual([]);
  });

  test("every room of the domain has its floor, and hides no other room", () => {
    expect(readdirSync("app/domain").toSorted()).toEqual(Object.keys(floors).toSorted());
    const files = filesUnder("app/domain", /\.\w+$/);
    const inFolder = (folder: string) => files.filter((file) => path.posix.dirname(file) === folder);
    const folders = [...new Set(files.map((file) => path.posix.dirname(file)))];
    expect(folders.length).toBeGreaterThan(14);
    expect(folders.filter((folder) => inFolder(folder).length > MOST_FILES_IN_A_FOLDER)).toEqual([]);
    expect(files.filter((file) => !/\.tsx?$/.test(file))).toEqual([]);
  });
});

test("no file leads back to itself by its imports, not even by a type", () => {
  const uses = new Map(sources.map((file) => [file.replace(/\.tsx?$/, ""), new Set<string>()]));
  for (const { from, to } of imports) if (uses.has(to)) uses.get(from.replace(/\.tsx?$/, ""))?.add(to);
  const isUsed = (file: string) => [...uses.values()].some((used) => used.has(file));
  // Take away what uses nothing that is left, and what nothing left uses, until only circles remain.
  for (let before = 0; before !== uses.size; ) {
    before = uses.size;
    for (const [file, used] of uses) {
      const isOutside = [...used].every((each) => !uses.has(each)) || !isUsed(file);
      if (isOutside) uses.delete(file);
    }
  }
  expect(sources.length).toBeGreaterThan(500);
  expect([...uses.keys()]).toEqual([]);
});

test("database code is imported only by *.server.ts files and the server's entry, and through #db, so that no browser ever gets it", () => {
  const uses = imports.filter(({ from, to, typeOnly }) => isWithin(from, "app") && isWithin(to, "db") && !typeOnly);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter(({ from }) => !/\.server\.tsx?$/.test(from))).toEqual([]);
  const relative = [...filesUnder("app")].filter((file) => /from "(\.\.\/)+db\//.test(readFileSync(file, "utf8")));
  expect(relative).toEqual([]);
});

test("durations have one place: another DAYS could be seconds", () => {
  const sources = ["app", "db", "server", "tests"].flatMap((folder) => filesUnder(folder));
  const own = sources.filter(
    (file) =>
      !file.includes("node_modules") &&
      /^\s*(?:export )?const (?:(?:SECONDS|MINUTES|HOURS|DAYS|WEEKS)|(?:SECOND|MINUTE|HOUR|DAY|WEEK)_MS) =/m.test(
        readFileSync(file, "utf8"),
      ),
  );
  expect(own).toEqual(["app/durations.ts"]);
});

test("one thing has one place: how a text becomes HTML, and what a wrong call is", () => {
  const places = (what: RegExp) => sources.filter((file) => what.test(readFileSync(file, "utf8")));
  expect(places(/&quot;/)).toEqual(["app/domain/values/escape-html.ts"]);
  expect(places(/class UsageError/)).toEqual(["app/domain/values/usage-error.ts"]);
  const named = sources.map((file) => path.posix.basename(file)).filter((name) => /link/.test(name));
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
});

/** Found by their names: by Remix in its routes, and by drizzle-kit. */
const foundByName = /^app\/(routes\/|root\.|entry\.)|^db\/schema\//;

test("a page and what it calls get the services and the settings with the request: no signature hides what a function reaches", () => {
  const ambient = imports.filter(
    ({ from, to, typeOnly }) => isWithin(from, "app/routes", "app/http") && isWithin(to, "app/services") && !typeOnly,
  );
  expect(ambient).toEqual([]);
  const pages = ["app/routes", "app/http", "app/ui", "app/staff/office"].flatMap((folder) => filesUnder(folder));
  const asking = [...pages, "app/root.tsx", "app/entry.server.tsx", "app/signature.server.ts"];
  expect(asking.filter((file) => /\b(?:services|settings)\(\)/.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("what a file exports is used by another, so that the type checker sees what nobody uses any more", () => {
  const everywhere = ["app", "db", "server", "tests", "bench", "dev"].flatMap((folder) =>
    filesUnder(folder, /\.m?tsx?$|\.m?js$/),
  );
  const users = new Map<string, Set<string>>();
  for (const file of everywhere.filter((each) => !each.includes("node_modules")))
    for (const [word] of readFileSync(file, "utf8").matchAll(/[\w$]+/g))
      users.set(word, (users.get(word) ?? new Set()).add(file));
  const unused = ["app", "db", "server"]
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => !foundByName.test(file))
    .flatMap((file) => {
      const exported = readFileSync(file, "utf8").matchAll(
        /^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm,
      );
      return [...exported]
        .filter(([, name = ""]) => (users.get(name)?.size ?? 0) < 2)
        .map(([, name]) => `${file}: ${name}`);
    });
  expect(unused).toEqual([]);
});

test("no program loads zod's 49 languages: whoever imports its z, a name of the package's own, has them bundled", () => {
  const usesOfZod = sources.filter((file) => /^import .* from "zod";$/m.test(readFileSync(file, "utf8")));
  expect(usesOfZod.length).toBeGreaterThan(0);
  const whole = usesOfZod.filter((file) =>
    /^import \{[^}]*\bz\b[^}]*\} from "zod";$/m.test(readFileSync(file, "utf8")),
  );
  expect(whole).toEqual([]);
});

test("only one file asks other servers by HTTP, so that no answer goes on for ever", () => {
  const asking = ["app", "server"]
    .flatMap((folder) => filesUnder(folder))
    .filter((file) =>
      /^import [^;]*\brequest\b[^;]* from "node:https?"|\bhttps?\.(?:request|get)\(/m.test(readFileSync(file, "utf8")),
    );
  expect(asking).toEqual(["app/domain/values/http-client.server.ts"]);
});

test("what is typed comes in by one door, which knows what is kept as sent", () => {
  const reading = (shape: RegExp) =>
    ["app", "server"]
      .flatMap((folder) => filesUnder(folder))
      .filter((file) => shape.test(readFileSync(file, "utf8")))
      .toSorted();
  expect(reading(/\.formData\(\)/)).toEqual([
    "app/http/forms/typed-form.server.ts",
    // PayFast's own page: its fields are signed.
    "app/routes/payfast.simulator.tsx",
    // On the phone: what the site gets is what was sent.
    ...["app/worker/drive/drive-worker.ts", "app/worker/drive/kept-marks.ts"],
    // What is shown again when it couldn't be saved.
    "server/sent-form.ts",
  ]);
  expect(reading(/\bsearchParams\b(?!\.(?:set|append)\()/)).toEqual([
    "app/http/forms/typed-form.server.ts",
    "app/routes/payfast.simulator.tsx",
    "app/worker/drive/kept-marks.ts",
    "server/known-address.ts",
  ]);
  expect(reading(/\.normalize\(|\\p\{Cf\}|\\u200b/i)).toEqual([
    // Passwords have a rule of their own (NIST SP 800-63B), and four places need letters without their marks.
    ...["app/domain/accounts/common-passwords.server.ts", "app/domain/accounts/password.server.ts"],
    ...["app/domain/post/gsm7.ts", "app/domain/values/folded-text.ts"],
    ...["app/domain/values/printed-text.ts", "app/domain/values/typed-text.ts"],
  ]);
});

/** What is read of a text in one place, how code looks that does it, and where it may: in the room of values, and where said. */
const readInOnePlace: { what: string; shape: RegExp; alsoIn: string[] }[] = [
  {
    what: "a file's bytes",
    shape:
      /\b(?:Text|String)Decoder\b|"utf-?16|"windows-1252"|toString\("(?:ucs2|latin1|binary)"\)|\b(?:file|upload)\.text\(\)/i,
    // Both are UTF-8, or they are refused: JSON, and a form before it is read.
    alsoIn: ["app/http/api/keyed-api.server.ts", "server/body.ts"],
  },
  {
    what: "a body that is no form",
    shape: /\brequest\.(?:text|json|arrayBuffer|blob)\(/,
    // JSON; and PayFast's notices and Shopify's calls, whose bytes are signed.
    alsoIn: [
      ...["app/http/api/api-quote.server.ts", "app/http/api/keyed-api.server.ts", "app/routes/payfast.notify.ts"],
      "app/http/api/shopify-call.server.ts",
    ],
  },
  { what: "a phone", shape: /\blibphonenumber|parsePhoneNumber/, alsoIn: [] },
  {
    what: "a phone's signs",
    shape: /\/[^/\n]*\\d[^\]/\n]*\(\)|\/[^/\n]*0-9\+\(\)/,
    alsoIn: [
      // The rule of its field, what the index of searches has, and phones in what was noted about a parcel.
      ...["app/domain/form/text-rules.ts", "db/search-index.server.ts", "app/staff/office/as-people-say.ts"],
      // A name that would be dialled.
      "app/domain/post/customer-words.ts",
    ],
  },
  {
    what: "hyphens, spaces and signs that nobody sees",
    shape: /\/[^/\n]*\\[pP]\{(?:C[a-z]?|Z[a-z]?|P[dc]|Nd|DI)\}|\/[^/\n]*\\u(?:00a0|00ad|2009|201[0-5]|2212|feff|ff10)/i,
    alsoIn: [
      // A shop's own number, kept as it was sent or refused; what PayFast signs; a reason with signs in it is refused.
      ...["app/domain/bookings/booking-on-the-wire.ts", "app/domain/money/payfast-fields.server.ts"],
      "app/staff/commands/delay.server.ts",
      // Its words stay where they were in the text around a place.
      "app/domain/form/written-place.ts",
      // What goes out, our own sentences, and our own tables of prices.
      ...["app/staff/output.ts", "app/staff/told.server.ts", "app/ui/office/bar-chart.tsx", "db/csv.ts"],
    ],
  },
  {
    what: "a number of ours",
    shape: /\/[^/\n]*TH(?:[\\([]| \?)|\/[^/\n]*\[[QDC]{2,}\]\\d/,
    alsoIn: [
      // Half a number in a list of parcels is refused.
      "app/staff/many.server.ts",
      // As it is printed, and what of our own sentences becomes a link.
      "app/domain/parcels/waybill-number.ts",
      ...["app/staff/told.server.ts", "app/staff/office/as-people-say.ts", "app/staff/office/shown.ts"],
      "app/ui/office/answer-panel.tsx",
    ],
  },
  {
    what: "an amount or a weight",
    shape: /\bparseFloat\(|\/[^/\n]*\b(?:ZAR|rands?)\b|\.replace\(",", "\."\)/,
    alsoIn: [
      // Coordinates; and on the phone, as a hint while somebody types.
      "app/domain/form/written-place.ts",
      ...["app/enhance/box-limit.ts", "app/enhance/edited-errors.ts", "app/enhance/needs-all.ts"],
    ],
  },
  {
    what: "a day",
    shape: /\/[^/\n]*\\d\{4\}\)?(?:-|\[-\/?\]|\\\/)\(?\\d(?:\{1,)?(?:\{2\}|\\d)|\bDate\.parse\(/,
    alsoIn: [
      // Names of our own files, our own sentences, HTTP's dates, and what a phone or another process of ours wrote.
      ...["app/domain/post/old-emails.server.ts", "server/backup/snapshot-folder.ts", "server/backup/ask-replica.ts"],
      ...["app/staff/office/as-people-say.ts", "app/staff/office/shown.ts"],
      "app/domain/post/webhooks/webhook-transport.server.ts",
      // PayFast's own moments, also those to come.
      "app/domain/money/transaction-list.ts",
      ...["app/worker/drive/kept-marks.ts", "app/worker/drive/send-marks.ts"],
    ],
  },
];

test.each(readInOnePlace)("$what: read in one place, so that no door keeps a rule of its own", ({ shape, alsoIn }) => {
  const reading = sources.filter((file) => shape.test(withoutComments(readFileSync(file, "utf8"))));
  const inValues = reading.filter((file) => file.startsWith("app/domain/values/"));
  expect(inValues.length + alsoIn.length).toBeGreaterThan(0);
  expect(reading.filter((file) => !inValues.includes(file)).toSorted()).toEqual(alsoIn.toSorted());
});

const withoutComments = (source: string) => source.replace(/^\s*(?:\/?\*.*|\/\/.*)$/gm, "");

test("only what may come twice is asked again by itself: reading prices, and the simulator's notices; nothing that moves money", () => {
  const repeating = sources.filter((file) => /(?<!function )\brepeatCall(?:<\w+>)?\(/.test(readFileSync(file, "utf8")));
  expect(repeating).toEqual([
    "app/domain/money/simulated-delivery.server.ts",
    "app/domain/prices/contract/http-client.server.ts",
  ]);
});

test("only one file uses a database dialect's column builders", () => {
  const dialects = imports.filter(({ to }) => /^drizzle-orm\/(sqlite|pg|mysql)-core/.test(to));
  expect([...new Set(dialects.map(({ from }) => from))]).toEqual(["db/columns.ts"]);
});

test("every mark on a parcel goes through the code that tells its people", () => {
  const marking = imports.filter(({ to }) => isWithin(to, "app/domain/parcels/mark-parcel"));
  const sources = [...new Set(marking.map(({ from }) => from))];
  const calling = sources.filter((file) => /\b(?:markParcel|undoMark)\(/.test(readFileSync(file, "utf8")));
  expect(calling).toEqual(["app/domain/messages/mark-and-notify.server.ts"]);
});

/**
 * A million parcels at once; and tests of events and waybills themselves, or of what no parcel can have, such as two
 * events of one moment.
 */
const writeHistoriesThemselves = [
  "bench/million-quotes/fill.mjs",
  ...["db/staff-views", "domain/bookings/payments/money-for-staff", "domain/drivers/stop-views"].map(aTest),
  ...["domain/parcels/issue-waybill", "domain/people/personal-tables"].map(aTest),
  // 100,000 parcels.
  aTest("postgres/copy"),
  "tests/support/copied-bookings.ts",
];

test("parcels' histories are told by one builder, in demo/, which uses the site's own verbs", () => {
  const byHand =
    /(?:INSERT INTO|UPDATE) tracking_events\b|into\("tracking_events"|\b(?:insert|update)\(trackingEvents\)|\bissueWaybill\(/;
  const files = ["tests", "bench", "demo"].flatMap((folder) => filesUnder(folder, /\.(?:tsx?|mjs)$/));
  const writing = files.filter((file) => !file.includes("node_modules") && byHand.test(readFileSync(file, "utf8")));
  expect(writing.toSorted()).toEqual(writeHistoriesThemselves);
});

test("customers' sign-in doesn't know the office, and only the office's own room reads its tables", () => {
  const office = ["app/domain/office", "app/http/office", "db/schema/office-people"];
  const ofCustomers = [
    ...["app/domain/accounts", "app/http/sign-in", "app/http/cookies", "app/ui/accounts"],
    ...[
      "app/routes/login/route",
      "app/routes/logout",
      "app/routes/action/route",
      "app/routes/verify",
      "app/routes/account",
    ],
  ];
  const crossing = imports.filter(({ from, to }) => isWithin(from, ...ofCustomers) && isWithin(to, ...office));
  expect(crossing).toEqual([]);
  const reading = imports.filter(({ to }) => isWithin(to, "db/schema/office-people")).map(({ from }) => from);
  expect(reading.length).toBeGreaterThan(3);
  expect(reading.filter((from) => !isWithin(from, "app/domain/office"))).toEqual([]);
});

test("a stored form is changed only as it is read in the same transaction, so no change made meanwhile is lost", () => {
  const found = (pattern: RegExp) =>
    sources.flatMap((file) => [...readFileSync(file, "utf8").matchAll(pattern)].map(([, what]) => `${file}: ${what}`));
  expect(found(/\.update\(quotes\)\s*\.set\([^;]*?\b(formSnapshot)\b[^;]*?\.where/g)).toEqual([]);
  expect(found(/\bset\b[^;"`]*\b(form_snapshot)\s*=/gi)).toEqual([]);
  // What is spread may hold a form: in `saveQuote` a draft's own, which replaces the one before.
  expect(found(/\.update\(quotes\)\s*\.set\([^;]*?\.\.\.(\w+)/g).sort()).toEqual([
    "app/domain/parcels/quotes/change-form.server.ts: changed",
    "app/domain/parcels/quotes/saved-quotes.server.ts: booked",
    "app/domain/parcels/quotes/saved-quotes.server.ts: price",
    "app/domain/parcels/quotes/saved-quotes.server.ts: price",
  ]);
  const changes = found(/\bchangeForm\(\s*tx,[^,]+,\s*(\S+)/g);
  expect(changes.length).toBeGreaterThan(5);
  expect(changes.filter((change) => !/: \((?:saved\)|\{)/.test(change))).toEqual([]);
});

test("a booking's status and a parcel's history each have one writer, so that programs are told of every change", () => {
  const writing = (what: RegExp) => sources.filter((file) => what.test(readFileSync(file, "utf8")));
  // Anything else would have to spread a status into `set`, where only these may spread: see the test before.
  expect(writing(/\.update\(quotes\)\s*\.set\(\{[^;]*?\bstatus\b/)).toEqual([
    "app/domain/parcels/quotes/saved-quotes.server.ts",
  ]);
  expect(writing(/\bUPDATE quotes\b/i)).toEqual([]);
  expect(writing(/\.(?:insert|update|delete)\(trackingEvents\)/)).toEqual([
    "app/domain/parcels/issue-waybill.server.ts",
  ]);
  // Who adds an event tells of it: `issueWaybill`'s is the booking's, and `markParcel` has a test of its own.
  expect(writing(/\baddEvent\(/)).toEqual([
    "app/domain/parcels/issue-waybill.server.ts",
    "app/domain/parcels/mark-parcel.server.ts",
    "app/domain/parcels/parcel-event.server.ts",
  ]);
});

test("a parcel's state can't be stale: who writes what it is worked out from works it out anew, and nobody else stores it", () => {
  const writing = (what: RegExp) => sources.filter((file) => what.test(readFileSync(file, "utf8")));
  const written = writing(
    /\.(?:insert|delete)\((?:trackingEvents|stops|agreedVisits|visits|driverMarks|receiverWishes)\)|\.update\((?:trackingEvents|receiverWishes)\)|\.update\((?:stops|driverMarks|marks)\)\s*\.set\(\{ (?:removedAt|answeredAt|officeMust)|\.update\(waybills\)\s*\.set\(\{ pieces/,
  );
  // How often each calls it.
  expect(
    written.map((file) => [
      file.replace("app/domain/", ""),
      readFileSync(file, "utf8").match(/await restate\(tx,/g)?.length,
    ]),
  ).toEqual([
    ["drivers/mark-at-stop.server.ts", 1],
    ["drivers/stops.server.ts", 2],
    ["drivers/take-back.server.ts", 1],
    ["drivers/take-wish.server.ts", 2],
    ["drivers/wishes.server.ts", 1],
    ["parcels/agreed-visit.server.ts", 2],
    ["parcels/issue-waybill.server.ts", 3],
    ["parcels/open-reports.server.ts", 2],
  ]);
  expect(
    writing(/\.set\([^;]*\b(?:lastEvent|lastEventAt|nextVisit|pieces(?:Collected|Delivered|Returned)|waitsFor)\b/),
  ).toEqual([]);
  expect(writing(/\.set\(columnsOf\(/)).toEqual(["app/domain/parcels/restate.server.ts"]);
});

test("no text becomes a program, a shell's line, markup or SQL; and no certificate goes unread", () => {
  const ways =
    /\beval\(|\beval: true|new Function\(|\bexecSync\(|[^.]\bexec\(|shell: true|dangerouslySetInnerHTML|innerHTML = |document\.write|sql\.raw\(|rejectUnauthorized|NODE_TLS_REJECT/;
  const sources = ["app", "db", "server"].flatMap((folder) => filesUnder(folder, /\.(?:tsx?|mjs)$/));
  const uses = sources.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => ways.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(uses).toEqual([
    // Ours, or shapes that the build has checked (server/brand.mjs).
    expect.stringMatching(/^app\/ui\/shell\/logo\.tsx: .*__html: brand\.mark/),
    // The number comes from SQLite itself, and PRAGMA takes no parameters.
    expect.stringMatching(/^db\/sqlite-store\.server\.ts: .*PRAGMA user_version/),
  ]);
});

/** Domain files that set timers: they wait for a remote service, for the next round, or let others have their turn. */
const mayWait = [
  ...[
    "post/sending",
    "post/smtp",
    "post/emailjs",
    "drivers/applications/delivery-status",
    "people/tidy",
    "people/deleted-accounts",
    "people/customer",
    "people/customer-changes",
    "bookings/slips-of-booking",
  ],
  ...["money/simulated-delivery", "values/http-client"],
  ...[
    "bookings/statements/statement-pdf",
    "parcels/slips-pdf",
    "parcels/quotes/found-quotes",
    "parcels/quotes/owned-quotes",
    "parcels/quotes/quote-groups",
    "bookings/payments/order-to-pay",
  ],
].map((file) => `app/domain/${file}.server.ts`);

describe("the domain gets the time as an argument, so that a test or a simulation can control the clock", () => {
  const timeless = [
    ...filesUnder("app/domain"),
    "app/http/limits/rate-limit.server.ts",
    "app/domain/limits/counted-tries.server.ts",
  ];

  test("no file reads the wall clock", () => {
    expect(timeless.filter((file) => readsClock(readFileSync(file, "utf8")))).toEqual([]);
    const reading = [
      "new Date()",
      "new Date",
      "Date.now()",
      "= Date.now",
      "Date()",
      "performance.now()",
      "process.hrtime()",
    ];
    expect(reading.filter((words) => !readsClock(`const at = ${words};`))).toEqual([]);
    expect(readsClock("const until = new Date(now.getTime() + 1);")).toBe(false);
  });

  test("only files that have to wait set timers", () => {
    const waiting = timeless.filter((file) => /\bset(?:Timeout|Interval|Immediate)\b/.test(readFileSync(file, "utf8")));
    expect(waiting.sort()).toEqual([...mayWait].sort());
  });
});

function readsClock(source: string): boolean {
  return /\bnew Date\b(?!\s*\(\s*[^)\s])|\bDate\.now\b|(?<!new )\bDate\(\)|\bperformance\.now\b|\bhrtime\b/.test(
    source,
  );
}

function isBelow(from: string, to: string): boolean {
  const [lower, upper] = [roomOf(to), roomOf(from)];
  return lower === upper || (floors[lower] ?? Number.NaN) < (floors[upper] ?? Number.NaN);
}

function roomOf(file: string): string {
  return file.split("/")[2] ?? "";
}

function aTest(name: string): string {
  return `tests/${name}.test.ts`;
}

function isWithin(file: string, ...places: string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`) || file.startsWith(`${place}.`));
}

function isOurs(target: string): boolean {
  return isWithin(target, "app", "db", "server");
}

function filesUnder(folder: string, kind = /\.tsx?$/): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => kind.test(file)).map((file) => path.posix.join(folder, file));
}

/** Every import and re-export of a file; our own as paths from the project's folder. */
function importsOf(from: string): Import[] {
  const source = readFileSync(from, "utf8");
  const found = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s)?["']([^"']+)["']|import\(["']([^"']+)["']\)/gm,
  );
  return [...found].map(([clause, typeOnly, name, lazy]) => {
    const target = name ?? lazy ?? "";
    const names = /\{([^}]*)\}/
      .exec(clause)?.[1]
      ?.split(",")
      .filter((each) => each.trim() !== "");
    const onlyTypes =
      names !== undefined && !/import\s+\w/.test(clause) && names.every((each) => each.trim().startsWith("type "));
    const to = target.startsWith("#")
      ? target.slice(1)
      : target.startsWith(".")
        ? path.posix.join(path.dirname(from), target)
        : target;
    return { from, to, typeOnly: typeOnly !== undefined || onlyTypes };
  });
}

test("a page or file of the office is answered by the two functions that ask what it shows", () => {
  // Before anybody is signed in there is nobody to record.
  const doors = ["app/routes/office.sign-in.tsx", "app/routes/office.join/route.tsx"];
  const routes = sources.filter((file) => /^app\/routes\/office\./.test(file) && !doors.includes(file));
  expect(routes.length).toBeGreaterThan(8);
  const others = routes.filter((file) => /\b(?:json|asFile|new Response)\(/.test(readFileSync(file, "utf8")));
  expect(others).toEqual([]);
});
