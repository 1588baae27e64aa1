/**
 * Another courier's name, colours, words, pictures, prices and places: the folder that `BRAND_DIR` names
 * (docs/make-it-yours.md). The build reads it here and checks it; `app/brand.ts` reads what this writes.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import * as z from "zod";
import { brandFolder, brandIfMissing, root } from "./fresh.mjs";

const written = path.join(root, "build/brand.json");
const styles = path.join(root, "build/colours.css");
const seeds = path.join(root, "build/seed");
/** They take the place of those in `public/`. */
export const pictures = path.join(root, "build/pictures");

/** Each is drawn in the brand's colours (`tests/social-card.mjs`): a PNG with its size in pixels, and the others. */
const SIZES = {
  ...{ "apple-touch-icon.png": [180, 180], "icon-192.png": [192, 192], "icon-512.png": [512, 512] },
  "social-card.png": [1200, 630],
};
const PICTURES = ["icon.svg", "favicon.ico", ...Object.keys(SIZES)];
/** More than this a slow phone waits for, and some sites show no card of it. */
const MOST_KB = 300;
const LOGO = "logo.svg";
/** It is in the style sheet that every page waits for. */
const MOST_OF_LOGO_KB = 4;
/** By their folders, as `db/seed/` has them. */
const TABLES = { prices: ["boxes", "rates", "countries"], places: ["postal_areas", "place-names"] };
const PARTS = ["brand.json", "texts.json", "pictures", ...Object.keys(TABLES)];

/** What the environment may say of a company too. No secret, and nothing of a machine. */
const SETTING = /^(?:COMPANY|CHAT|SOCIAL)_\w+$|^(?:DEPOT_HOURS|MAIL_FROM|SITE_LANGUAGE|SMS_QUIET_HOURS|OFFICE_TAKES)$/;

/** As WCAG 2 has it: text, and all that it stands on. */
const LEAST_CONTRAST = 4.5;
const ON = {
  ...{ ink: ["paper", "card", "wall"], soft: ["paper", "card"], bad: ["paper", "card"], good: ["paper", "card"] },
  ...{ chalk: ["board"], sun: ["board"], "on-sun": ["sun", "beside-sun"], "on-wall": ["wall"] },
};

/** A name stands in plug-ins and in the headers of emails, where other signs would mean something. */
const nameOf = (most) =>
  z
    .string()
    .max(most, `may have at most ${most} characters`)
    .regex(/^[\p{Letter}\p{Number}][\p{Letter}\p{Number} .()’-]*$/u, "may hold letters, digits, spaces and . ( ) ’ -");
const line = z.string().regex(/^[^\r\n<>]{1,200}$/, "must be one line of 1 to 200 characters, without < and >");
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be as in 08:00");
const postal = z.string().regex(/^\d{4}$/, "must be four digits");
const hex = z.string().regex(/^#[0-9a-f]{6}$/, "must be as in #1d1410");

/** Every member is required, so that nothing of ours stays by mistake. */
const schemaOf = ({ light, dark }) => {
  const table = (names) => Object.fromEntries(names.map((name) => [name, hex]));
  return z.strictObject({
    ...{ name: nameOf(40), legalName: nameOf(60), shortName: nameOf(12), tagline: line, city: line, country: line },
    slug: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, "must be 2 to 20 small letters and digits, a letter first"),
    address: line,
    termsVersion: z.string().regex(...aDay),
    isExemptMicroEnterprise: z.boolean(),
    workingHours: z.strictObject({ from: time, until: time }),
    itemNames: z.strictObject({ publicQuote: nameOf(60), local: nameOf(60), international: nameOf(60) }),
    example: z.strictObject({
      route: z.strictObject({ from: line, fromPostal: postal, to: line, toPostal: postal }),
      from: z.strictObject({ addressLine: line, city: line, postal }),
      to: z.strictObject({ addressLine: line, suburb: line, city: line, postal }),
    }),
    letters: z
      .string()
      .regex(
        /^(?=.{1,200}$)(?:"[\w -]+"|[\w-]+)(?:, *(?:"[\w -]+"|[\w-]+))*$/,
        'must be names of fonts with commas, as in "Arial Narrow", sans-serif',
      ),
    settings: z.record(z.string(), z.string()),
    colours: z.strictObject({
      light: z.strictObject(table(Object.keys(light))),
      dark: z.strictObject(table(Object.keys(dark))),
    }),
  });
};

