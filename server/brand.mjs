/**
 * Another courier's name, colours, words, pictures, prices and places: the folder that `BRAND_DIR` names
 * (docs/make-it-yours.md). The build reads it here and checks it; `app/brand.ts` reads what this writes.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { brandFolder, root } from "./fresh.mjs";

const written = path.join(root, "build/brand.json");
const styles = path.join(root, "build/colours.css");
const seeds = path.join(root, "build/seed");
/** They take the place of those in `public/`. */
export const pictures = path.join(root, "build/pictures");

/** Each is drawn in the brand's colours: `tests/social-card.mjs`. */
const PICTURES = [
  ...["icon.svg", "favicon.ico", "apple-touch-icon.png", "icon-192.png", "icon-512.png"],
  "social-card.png",
];
const LOGO = "logo.svg";
/** By their folders, as `db/seed/` has them. */
const TABLES = { prices: ["boxes", "rates", "countries"], places: ["postal_areas", "place-names"] };
const PARTS = ["brand.json", "texts.json", "pictures", ...Object.keys(TABLES)];

/** What the environment may say of a company too. No secret, and nothing of a machine. */
const SETTING = /^(?:COMPANY|CHAT|SOCIAL)_\w+$|^(?:DEPOT_HOURS|MAIL_FROM|SITE_LANGUAGE|SMS_QUIET_HOURS|OFFICE_TAKES)$/;

/** As WCAG 2 has it: text and what it stands on. */
const LEAST_CONTRAST = 4.5;
const ON = {
  ...{ ink: "paper", soft: "paper", bad: "paper", good: "paper", chalk: "board" },
  ...{ "on-sun": "sun", "on-wall": "wall" },
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
    isExemptMicroEnterprise: z.boolean(),
    workingHours: z.strictObject({ from: time, until: time }),
    itemNames: z.strictObject({ publicQuote: nameOf(60), local: nameOf(60), international: nameOf(60) }),
    example: z.strictObject({
      route: z.strictObject({ from: line, fromPostal: postal, to: line, toPostal: postal }),
      from: z.strictObject({ addressLine: line, city: line, postal }),
      to: z.strictObject({ addressLine: line, suburb: line, city: line, postal }),
    }),
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
  for (const made of [seeds, pictures]) {
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { recursive: true });
  }
  writeFileSync(written, "{}");
  const ours = await oursInJavaScript();
  const folder = brandFolder();
  const brand = folder ? read(folder, ours) : ours.thuma;
  if (folder) writeFileSync(written, JSON.stringify(brand, null, 2));
  writeFileSync(styles, coloursInCss(brand));
  if (!folder) return;
  for (const { name, file } of tablesIn(folder)) copyFileSync(file, path.join(seeds, `${name}.csv`));
  const drawings = readFileSync(path.join(root, "public/boxes.svg"), "utf8");
  writeFileSync(path.join(pictures, "boxes.svg"), recoloured(drawings, ours.thuma.colours.light, brand.colours.light));
  for (const name of PICTURES) copyFileSync(path.join(folder, "pictures", name), path.join(pictures, name));
}

