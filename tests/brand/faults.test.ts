import { execFile } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { inOurName, thuma, withOurNames } from "#app/brand";
import { checkEnvironment } from "#app/config.server";
import { aCopy } from "../support/a-copy";

/** `inOurName` and `withOurNames` give other spellings the brand's: of what is in code, and of programs to copy. */
const OURS = new RegExp(
  `\\bThuma\\b|Germiston|Odendaal|${Object.values(thuma.colours.light)
    .filter((colour) => !/^#(?:000|fff)/.test(colour))
    .join("|")}`,
  "g",
);

const EXAMPLE = "examples/another-courier";
let project = "";
beforeAll(() => {
  project = aCopy();
});

/** The lines that the build ends with for the example's folder after a change of it; none if it is sound. */
async function faultsOf(change: (folder: string) => void): Promise<string[]> {
  const folder = mkdtempSync(path.join(project, "brand-"));
  cpSync(EXAMPLE, folder, { recursive: true });
  change(folder);
  const check = "const { writeBrand } = await import('./server/brand.mjs'); await writeBrand();";
  const options = { cwd: project, env: { ...process.env, BRAND_DIR: folder } };
  const ended = promisify(execFile)(process.execPath, ["--input-type=module", "-e", check], options);
  const { stderr = "", code = 0 } = await ended.catch((error) => error);
  expect(code).toBe(stderr === "" ? 0 : 1);
  return stderr.replaceAll(`${folder}/`, "").split("\n").filter(Boolean);
}

const edit = (folder: string, file: string, from: string | RegExp, to: string) => {
  const content = readFileSync(path.join(folder, file), "utf8");
  const edited = content.replace(from, to);
  expect(edited).not.toBe(content);
  writeFileSync(path.join(folder, file), edited);
};

test("the example has no fault", async () => {
  expect(await faultsOf(() => {})).toEqual([]);
});

test("a build ends with every fault of the folder, each in one line with its file and place", async () => {
  const faults = await faultsOf((folder) => {
    edit(folder, "brand.json", '"Another Courier"', `"Another's <Courier>"`);
    edit(folder, "brand.json", '"city": "Durban",\n  "country"', '"town": "Durban",\n  "country"');
    edit(folder, "brand.json", '"07:30"', '"7:30"');
    edit(folder, "brand.json", "false", '"no"');
    edit(folder, "brand.json", '"toPostal": "4066"', '"toPostal": "0700"');
    edit(folder, "texts.json", "Phone {2} or write to {1}", "Phone {2}");
    edit(folder, "texts.json", "Write to {1}. We usually", "Write to {1}. We always");
    edit(folder, "places/postal_areas.csv", ",metro,", ",moon,");
    edit(folder, "places/postal_areas.csv", "0022,0022", "22,22");
    edit(folder, "places/postal_areas.csv", "0200,0399,", "0199,0399,");
    edit(folder, "pictures/logo.svg", "<path", '<script>alert("")</script><path');
    rmSync(path.join(folder, "pictures/favicon.ico"));
    cpSync(path.join(folder, "pictures/icon-512.png"), path.join(folder, "pictures/icon-192.png"));
    writeFileSync(path.join(folder, "pictures/social-card.png"), Buffer.alloc(400_000));
    writeFileSync(path.join(folder, "prices/box.csv"), "");
    writeFileSync(path.join(folder, "pictures/icon.svg"), "");
  });
  expect(faults).toEqual([
    "prices/box.csv: isn't read: docs/make-it-yours.md lists what the folder holds",
    "brand.json: name may hold letters, digits, spaces and . ( ) ’ -",
    "brand.json: city is missing",
    "brand.json: isExemptMicroEnterprise must be true or false",
    "brand.json: workingHours.from must be as in 08:00",
    "brand.json: may not have town: docs/make-it-yours.md lists its members",
    expect.stringMatching(
      /^texts\.json: "Write to \{1\}\. We always.*" is no sentence of the site: server\/sentences\.mjs finds them$/,
    ),
    'texts.json: "Questions? {1} or {2}" must keep {1} {2}, each once',
    "places/postal_areas.csv: line 2 zone must be one of metro, regional, town, remote",
    expect.stringMatching(/^places\/postal_areas\.csv: line 4 from_code must be four digits.*, not "22"$/),
    expect.stringMatching(/^places\/postal_areas\.csv: line 4 to_code must be four digits.*, not "22"$/),
    "places/postal_areas.csv: line 21 crosses 0001-0199: ranges lie within each other or apart",
    "brand.json: example.route.toPostal must be a code that you serve by places/postal_areas.csv, not 0700",
    "pictures/icon.svg: is blank",
    "pictures/favicon.ico: is missing: docs/make-it-yours.md says how it is drawn",
    "pictures/icon-192.png: must be a PNG of 192 × 192 pixels",
    "pictures/social-card.png: has 400 KB: make it smaller, to 300 KB",
    "pictures/social-card.png: must be a PNG of 1200 × 630 pixels",
    "pictures/logo.svg: may hold shapes only, without links, scripts and '",
  ]);
});