/**
 * Writes what the site is built with: `build/brand.json`, `build/colours.css`, `build/pictures/` and `build/seed/`. Ends
 * the process with every fault of the folder, one a line.
 */
export async function writeBrand() {
  brandIfMissing();
  const ours = await oursInJavaScript();
  const folder = brandFolder();
  // A fault ends the process here, and the build before stays whole: without its tables it would load our prices.
  const brand = folder ? read(folder, ours) : ours.thuma;
  for (const made of [seeds, pictures]) {
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { recursive: true });
  }
  writeFileSync(written, folder ? JSON.stringify(brand, null, 2) : "{}");
  writeFileSync(styles, coloursInCss(brand));
  if (!folder) return;
  for (const { name, file } of tablesIn(folder)) copyFileSync(file, path.join(seeds, `${name}.csv`));
  const drawings = readFileSync(path.join(root, "public/boxes.svg"), "utf8");
  writeFileSync(path.join(pictures, "boxes.svg"), recoloured(drawings, ours.thuma.colours.light, brand.colours.light));
  for (const name of PICTURES) copyFileSync(path.join(folder, "pictures", name), path.join(pictures, name));
}

/** What of the site's own code the check needs. */
export async function oursInJavaScript() {
  const { bundle } = await import("./bundle.mjs");
  const files = [
    ...["app/brand", "app/config/environment.server", "app/language/say", "app/language/plain-text", "db/csv"],
    ...["app/domain/prices/box-changes.server", "app/domain/prices/rate-changes.server"],
  ];
  await bundle(
    files.map((file) => `${file}.ts`),
    "build/brand",
  );
  const modules = files.map((file) => import(pathToFileURL(path.join(root, "build/brand", `${file}.js`)).href));
  return Object.assign({}, ...(await Promise.all(modules)));
}

/** The brand, checked. */
function read(folder, ours) {
  const faults = [];
  const found = (file, where, what) => faults.push(`${path.join(folder, file)}: ${where ? `${where} ` : ""}${what}`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) end([`BRAND_DIR: there is no folder ${folder}`]);
  if (!existsSync(path.join(folder, "brand.json"))) end([`BRAND_DIR: there is no brand.json in ${folder}`]);
  for (const name of strangersIn(folder))
    found(name, "", "isn't read: docs/make-it-yours.md lists what the folder holds");
  const json = jsonIn(folder, "brand.json", found);
  const schema = schemaOf(ours.thuma.colours);
  const told = json === undefined ? {} : schema.safeParse(json, { error: inPlainWords });
  for (const { path: where, message } of told.error?.issues ?? []) found("brand.json", where.join("."), message);
  // Each part by itself, so that a fault of one hides none of another.
  const [colours, settings, example] = ["colours", "settings", "example"].map(
    (part) => schema.shape[part].safeParse(json?.[part]).data,
  );
  if (colours) checkContrast(colours, found);
  for (const name of Object.keys(settings ?? {}))
    if (!ours.settingNames.includes(name)) found("brand.json", `settings.${name}`, "is no setting");
    else if (!SETTING.test(name)) found("brand.json", `settings.${name}`, "belongs in the environment (.env)");
  for (const { path: where, message } of ours.EnvironmentSchema.safeParse(settings ?? {}).error?.issues ?? [])
    found("brand.json", `settings.${where.join(".")}`, message);
  const texts = textsIn(folder, ours, found);
  const boxes = checkTables(folder, ours, example, found);
  for (const name of [...PICTURES, LOGO]) checkPicture(path.join(folder, "pictures", name), name, found);
  const mark = markIn(folder, found);
  if (faults.length > 0) end(faults);
  const offered = ({ id }) => fallbackOf(boxes.find((box) => box.id === id));
  const fallbackBoxes = boxes.length > 0 ? ours.thuma.fallbackBoxes.map(offered) : ours.thuma.fallbackBoxes;
  return { ...told.data, texts, fallbackBoxes, mark, onBakkie: "", folder };
}

function end(faults) {
  console.error(faults.join("\n"));
  process.exit(1);
}

