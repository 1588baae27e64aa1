import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const NPM = "https://registry.npmjs.org/";
const pages = ["docs/security.md", "docs/asvs.md"];

type Locked = { version: string; license?: string; resolved?: string; integrity?: string; inBundle?: boolean };
const lockedIn = (folder: string): [name: string, Locked][] =>
  Object.entries<Locked>(JSON.parse(read(path.join(folder, "package-lock.json"))).packages).filter(([name]) => name);

describe("what we build on", () => {
  const { dependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const ours = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  const row = /^\| `([^`]+)` \| (\d+)\.(\S+) \| (\d{4}-\d\d-\d\d) \| (\S+) \| (\S.*) \|$/gm;
  const rows = [...read("docs/security.md").matchAll(row)].map(([, name = "", major, , , licence]) => ({
    name,
    major,
    licence,
  }));

  test("docs/security.md has a row for each production dependency, in the lock file's major release and licence", () => {
    const locked = new Map(lockedIn("."));
    const expected = ours.map((name) => {
      const { version, license } = locked.get(`node_modules/${name}`) ?? expect.fail(`${name} isn't locked`);
      return { name, major: version.split(".")[0], licence: license };
    });
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(rows.sort(byName)).toEqual(expected.sort(byName));
  });

  test("better-sqlite3 isn't the release that aborts on our Node, which npm may name as its latest", () => {
    const found = [".", "tests", "dev", "bench"]
      .flatMap(lockedIn)
      .filter(([name]) => name.endsWith("node_modules/better-sqlite3"));
    expect(found.length).toBeGreaterThan(0);
    for (const [, { version }] of found) expect(Number(version.split(".")[0])).toBeGreaterThanOrEqual(13);
  });

  /** The registry with which the lock file was made doesn't have these; docs/security.md says so. */
  const withoutHash = ["darwin-arm64", "darwin-x64", "linux-arm64"].map(
    (platform) => `node_modules/@flydotio/litestream-${platform}`,
  );

  // Without `resolved`, npm first reads the list of a package's releases: `npm ci` takes twice as long.
  test.each([".", "tests", "dev", "bench"])("in %s every package is npm's own, by address and hash", (folder) => {
    const packages = lockedIn(folder).filter(([, { inBundle }]) => !inBundle);
    expect(packages.length).toBeGreaterThan(0);
    const isHeld = ({ resolved = "", integrity = "" }: Locked) =>
      resolved.startsWith(NPM) && integrity.startsWith("sha512-");
    expect(packages.filter(([, locked]) => !isHeld(locked)).map(([name]) => name)).toEqual(
      folder === "." ? withoutHash : [],
    );
  });
});

describe("docs/asvs.md", () => {
  const row = /^\| (\d+\.\d+\.\d+) \| ([123]) \| [^|]+ \| (met|in part|not met|n\/a) \| (.*)\|$/gm;
  const rows = [...read("docs/asvs.md").matchAll(row)].map(([, item = "", level, state, proof = ""]) => ({
    item,
    level: Number(level),
    state,
    proof,
  }));

  /**
   * ASVS 5.0.0 has 70 items of level 1 and 183 of level 2, including V10 (5 and 24) and V17 (0 and 7), which have one
   * line each.
   */
  test("has every item of levels 1 and 2 once, and of level 3 only what is met", () => {
    const at = (level: number) => rows.filter((each) => each.level === level);
    expect([at(1).length, at(2).length]).toEqual([70 - 5, 183 - 24 - 7]);
    expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length);
    expect(at(3).filter(({ state }) => state !== "met")).toEqual([]);
  });

  test("every item that is met names the test that would fail", () => {
    const met = rows.filter(({ state }) => state === "met");
    const untested = met.filter(({ proof }) => !/`tests\/[^`]+\.test\.ts`/.test(proof));
    expect(untested.map(({ item }) => item)).toEqual([]);
  });
});

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("names only existing files, and words that are in them", () => {
    const named = [...text.matchAll(/`((?:tests|app|deploy)\/[^`\s]+)`(?: “([^”]+)”)?/g)];
    expect(named.length).toBeGreaterThan(10);
    for (const [, file = "", words] of named) {
      expect([file, existsSync(file)]).toEqual([file, true]);
      if (words) expect(read(file), `${page}: ${file}`).toContain(words);
    }
  });

  test("links lead somewhere", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    expect(links.length).toBeGreaterThan(5);
    for (const [link, file = "", heading] of links) {
      const target = file ? path.join(path.dirname(page), decodeURIComponent(file)) : page;
      expect([link, existsSync(target)]).toEqual([link, true]);
      if (heading) expect(headingsOf(target), link).toContain(heading);
    }
  });
});

/** A page's headings as anchors. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