/** What of the site's own code the check needs. */
async function oursInJavaScript() {
  const { bundle } = await import("./bundle.mjs");
  const files = ["app/brand", "app/config/environment.server", "app/language/say", "db/csv"];
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
  if (!existsSync(folder)) end([`BRAND_DIR: there is no folder ${folder}`]);
  for (const name of readdirSync(folder)) if (!PARTS.includes(name)) found(name, "", "is none of what a brand has");
  const told = schemaOf(ours.thuma.colours).safeParse(jsonIn(folder, "brand.json", found) ?? {});
  for (const { path: where, message } of told.error?.issues ?? []) found("brand.json", where.join("."), message);
  const colours = told.data?.colours;
  for (const [name, table] of Object.entries(colours ? { light: colours.light, dark: colours.dark } : {})) {
    const all = { ...colours.light, ...table };
    for (const [text, ground] of Object.entries(ON)) {
      const ratio = contrast(all[text], all[ground]);
      if (ratio < LEAST_CONTRAST)
        found(
          "brand.json",
          `colours.${name}`,
          `${text} on ${ground} has a contrast of ${ratio.toFixed(1)}, of at least 4.5`,
        );
    }
  }
  const settings = told.data?.settings ?? {};
  for (const name of Object.keys(settings))
    if (!SETTING.test(name)) found("brand.json", `settings.${name}`, "belongs into the environment (.env)");
  for (const { path: where, message } of ours.EnvironmentSchema.safeParse(settings).error?.issues ?? [])
    found("brand.json", `settings.${where.join(".")}`, message);
  const texts = textsIn(folder, ours, found);
  for (const name of [...PICTURES, LOGO])
    if (!existsSync(path.join(folder, "pictures", name))) found(`pictures/${name}`, "", "is missing");
  const boxes = checkTables(folder, ours, found);
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

function jsonIn(folder, file, found) {
  try {
    return JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  } catch (error) {
    found(file, "", error.code === "ENOENT" ? "is missing" : `is no JSON: ${error.message}`);
  }
}

/** The other words for our sentences. */
function textsIn(folder, { inOneText }, found) {
  if (!existsSync(path.join(folder, "texts.json"))) return {};
  const texts = jsonIn(folder, "texts.json", found) ?? {};
  const known = new Set(sentencesIn(path.join(root, "app"), inOneText));
  const fieldsOf = (text) =>
    [...text.matchAll(/\{(\d+)\}/g)]
      .map(([field]) => field)
      .sort()
      .join(" ");
  for (const [ours, theirs] of Object.entries(texts)) {
    if (!known.has(ours)) found("texts.json", JSON.stringify(ours), "is no sentence of the site");
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
const yesOrNo = /^(?:true|false|yes|no|1|0)$/;
const whole = /^\d{1,9}$/;
const code = /^\d{4}$/;
const CELLS = {
  boxes: {
    ...{ id: /^[a-z0-9-]{1,40}$/, name: /\S/, length_cm: whole, width_cm: whole, height_cm: whole },
    ...{ max_weight_grams: whole, cost_cents: whole, sort_order: whole, active: yesOrNo, picture: /\S/ },
  },
  rates: { kind: /\S/, rate_key: /\S/, valid_from: /^\d{4}-\d\d-\d\d$/ },
  countries: { iso2: /^[A-Z]{2}$/, name: /\S/, numeric_zone: whole, zone_letter: /^[A-Z]$/, served: yesOrNo },
  postal_areas: {
    ...{ from_code: code, to_code: code, town: /\S/, province: /\S/, region: /^[A-Z]+$/, zone: /\S/ },
    served: yesOrNo,
  },
  "place-names": { code, town: /\S/, province: /\S/ },
};
/** What no table may lack: a price needs every rate, and shops' programs rely on the ids of boxes. */
const KEPT = { rates: ({ kind, rate_key }) => `${kind} ${rate_key}`, boxes: ({ id }) => id };

/** Tables have our columns, and rows that the seed can load. Returns the boxes; none if the folder has none of its own. */
function checkTables(folder, { parseCsv }, found) {
  const rowsIn = (file) => parseCsv(readFileSync(file, "utf8"));
  let boxes = [];
  for (const { name, file } of tablesIn(folder)) {
    const shown = path.relative(folder, file);
    const ours = rowsIn(path.join(root, "db/seed", `${name}.csv`));
    let rows;
    try {
      rows = rowsIn(file);
    } catch (error) {
      found(shown, "", error.message);
      continue;
    }
    const columns = Object.keys(ours[0]).join(",");
    if (rows.length === 0 || Object.keys(rows[0]).join(",") !== columns) {
      found(shown, "line 1", `must be ${columns}, with rows below it`);
      continue;
    }
    for (const [index, row] of rows.entries()) {
      for (const [column, shape] of Object.entries(CELLS[name]))
        if (!shape.test(row[column]))
          found(shown, `line ${index + 2}`, `${column} can't be ${JSON.stringify(row[column])}`);
      for (const column of ["zone", "region", "picture"]) {
        const known = new Set(ours.map((each) => each[column]));
        if (column === "picture") known.add("box");
        if (column in row && !known.has(row[column]))
          found(shown, `line ${index + 2}`, `${column} must be one of ${[...known].join(", ")}`);
      }
    }
    if (name === "boxes") boxes = rows;
    if (name === "postal_areas") checkRanges(rows, (line, what) => found(shown, `line ${line}`, what));
    const keyOf = KEPT[name];
    if (!keyOf) continue;
    const [theirs, needed] = [new Set(rows.map(keyOf)), new Set(ours.map(keyOf))];
    for (const each of needed) if (!theirs.has(each)) found(shown, each, "is missing");
    if (name === "rates")
      for (const each of theirs) if (!needed.has(each)) found(shown, each, "is no rate that a price needs");
  }
  return boxes;
}

/** The narrowest range describes a code, so two may not cross. */
function checkRanges(rows, found) {
  const crosses = (one, other) =>
    one.from_code < other.from_code && other.from_code <= one.to_code && one.to_code < other.to_code;
  for (const [index, row] of rows.entries()) {
    if (row.from_code > row.to_code) found(index + 2, "from_code is above to_code");
    const other = rows.find((each) => crosses(each, row));
    if (other) found(index + 2, `crosses ${other.from_code}-${other.to_code}: ranges lie within each other or apart`);
  }
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
  const [, mark] = /^\s*<svg\b[^>]*\bviewBox="0 0 36 36"[^>]*>(.*)<\/svg>\s*$/s.exec(readFileSync(file, "utf8")) ?? [];
  if (mark === undefined) found(`pictures/${LOGO}`, "", 'must be one <svg … viewBox="0 0 36 36">');
  else if (/<(?!\/?(?:path|circle|rect|ellipse|polygon|polyline|line|g)\b)|\bon\w+\s*=|href|url\(|'/i.test(mark))
    found(`pictures/${LOGO}`, "", "may hold shapes only, without links, scripts and '");
  return (mark ?? "").replace(/\s*\n\s*/g, "");
}

/** The colours of a style sheet, and the logo in them, whose lines are the board's chalk. */
function coloursInCss({ colours: { light, dark }, mark }) {
  const table = (colours) => Object.entries(colours).map(([name, value]) => `--${name}: ${value};`);
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 36 36'>${mark}</svg>`
    .replaceAll('"', "'")
    .replaceAll("currentColor", light.chalk)
    .replaceAll("#", "%23");
  return `/* Written by server/brand.mjs from app/brand.ts. */
:root {
  ${[...table(light), `--mark: url("data:image/svg+xml,${drawing}");`].join("\n  ")}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${table(dark).join("\n    ")}
  }
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