/** Nobody tests a palette at night, or with tired eyes. */
function checkContrast(colours, found) {
  for (const [name, table] of Object.entries({ light: colours.light, dark: { ...colours.light, ...colours.dark } }))
    for (const [text, grounds] of Object.entries(ON))
      for (const ground of grounds) {
        const ratio = contrast(table[text], table[ground]);
        const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
        const what = `${text} on ${ground} has a contrast of ${shown}: make one darker or lighter, to ${LEAST_CONTRAST}`;
        if (ratio < LEAST_CONTRAST) found("brand.json", `colours.${name}`, what);
      }
}

/** Files that nobody reads: a name that is written otherwise would leave ours in its place. */
function strangersIn(folder) {
  const files = [
    ...[...PICTURES, LOGO].map((name) => path.join("pictures", name)),
    ...Object.entries(TABLES).flatMap(([below, names]) => names.map((name) => path.join(below, `${name}.csv`))),
  ];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith(".")))
    .filter((name) => !PARTS.includes(name) && !files.includes(name));
}

function jsonIn(folder, file, found) {
  const text = textIn(path.join(folder, file));
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, what } = firstMistake(text) ?? { line: 1, what: error.message };
    found(file, `line ${line}`, `is no JSON: ${what}`);
  }
}

/** Some editors begin a file with a byte order mark. */
const textIn = (file) => readFileSync(file, "utf8").replace(/^\uFEFF/, "");

/** Node doesn't always say where in a JSON file a mistake is; esbuild does. */
function firstMistake(text) {
  try {
    transformSync(text, { loader: "json", logLevel: "silent" });
  } catch (error) {
    const [{ location, text: what } = {}] = error.errors ?? [];
    return location ? { line: location.line, what } : null;
  }
  return null;
}

/** What the schema has no words for. */
function inPlainWords({ code, input, expected, keys }) {
  if (code === "unrecognized_keys") return `may not have ${keys.join(", ")}: docs/make-it-yours.md lists its members`;
  if (code === "invalid_type" && input === undefined) return "is missing";
  if (code === "invalid_type")
    return `must be ${{ string: 'a text in "', boolean: "true or false" }[expected] ?? "members in { }"}`;
}

/** The other words for our sentences. */
function textsIn(folder, { inOneText }, found) {
  if (!existsSync(path.join(folder, "texts.json"))) return {};
  const texts = jsonIn(folder, "texts.json", found) ?? {};
  if (Array.isArray(texts) || typeof texts !== "object")
    found("texts.json", "", "must be { our sentence: its other words }");
  const known = new Set(sentencesIn(path.join(root, "app"), inOneText));
  const fieldsOf = (text) =>
    [...text.matchAll(/\{(\d+)\}/g)]
      .map(([field]) => field)
      .sort()
      .join(" ");
  for (const [ours, theirs] of Object.entries(texts)) {
    if (!known.has(ours))
      found("texts.json", JSON.stringify(ours), "is no sentence of the site: server/sentences.mjs finds them");
    else if (typeof theirs !== "string" || theirs.trim() === "")
      found("texts.json", JSON.stringify(ours), "needs a text in its place");
    else if (fieldsOf(ours) !== fieldsOf(theirs))
      found("texts.json", JSON.stringify(ours), `must keep ${fieldsOf(ours) || "no field"}, each once`);
  }
  return texts;
}

/** Every template of `say` below a folder, as one text. */
export function sentencesIn(folder, inOneText) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(folder, file), "utf8");
      return [...source.matchAll(/\bsay`/g)].map(({ index }) => inOneText(linesOf(source, index + 4)));
    });
}

/** The words of the template whose text begins at `start`. What is put in may hold templates itself. */
function linesOf(source, start) {
  const lines = [];
  let from = start;
  for (let at = from; ; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "`") return [...lines, unescaped(source.slice(from, at))];
    else if (source[at] === "$" && source[at + 1] === "{") {
      lines.push(unescaped(source.slice(from, at)));
      at = endOfValue(source, at + 2);
      from = at + 1;
    }
  }
}

/** Where the `}` of a value stands. */
function endOfValue(source, start) {
  for (let at = start, depth = 0; ; at += 1) {
    if (source[at] === "`") at = endOfTemplate(source, at + 1);
    else if (source[at] === "{") depth += 1;
    else if (source[at] === "}" && depth-- === 0) return at;
  }
}

