import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { inOurName, thuma, withOurNames } from "#app/brand";
import { checkEnvironment } from "#app/config.server";
import { aCopy } from "../support/a-copy";

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
    edit(folder, "texts.json", "Phone {2} or write to {1}", "Phone {2}");
    edit(folder, "texts.json", "Write to {1}. We usually", "Write to {1}. We always");
    edit(folder, "prices/boxes.csv", "flyer-bag,Envelope,30", "envelope,Envelope,wide");
    edit(folder, "prices/rates.csv", /zone,metro.*\n/, "");
    edit(folder, "places/postal_areas.csv", ",metro,", ",moon,");
    edit(folder, "places/postal_areas.csv", "0200,0399,", "0199,0399,");
    edit(folder, "pictures/logo.svg", "<path", '<script>alert("")</script><path');
    rmSync(path.join(folder, "pictures/favicon.ico"));
    writeFileSync(path.join(folder, "boxes.csv"), "");
  });
  expect(faults).toEqual([
    "boxes.csv: is none of what a brand has",
    "brand.json: name may hold letters, digits, spaces and . ( ) ’ -",
    expect.stringMatching(/^brand\.json: city /),
    "brand.json: workingHours.from must be as in 08:00",
    expect.stringMatching(/^brand\.json: .*"town"/),
    expect.stringMatching(/^texts\.json: "Write to \{1\}\. We always.*" is no sentence of the site$/),
    'texts.json: "Questions? {1} or {2}" must keep {1} {2}, each once',
    "pictures/favicon.ico: is missing",
    'prices/boxes.csv: line 2 length_cm can\'t be "wide"',
    "prices/boxes.csv: flyer-bag is missing",
    "prices/rates.csv: zone metro is missing",
    "places/postal_areas.csv: line 2 zone must be one of metro, regional, town, remote",
    "places/postal_areas.csv: line 21 crosses 0001-0199: ranges lie within each other or apart",
    "pictures/logo.svg: may hold shapes only, without links, scripts and '",
  ]);
});

test("text that nobody can read on its colour is a fault, and so is a setting that is wrong or a secret", async () => {
  const faults = await faultsOf((folder) => {
    edit(folder, "brand.json", '"on-sun": "#0f2a1c"', '"on-sun": "#ffffff"');
    edit(folder, "brand.json", '"DEPOT_HOURS"', '"PAYFAST_PASSPHRASE": "secret", "COMPANY_PHONE": "12", "DEPOT_HOURS"');
  });
  expect(faults).toEqual([
    "brand.json: colours.light on-sun on sun has a contrast of 1.8, of at least 4.5",
    "brand.json: colours.dark on-sun on sun has a contrast of 1.8, of at least 4.5",
    "brand.json: settings.PAYFAST_PASSPHRASE belongs into the environment (.env)",
    "brand.json: settings.COMPANY_PHONE must be a phone number, such as 011 555 0123",
  ]);
});

test("a folder that isn't there ends the build, and one that a site wasn't built with ends its start", async () => {
  expect(await faultsOf((folder) => rmSync(folder, { recursive: true }))).toEqual([
    expect.stringMatching(/^BRAND_DIR: there is no folder /),
  ]);
  expect(() => checkEnvironment({ BRAND_DIR: EXAMPLE })).toThrow("BRAND_DIR: this site was built without it");
});

test("what is written in our name stays as it is without a brand", () => {
  for (const written of ["Thuma Couriers", "Thuma’s price", "Thuma_Couriers", "thuma_event THUMA_KEY"])
    expect([inOurName(written), withOurNames(written)]).toEqual([written, written]);
  expect(thuma.folder).toBe(null);
});