test("a price or a box that the office couldn't set either is a fault, and so is one that is missing or there twice", async () => {
  const faults = await faultsOf((folder) => {
    edit(folder, "prices/boxes.csv", "flyer-bag,Envelope,30", "envelope,Envelope,wide");
    edit(folder, "prices/boxes.csv", "22,16,14", "22,16,0");
    edit(folder, "prices/boxes.csv", "stock-3,Small box", "stock-2,");
    edit(folder, "prices/rates.csv", /zone,metro.*\n/, "");
    edit(folder, "prices/rates.csv", "zone,town,2026-01-01,4500", "zone,town,2026-01-01,0");
    edit(folder, "prices/rates.csv", "zone,regional,2026-01-01,5700", "zone,regional,2026-01-01,-57");
    edit(folder, "prices/rates.csv", "pickup,metro,2026-01-01,6700", "pickup,metro,9999-01-01,6700");
    edit(folder, "prices/rates.csv", "vat,vat,2026-01-01,,1500", "vat,vat,2026-01-01,,15000");
    edit(folder, "prices/rates.csv", "fuel,fuel,2026-01-01,,", "fuel,fuel,2026-01-01,5,");
  });
  expect(faults).toEqual([
    'prices/boxes.csv: line 2 length_cm must be a whole number, not "wide"',
    "prices/boxes.csv: line 3 stock-2: A box needs a size in whole centimetres, at most 300 (--size 40x30x20).",
    "prices/boxes.csv: line 4 name may not be blank",
    "prices/boxes.csv: line 4 stock-2 stands in a row above: delete one",
    "prices/boxes.csv: flyer-bag is missing",
    "prices/boxes.csv: stock-3 is missing",
    "prices/rates.csv: line 2 zone town must cost something",
    'prices/rates.csv: line 3 amount_cents must be a whole number, or blank, not "-57"',
    "prices/rates.csv: line 5 pickup metro must be valid from today or earlier",
    "prices/rates.csv: line 64 fuel fuel needs one value: amount_cents, basis_points, or least_days and most_days",
    "prices/rates.csv: line 65 vat vat: That is more than 100 %.",
    "prices/rates.csv: zone metro is missing",
  ]);
});

test("files as spreadsheets and editors save them are read, or told what they should be", async () => {
  const files = ["brand.json", "texts.json", "prices/rates.csv", "places/postal_areas.csv"];
  const marked = await faultsOf((folder) => {
    for (const file of files) edit(folder, file, /^/, "\uFEFF");
    for (const file of files) edit(folder, file, /\n/g, "\r\n");
  });
  expect(marked).toEqual([]);
  const faults = await faultsOf((folder) => {
    edit(folder, "brand.json", '"07:30",', '"07:30"');
    edit(folder, "prices/boxes.csv", /,/g, ";");
    edit(folder, "prices/rates.csv", "zone,metro", "zone,metro,1");
    writeFileSync(path.join(folder, "places/postal_areas.csv"), Buffer.from("town\nGqeberha \xe9\n", "latin1"));
  });
  expect(faults).toEqual([
    'brand.json: line 14 is no JSON: Expected "," in JSON but found "\\"until\\""',
    "prices/boxes.csv: line 1 must have commas between its columns, no ; or tabs",
    'prices/rates.csv: line 2 has 8 fields, not 7: a value with a comma stands in " "',
    "places/postal_areas.csv: must be saved as UTF-8 (in a spreadsheet: CSV UTF-8)",
  ]);
});

test("text that nobody can read on its colour is a fault, and so is a setting that is wrong or a secret", async () => {
  const faults = await faultsOf((folder) => {
    edit(folder, "brand.json", '"on-sun": "#0f2a1c"', '"on-sun": "#ffffff"');
    edit(folder, "brand.json", 'Trebuchet MS\\"', "Trebuchet MS");
    edit(
      folder,
      "brand.json",
      '"DEPOT_HOURS"',
      '"PAYFAST_PASSPHRASE": "secret", "COMPANY_TEL": "1", "COMPANY_PHONE": "12", "DEPOT_HOURS"',
    );
  });
  expect(faults).toEqual([
    'brand.json: letters must be names of fonts with commas, as in "Arial Narrow", sans-serif',
    ...["light on-sun on sun", "light on-sun on beside-sun", "dark on-sun on sun", "dark on-sun on beside-sun"].map(
      (pair, at) =>
        `brand.json: colours.${pair} has a contrast of ${at % 2 === 0 ? "1.8" : "1.4"}: make one darker or lighter, to 4.5`,
    ),
    "brand.json: settings.PAYFAST_PASSPHRASE belongs in the environment (.env)",
    "brand.json: settings.COMPANY_TEL is no setting",
    "brand.json: settings.COMPANY_PHONE must be a phone number, such as 011 555 0123",
  ]);
});

test("a folder that isn't there ends the build, and one that a site wasn't built with ends its start", async () => {
  expect(await faultsOf((folder) => rmSync(folder, { recursive: true }))).toEqual([
    expect.stringMatching(/^BRAND_DIR: there is no folder /),
  ]);
  expect(await faultsOf((folder) => rmSync(path.join(folder, "brand.json")))).toEqual([
    expect.stringMatching(/^BRAND_DIR: there is no brand\.json in /),
  ]);
  expect(() => checkEnvironment({ BRAND_DIR: EXAMPLE })).toThrow("BRAND_DIR: this site was built without it");
});

test("our name, town and colours stand in app/brand.ts alone, so that another courier has none of them", async () => {
  const left = globSync("app/**/*.{ts,tsx,css}").flatMap((file) => {
    const source = readFileSync(file, "utf8");
    // Without comments.
    const loader = path.extname(file).slice(1) as "ts" | "tsx" | "css";
    const { code } = transformSync(source, { loader, jsx: "preserve" });
    return [...code.matchAll(OURS)].map(([found]) => `${file}: ${found}`);
  });
  expect(left.filter((each) => !each.startsWith("app/brand.ts: "))).toEqual([]);
  expect(left.length).toBeGreaterThan(10);
});

test("what is written in our name stays as it is without a brand", () => {
  for (const written of ["Thuma Couriers", "Thuma’s price", "Thuma_Couriers", "thuma_event THUMA_KEY"])
    expect([inOurName(written), withOurNames(written)]).toEqual([written, written]);
  expect(thuma.folder).toBe(null);
});