function endOfTemplate(source, start) {
  for (let at = start; ; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "`") return at;
    else if (source[at] === "$" && source[at + 1] === "{") at = endOfValue(source, at + 2);
  }
}

const unescaped = (text) =>
  text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code, sign) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : sign === "n" ? "\n" : sign,
  );

function tablesIn(folder) {
  return Object.entries(TABLES)
    .flatMap(([below, names]) => names.map((name) => ({ name, file: path.join(folder, below, `${name}.csv`) })))
    .filter(({ file }) => existsSync(file));
}

/** What each cell of a table must be; other columns are text, and may be blank. */
const someText = [/\S/, "may not be blank"];
const whole = [/^\d{1,9}$/, "must be a whole number"];
const wholeOrBlank = [/^\d{0,9}$/, "must be a whole number, or blank"];
const postalCode = [/^\d{4}$/, "must be four digits, as in 0200: a spreadsheet may have taken a 0 away"];
const yesOrNo = [/^(?:true|false|yes|no|1|0)$/, "must be true or false"];
const degrees = [/^(?:-?\d{1,3}(?:\.\d+)?)?$/, "must be degrees with a point, as in -29.86, or blank"];
const aDay = [/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, "must be a day, as in 2026-12-31"];
const CELLS = {
  boxes: {
    ...{ id: [/^[a-z0-9-]{1,40}$/, "must be small letters, digits and -"], name: someText },
    ...{ length_cm: whole, width_cm: whole, height_cm: whole, max_weight_grams: whole, cost_cents: whole },
    ...{ sort_order: whole, active: yesOrNo, picture: someText },
  },
  rates: {
    ...{ kind: someText, rate_key: someText, valid_from: aDay },
    ...{ amount_cents: wholeOrBlank, basis_points: wholeOrBlank, least_days: wholeOrBlank, most_days: wholeOrBlank },
  },
  countries: {
    ...{ iso2: [/^[A-Z]{2}$/, "must be two capital letters"], name: someText, numeric_zone: whole },
    ...{ zone_letter: [/^[A-Z]$/, "must be a capital letter"], served: yesOrNo },
  },
  postal_areas: {
    ...{
      from_code: postalCode,
      to_code: postalCode,
      town: someText,
      province: someText,
      region: someText,
      zone: someText,
    },
    ...{ served: yesOrNo, latitude: degrees, longitude: degrees },
  },
  "place-names": { code: postalCode, town: someText, province: someText },
};
/** What must be one of the values that ours has, because prices go by it. */
const CHOSEN = ["zone", "region", "numeric_zone"];
/** By what a row is known: no two rows are of one. */
const KEYS = {
  boxes: ["id"],
  rates: ["kind", "rate_key", "valid_from"],
  countries: ["iso2"],
  postal_areas: ["from_code", "to_code"],
  "place-names": ["code", "town"],
};
/** What no table may lack: a price needs every rate, and shops' programs rely on the ids of boxes. */
const KEPT = { rates: ({ kind, rate_key }) => `${kind} ${rate_key}`, boxes: ({ id }) => id };

/** Tables have our columns, and rows that the seed can load. Returns the boxes; none if the folder has none of its own. */
function checkTables(folder, ours, example, found) {
  const rowsIn = (file) => ours.parseCsv(textIn(file));
  let boxes = [];
  let areas = rowsIn(path.join(root, "db/seed/postal_areas.csv"));
  for (const { name, file } of tablesIn(folder)) {
    const shown = path.relative(folder, file);
    const seeded = rowsIn(path.join(root, "db/seed", `${name}.csv`));
    const rows = tableIn(file, Object.keys(seeded[0]), ours, (where, what) => found(shown, where, what));
    if (!rows) continue;
    for (const { row, line, what } of faultsOf(name, rows, seeded, ours))
      found(shown, line ?? `line ${rows.indexOf(row) + 2}`, what);
    if (name === "boxes") boxes = rows;
    if (name === "postal_areas") areas = rows;
  }
  if (example) checkExample(example, areas, found);
  return boxes;
}

