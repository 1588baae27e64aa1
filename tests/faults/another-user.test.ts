import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openStore } from "#db/store.server";
import { systemRefusal } from "#db/system-refusal";
import { aFolder } from "../support/a-store";
import { boundByModes } from "../support/bound-by-modes";

const NEXT_YEAR = new Date().getFullYear() + 1;
const list = ["staff", "list", "quotes"];
const change = ["staff", "change", "rate", "fuel", "13%", "--from", `${NEXT_YEAR}-08-03`, "--as", "Thandi"];
const start = ["site"];
const snapshot = ["db-snapshot"];
const restore = ["db-restore", "courier.db-copy"];

test.each<[string, string, number, string[][]]>([
  ["a database that may be read alone", "courier.db", 0o444, [start, change]],
  ["a database that may not be read", "courier.db", 0, [start, list, change, snapshot]],
  ["a mark that may not be held", "courier.db-open", 0, [start, list, change, restore]],
  ["a folder that may be read alone", ".", 0o555, [start, list, change, snapshot, restore]],
  ["a folder that may not be entered", ".", 0, [start, list, change, snapshot, restore]],
])("%s is reported in one line, by every program that needs it", async (_, name, mode, programs) => {
  const folder = await aSite();
  chmodSync(path.join(folder, name), mode);
  for (const program of programs) {
    const { status, stderr } = run(program, folder);
    expect(stderr, program.join(" ")).toMatch(/^(?:The database|The data|The folder|DATA_DIR:) [^\n]+\n$/);
    expect(stderr).toContain(folder);
    expect(status).toBe(1);
  }
  chmodSync(folder, 0o777);
});

test.each(["SQLITE_READONLY", "SQLITE_READONLY_DIRECTORY", "SQLITE_CANTOPEN", "EACCES", "EROFS"])(
  "%s is told with what to do, whichever program meets it",
  (code) => {
    const error = Object.assign(new Error("it says no"), { code });
    expect(systemRefusal(error, "/srv/courier.db")).toMatch(
      /^The database \/srv\/courier\.db can't be opened: it says no\. /,
    );
    expect(systemRefusal(error)).toMatch(/^The data can't be opened: it says no\. Only the user that runs the site/);
  },
);

test("an unexpected error is not reported as missing permission", () => {
  expect(systemRefusal(Object.assign(new Error("no such table"), { code: "SQLITE_ERROR" }))).toBeUndefined();
  expect(systemRefusal("EACCES")).toBeUndefined();
});

/** A folder that the site has used, open to everybody. */
async function aSite(): Promise<string> {
  const folder = aFolder();
  await (await openStore(path.join(folder, "courier.db"))).close();
  for (const name of ["session-secret", "courier.db-copy"]) writeFileSync(path.join(folder, name), "secret".repeat(5));
  for (const file of readdirSync(folder)) chmodSync(path.join(folder, file), 0o666);
  chmodSync(folder, 0o777);
  return folder;
}

function run([name = "", ...args]: string[], folder: string) {
  const file = name === "site" ? "build/index.js" : `build/tools/${name}.js`;
  const given = args.map((arg) => (arg === "courier.db-copy" ? path.join(folder, arg) : arg));
  const [program = "", ...rest] = [...boundByModes(), process.execPath, file, ...given];
  return spawnSync(program, rest, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", DATA_DIR: folder },
    encoding: "utf8",
  });
}
