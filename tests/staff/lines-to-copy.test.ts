import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { rights, rightsInWords } from "#app/domain/office/people.server";
import { staffLine } from "#app/domain/office/staff-line.server";
import { inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { typed } from "../support/typed";

const site = siteForAllTests();

/** Each would end a word, or begin something, if a shell read it. */
const ODD_NAMES = ["Zola O'Brien", 'Zola "Zee" Nkosi', "$HOME & `date`", "a\\b !x; #", "*.md"];

test("without a name a change is refused with the whole line to copy, which works as typed", async () => {
  for (const [at, name] of ODD_NAMES.entries()) {
    const email = `odd-${at}@office.example`;
    const args = ["add", "person", name, "--email", email, "--right", "clerk"];
    const refused = await staff(site, args, { USER: "" });
    expect([refused.code, refused.out]).toEqual([2, ""]);
    const [why, line = ""] = refused.err.trimEnd().split("\n");
    expect(why).toBe("Give your name, for the record, by STAFF_NAME or --as:");
    expect(line).toContain('STAFF_NAME="Your name" npm run staff -- add person ');
    expect(typed(site, line)).toMatchObject({ code: 0, out: expect.stringContaining("/office/join?code=") });
    expect(inTheFile(site, `SELECT name FROM office_people WHERE email = '${email}'`)).toEqual([{ name }]);
  }
  expect(inTheFile(site, "SELECT DISTINCT who FROM staff_actions")).toEqual([{ who: "Your name" }]);
});

test("a word that holds nothing of a shell's stays as it is, and any other comes back whole", () => {
  const here = { environment: { USER: "zanele" }, dataDir: path.resolve("data") };
  expect(staffLine(["add", "driver", "Sipho Nkosi", "--phone", "0831234567"], here)).toBe(
    'npm run staff -- add driver "Sipho Nkosi" --phone 0831234567',
  );
  const ofAnother = { ...here, environment: { USER: "zanele", BRAND_DIR: "my courier" } };
  expect(staffLine(["show", "today"], ofAnother)).toBe('BRAND_DIR="my courier" npm run staff -- show today');
  const words = [...ODD_NAMES, "", " ", "two\nlines", "é", "a=b", "~", "{a,b}", "R 80,62"];
  const line = staffLine(words, here).replace("npm run staff --", "printf '%s\\0'");
  expect(spawnSync("sh", ["-c", line], { encoding: "utf8" }).stdout.split("\0").slice(0, -1)).toEqual(words);
});

test("where there is no npm, as in a container, the line names the built program", async () => {
  const image = aFolder();
  const copied = [...readFileSync("Containerfile", "utf8").matchAll(/^COPY --from=build \S+ \.\/(\S+)$/gm)];
  for (const [, name = ""] of copied) symlinkSync(path.resolve(name), path.join(image, name));
  const first =
    "node_modules/.bin/node build/tools/staff.js add person Lerato --email lerato@office.example --right reader";
  const [, line = ""] = typed(site, `DATA_DIR=${site.dataDir} ${first}`, image).err.split("\n");
  expect(line).toBe(`DATA_DIR=${site.dataDir} STAFF_NAME="Your name" ${first}`);
  expect(typed(site, line, image)).toMatchObject({ code: 0, err: "" });
});

test("the help of add person says what each of the four rights may do; a missing or wrong one names them", async () => {
  const { out } = await staff(site, ["add", "person", "--help"]);
  expect(out.replace(/\s+/g, " ")).toContain(rightsInWords);
  for (const right of rights) expect(rightsInWords).toContain(`A ${right} `);
  const add = (...right: string[]) => staff(site, ["add", "person", "Zee", "--email", "z@office.example", ...right]);
  for (const wrong of [[], ["--right", "boss"]]) expect((await add(...wrong)).err).toContain(rights.join(", "));
  // The same words as where the groups of a server are explained.
  const page = readFileSync("docs/operations.md", "utf8").replace(/\s+/g, " ");
  for (const line of rightsInWords.split(/(?<=\.) /)) expect(page).toContain(line.replace(/^A |\.$/g, ""));
});