/** The rows of a table that can be read; null after a fault. */
function tableIn(file, columns, { parseCsv }, found) {
  const text = textIn(file);
  if (text.includes("\uFFFD")) return void found("", "must be saved as UTF-8 (in a spreadsheet: CSV UTF-8)");
  const [header = ""] = text.split(/\r?\n/, 1);
  if (/[;\t]/.test(header)) return void found("line 1", "must have commas between its columns, no ; or tabs");
  try {
    const rows = parseCsv(text);
    if (rows.length > 0 && Object.keys(rows[0]).join() === columns.join()) return rows;
    found("line 1", `must be ${columns.join()}, with rows below it`);
  } catch (error) {
    found("", `${error.message}: a value with a comma stands in " "`);
  }
}

function* faultsOf(name, rows, seeded, ours) {
  const known = new Set();
  for (const row of rows) {
    const wrong = Object.entries(CELLS[name]).filter(([column, [shape]]) => !shape.test(row[column]));
    for (const [column, [, what]] of wrong) {
      const typed = row[column] === "" ? "" : `, not ${JSON.stringify(row[column])}`;
      yield { row, what: `${column} ${what}${typed}` };
    }
    for (const column of CHOSEN.filter((each) => each in row)) {
      const choices = new Set(seeded.map((each) => each[column]));
      if (!choices.has(row[column])) yield { row, what: `${column} must be one of ${[...choices].join(", ")}` };
    }
    const key = KEYS[name].map((column) => row[column]).join(" ");
    if (known.has(key)) yield { row, what: `${key} stands in a row above: delete one` };
    known.add(key);
    const refusal = wrong.length === 0 && refusalOf(name, row, ours);
    if (refusal) yield { row, what: refusal };
  }
  if (name === "postal_areas") yield* crossings(rows);
  const keyOf = KEPT[name];
  if (!keyOf) return;
  const [theirs, needed] = [new Set(rows.map(keyOf)), new Set(seeded.map(keyOf))];
  for (const each of needed) if (!theirs.has(each)) yield { line: each, what: "is missing" };
  if (name === "rates")
    for (const each of theirs) if (!needed.has(each)) yield { line: each, what: "is no rate that a price needs" };
}

/** What the office isn't allowed to set either, and a delivery that nobody could pay for. */
function refusalOf(name, row, { amountRefusal, factRefusal, plainText }) {
  const number = (column) => (row[column] === "" ? null : Number(row[column]));
  if (name === "boxes") {
    const refused = factRefusal(boxOf(row));
    return refused && `${row.id}: ${plainText(refused)}`;
  }
  if (name !== "rates") return null;
  const { amount_cents, basis_points, least_days, most_days } = row;
  const given = [amount_cents, basis_points, least_days || most_days].filter((value) => value !== "");
  const rate = `${row.kind} ${row.rate_key}`;
  if (given.length !== 1) return `${rate} needs one value: amount_cents, basis_points, or least_days and most_days`;
  if (/^(?:zone|international)$/.test(row.kind) && Number(amount_cents) === 0) return `${rate} must cost something`;
  if (row.valid_from > new Date().toISOString().slice(0, 10)) return `${rate} must be valid from today or earlier`;
  const amounts = { amountCents: number("amount_cents"), basisPoints: number("basis_points") };
  const days = { leastDays: number("least_days"), mostDays: number("most_days") };
  const amount = amount_cents
    ? { amountCents: amounts.amountCents }
    : basis_points
      ? { basisPoints: amounts.basisPoints }
      : days;
  const refused = amountRefusal(row.kind, amount);
  return refused && `${rate}: ${refused}`;
}

const boxOf = (row) => ({
  ...{
    name: row.name,
    lengthCm: Number(row.length_cm),
    widthCm: Number(row.width_cm),
    heightCm: Number(row.height_cm),
  },
  ...{ maxWeightGrams: Number(row.max_weight_grams), costCents: Number(row.cost_cents), picture: row.picture },
  ...{ example: row.example },
});

/** The home page prices the example's route, and programs' examples book it. */
function checkExample({ route, from, to }, areas, found) {
  const codes = {
    "route.fromPostal": route.fromPostal,
    "route.toPostal": route.toPostal,
    "from.postal": from.postal,
    "to.postal": to.postal,
  };
  for (const [where, postal] of Object.entries(codes)) {
    const [area] = areas
      .filter(({ from_code, to_code }) => from_code <= postal && postal <= to_code)
      .toSorted((one, other) => one.to_code - one.from_code - (other.to_code - other.from_code));
    if (!area || /^(?:false|no|0)$/.test(area.served))
      found(
        "brand.json",
        `example.${where}`,
        `must be a code that you serve by places/postal_areas.csv, not ${postal}`,
      );
  }
}

