import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "#app/staff/commands/all";
import { groupsFrom, personOf, whyNotAllowed } from "#app/staff/rights.server";
import { LARGEST_FILE, readToEnd, typedFile } from "#app/staff/typed-file.server";
import { aDesk } from "../support/a-desk";
import { aFolder } from "../support/a-store";
import { anOffice } from "../support/an-office";

const groups = groupsFrom(
  [
    "thuma-reader:x:1:rea",
    "thuma-clerk:x:2:clara,both",
    "thuma-cashier:x:3:cash,both",
    "thuma-manager:x:4:mana",
    "sudo:x:5:rea",
  ].join("\n"),
);
if (!groups) throw new Error("no groups");
const OWNER = 4711;
const by = (login: string) => personOf({ SUDO_USER: login }, groups, OWNER);
function known(name: string) {
  const command = commands.find((each) => each.name === name || each.name.startsWith(`${name} `));
  if (!command) throw new Error(`no command ${name}`);
  return command;
}
const may = (login: string, command: string, as?: string) =>
  whyNotAllowed(by(login), known(command), as, groups) === null;

describe("on a machine with the groups", () => {
  test.each([
    ["rea", ["find", "today", "list quotes", "show"], ["mark", "note refund", "forget customer"]],
    ["clara", ["find", "mark", "agree", "cancel booking", "change booking"], ["note payment", "change rate"]],
    ["both", ["note refund", "reconcile", "mark"], ["forget customer", "export customer", "change holiday"]],
    ["mana", ["forget customer", "change rate", "note refund", "find"], []],
    ["nobody", [], ["find", "today"]],
  ])("%s may do %j, and not %j", (login, able, unable) => {
    for (const command of able) expect(may(login, command), command).toBe(true);
    for (const command of unable) expect(may(login, command), command).toBe(false);
  });

  test("a person without the right is told whom to ask", () => {
    expect(whyNotAllowed(by("clara"), known("note refund"), undefined, groups)).toEqual([
      "note refund is for a cashier, and you (clara) are a clerk.",
      "Ask cash or both or mana.",
    ]);
    expect(whyNotAllowed(by("nobody"), known("find"), undefined, groups)?.[0]).toContain(
      "you (nobody) are in none of the groups",
    );
  });

  test("the record has the login: only a manager may use another name", () => {
    expect(may("clara", "mark", "thandi")).toBe(false);
    expect(may("clara", "mark", "clara")).toBe(true);
    expect(may("mana", "mark", "thandi")).toBe(true);
  });

  test("root, and the site's own user, may do everything", () => {
    const uid = process.getuid?.();
    for (const [environment, owner] of [
      [{}, uid],
      [{ SUDO_USER: "" }, uid],
      [{ SUDO_USER: "root" }, OWNER],
      [{ SUDO_USER: "thuma", SUDO_UID: String(OWNER) }, OWNER],
    ] as const)
      for (const told of [groups, "unknown"] as const)
        expect(whyNotAllowed(personOf(environment, told, owner), known("forget customer"), "thandi", told)).toBeNull();
  });

  test("money needs more than a clerk's right, and a person's data and the prices more than a cashier's", () => {
    const needs = (right: string) => commands.filter((each) => each.right === right).map(({ name }) => name);
    for (const { name } of commands) {
      if (/payment|refund|reconcile|invoice/.test(name) && name !== "list refunds")
        expect(needs("cashier"), name).toContain(name);
      if (/^(export|forget|block) customer|^change (?!booking)|driver$|^withdraw/.test(name))
        expect(needs("manager"), name).toContain(name);
    }
  });
});

test("without the groups nothing is restricted", () => {
  expect(groupsFrom("sudo:x:27:thandi\n")).toBeNull();
  const thandi = personOf({ SUDO_USER: "thandi" }, "none", OWNER);
  expect(whyNotAllowed(thandi, known("forget customer"), "zanele", "none")).toBeNull();
});

test("with sudo files have to be piped in: the site's user can read files that the person may not", async () => {
  const office = await anOffice();
  const { desk, leave } = aDesk(office, { isRestricted: true, readInput: () => Buffer.from("piped") });
  writeFileSync(path.join(desk.folder, "secret"), "secret");
  expect(() => typedFile(desk, "secret")).toThrow("Pipe the file in");
  expect(typedFile(desk, "-")).toBe("piped");
  leave();
});

test("input larger than any list is refused before it fills the memory, from a file and from a pipe", async () => {
  const office = await anOffice();
  const { desk, leave } = aDesk(office);
  writeFileSync(path.join(desk.folder, "right.csv"), "a".repeat(LARGEST_FILE));
  expect(typedFile(desk, "right.csv")).toHaveLength(LARGEST_FILE);
  writeFileSync(path.join(desk.folder, "huge.csv"), "a".repeat(LARGEST_FILE + 1));
  expect(() => typedFile(desk, "huge.csv")).toThrow("That is more than 20 MB. Is it the right file?");
  const endless = openSync("/dev/zero", "r");
  expect(() => readToEnd(endless)).toThrow("That is more than 20 MB.");
  closeSync(endless);
  for (const missing of ["none.csv", "."])
    expect(() => typedFile(desk, missing)).toThrow(`There is no file ${missing} here that can be read.`);
  leave();
});

test("a group's login can run only the one program that sudo allows, with its arguments as typed", () => {
  const folder = aFolder();
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(path.join(bin, "sudo"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  writeFileSync(path.join(bin, "id"), "#!/bin/sh\necho thandi thuma-clerk\n", { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env.PATH}`, NODE_ENV: "test" } as const;
  const ran = spawnSync("sh", ["deploy/thuma", "staff", "note", "booking", "call after 5"], { env, encoding: "utf8" });
  expect(ran.stdout.split("\n").filter(Boolean)).toEqual([
    "-u",
    "thuma",
    "/srv/thuma/deploy/thuma-staff",
    "note",
    "booking",
    "call after 5",
  ]);
  const sudoers = readFileSync("deploy/sudoers", "utf8");
  expect(sudoers).toContain("ALL = (thuma) NOPASSWD: /srv/thuma/deploy/thuma-staff\n");
  expect(sudoers).toMatch(/^Defaults!\/srv\/thuma\/deploy\/thuma-staff env_reset, !setenv,.* secure_path="[\w:/]+"$/m);
  const visudo = spawnSync("/usr/sbin/visudo", ["-c", "-f", "deploy/sudoers"], { encoding: "utf8" });
  // A machine may have no sudo.
  if (!visudo.error) expect(visudo).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync("deploy/thuma-staff", "utf8")).toMatch(
    /exec node_modules\/\.bin\/node server\/tool\.mjs staff "\$@"\n$/,
  );
});