/** The narrowest range describes a code, so two may not cross. */
function* crossings(rows) {
  const crosses = (one, other) =>
    one.from_code < other.from_code && other.from_code <= one.to_code && one.to_code < other.to_code;
  for (const row of rows) {
    if (row.from_code > row.to_code) yield { row, what: "from_code is above to_code" };
    const other = rows.find((each) => crosses(each, row));
    if (other)
      yield { row, what: `crosses ${other.from_code}-${other.to_code}: ranges lie within each other or apart` };
  }
}

/** A picture that browsers and phones can show, in the size that they are told. */
function checkPicture(file, name, found) {
  const wrong = (what) => found(`pictures/${name}`, "", what);
  if (!existsSync(file)) return wrong("is missing: docs/make-it-yours.md says how it is drawn");
  const content = readFileSync(file);
  if (content.length === 0) return wrong("is blank");
  const most = name === LOGO ? MOST_OF_LOGO_KB : MOST_KB;
  if (content.length > most * 1000) wrong(`has ${Math.ceil(content.length / 1000)} KB: make it smaller, to ${most} KB`);
  if (name.endsWith(".ico") && content.toString("hex", 0, 4) !== "00000100") wrong("must be an ICO file");
  const [width, height] = SIZES[name] ?? [];
  const isPng = content.length > 24 && content.toString("latin1", 1, 4) === "PNG";
  if (width && !(isPng && content.readUInt32BE(16) === width && content.readUInt32BE(20) === height))
    wrong(`must be a PNG of ${width} × ${height} pixels`);
}

/** A box as it is offered when no boxes can be loaded. */
const fallbackOf = ({ id, name, ...row }) => ({
  ...{ id, name, maxWeightKg: row.max_weight_grams / 1000, costCents: Number(row.cost_cents) },
  dimensions: { l: Number(row.length_cm), w: Number(row.width_cm), h: Number(row.height_cm) },
});

/** The content of the logo. Nothing in it runs or leads anywhere. */
function markIn(folder, found) {
  const file = path.join(folder, "pictures", LOGO);
  if (!existsSync(file)) return "";
  // Programs that draw begin with a declaration and comments.
  const drawing = textIn(file).replace(/^\s*<\?xml[^>]*\?>|<!--.*?-->/gs, "");
  const [, mark] = /^\s*<svg\b[^>]*\bviewBox="0 0 36 36"[^>]*>(.*)<\/svg>\s*$/s.exec(drawing) ?? [];
  if (mark === undefined) found(`pictures/${LOGO}`, "", 'must be one <svg … viewBox="0 0 36 36">');
  else if (/<(?!\/?(?:path|circle|rect|ellipse|polygon|polyline|line|g)\b)|\bon\w+\s*=|href|url\(|'/i.test(mark))
    found(`pictures/${LOGO}`, "", "may hold shapes only, without links, scripts and '");
  return (mark ?? "").replace(/\s*\n\s*/g, "");
}

/** The colours and letters of a style sheet, and the logo in them, whose lines are the board's chalk. */
function coloursInCss({ colours: { light, dark }, letters, mark }) {
  const table = (colours) => Object.entries(colours).map(([name, value]) => `--${name}: ${value};`);
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 36 36'>${mark}</svg>`
    .replaceAll('"', "'")
    .replaceAll("currentColor", light.chalk)
    .replaceAll("#", "%23");
  return `/* Written by server/brand.mjs from app/brand.ts. */
:root {
  ${[`--sign: ${letters};`, ...table(light), `--mark: url("data:image/svg+xml,${drawing}");`].join("\n  ")}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${table(dark).join("\n    ")}
  }
}
/* For browsers without custom properties. */
.button {
  background: ${light.sun};
}
`;
}

/** A drawing of ours in other colours. */
function recoloured(drawing, ours, theirs) {
  const byHex = new Map(
    Object.keys(ours)
      .toReversed()
      .map((name) => [ours[name], theirs[name]]),
  );
  return drawing.replace(/#[0-9a-f]{6}\b/g, (colour) => byHex.get(colour) ?? colour);
}

/** How much two colours differ in brightness, 1 to 21, by WCAG 2. */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
