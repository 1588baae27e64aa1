import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plainText } from "#app/language/plain-text";
import { type Argument, type Command, valuesIn } from "#app/staff/command";
import { commands } from "#app/staff/commands/all";
import type { Desk } from "#app/staff/desk.server";
import { commandHelp, listForDocument, usageOf } from "#app/staff/help";
import { type Kind, kinds } from "#app/staff/kinds.server";
import { readCall } from "#app/staff/read-call";
import { openStore } from "#db/store.server";
import { viewsOf } from "../support/a-desk";
import { aFolder } from "../support/a-store";
import { storePlace } from "../support/store-place";
import { wordsOf } from "../support/what-commands-take";

/** The command of an example, what it uses, and the values that its own declaration reads in it. */
async function examples() {
  const folder = aFolder();
  writeFileSync(path.join(folder, "parcels.txt"), "TH4821093753\n");
  const file = path.join(folder, "courier.db");
  const store = await openStore(await storePlace(file));
  const site = { appUrl: "https://courier.example", mode: "sandbox" } as const;
  const now = new Date("2026-11-21T10:00:00Z");
  const desk: Desk = {
    store,
    views: viewsOf({ file }),
    site,
    merchantApi: null,
    folder,
    now,
    personName: "Z",
    isDryRun: false,
  };
  const read = commands.flatMap(({ name: of, examples }) =>
    examples.map((example) => {
      const words = wordsOf(example);
      const { command, call } = readCall(words);
      if (!command) throw new Error(`no command: ${example}`);
      const used = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.slice(2));
      return { of, example, command, used, values: valuesIn(command, call, desk) };
    }),
  );
  await store.close();
  return read;
}

const fieldsOf = (command: Command): [string, Argument][] => [
  ...Object.entries(command.arguments),
  ...Object.entries(command.options),
];

test("every argument and option has a kind, a label, and an example", async () => {
  const read = await examples();
  const faults = commands.flatMap((command) =>
    fieldsOf(command).flatMap(([name, argument]) => {
      const kind: Kind<unknown> | undefined = kinds[argument.kind];
      const label = argument.label ?? kind?.label;
      const [ofChoice] = "of" in argument ? argument.of : [];
      const inExamples = read.some((each) => each.command === command && each.values[name] !== undefined);
      const hasExample = argument.example ?? kind?.example ?? ofChoice ?? inExamples;
      return kind && label && plainText(label).trim() && hasExample ? [] : [`${command.name}: ${name}`];
    }),
  );
  expect(commands.flatMap(fieldsOf).length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test("every example is read by its own declaration, and the drawn help shows all that it uses", async () => {
  for (const { of, example, command, used, values } of await examples()) {
    // An example may be of another command: list refunds, before pay refund.
    if (command.name === of) expect(example).toMatch(new RegExp(`^${of}\\b`));
    const help = commandHelp(command);
    expect(help).toContain(`npm run staff -- ${usageOf(command)}\n`);
    for (const option of used) expect(help, example).toMatch(new RegExp(`^ +--${option}( <[^>]+>)? {2,}\\S`, "m"));
    for (const [name, { required = true }] of Object.entries(command.arguments))
      if (required) expect(values[name], `${example}: ${name}`).toBeDefined();
    for (const [name, { required, label }] of Object.entries(command.options)) {
      if (required)
        expect([values[name], help]).toEqual([
          expect.anything(),
          expect.stringMatching(new RegExp(` ${plainText(label ?? "")}(: .+)? \\(required\\)\n`)),
        ]);
      if (required) expect(usageOf(command)).toContain(`--${name} <`);
    }
  }
});

test("docs/staff.md has the list of all commands as it is drawn; STAFF_COMMANDS=write npm test -- tests/staff/arguments.test.ts writes it", () => {
  const page = readFileSync("docs/staff.md", "utf8");
  const [start, end] = ["## Every command", "## Lists for other programs"];
  const [before = "", rest = ""] = page.split(`${start}\n`);
  const after = rest.slice(rest.indexOf(end));
  const drawn = `${before}${start}\n\nIn brackets: the right that it needs. \`--help\` after a command shows its options.\n\n${listForDocument()}\n\n${after}`;
  if (process.env.STAFF_COMMANDS === "write") writeFileSync("docs/staff.md", drawn);
  else expect(page).toBe(drawn);
});

test("an office's own scripts go on working: what each command takes, and whom it lets, is as it was written down", () => {
  const taken = ([name, argument]: [string, Argument]) => {
    const choices = "of" in argument ? `(${argument.of.join("|")})` : "";
    return `${name}:${argument.kind}${choices}${argument.required === undefined ? "" : argument.required ? "!" : "?"}`;
  };
  const lines = commands.map(({ name, right, page, arguments: positional, options }) =>
    [
      `${name} (${[right, typeof page === "string" ? page : page.button].filter(Boolean).join(", ")})`,
      ...Object.entries(positional).map(taken),
      ...Object.entries(options).map((option) => `--${taken(option)}`),
    ].join(" "),
  );
  const written = "tests/staff/what-commands-take.txt";
  if (process.env.STAFF_COMMANDS === "write") writeFileSync(written, `${lines.join("\n")}\n`);
  else expect(lines).toEqual(readFileSync(written, "utf8").trimEnd().split("\n"));
});

test.each([
  ["13/12/2026", undefined, "2026-12-13"],
  ["2026/12/01", undefined, "2026-12-01"],
  ["01/12/2026", undefined, "2026-12-01"],
  ["12/01/2026", undefined, "2026-12-01"],
  ["11/12/2026", undefined, "2026-12-11"],
  ["05/06/2027", undefined, "asked"],
  ["01-Dec-26", undefined, "2026-12-01"],
  ["Tuesday 1 December", undefined, "2026-12-01"],
  ["01/12/2026", true, "2026-01-12"],
  ["12/01/2026", true, "2026-01-12"],
  ["05/06/2026", true, "asked"],
  ["30/10/2026", true, "2026-10-30"],
  ["46357", undefined, "2026-12-01"],
] as const)("the day %s, over: %s, is %s: the only one that a command can be about", (typed, isOver, day) => {
  const desk = { now: new Date("2026-11-21T10:00:00Z") } as Desk;
  const call = { words: [], option: () => typed, has: () => false };
  const options = { day: { kind: "day", label: "the day", ...(isOver && { isOver }) } } as const;
  const read = () => valuesIn({ arguments: {}, options }, call, desk);
  if (day === "asked") expect(read).toThrow(/^"\S+" can be .* or .*\. Write 20\S+ or 20\S+\.$/);
  else expect(read()).toEqual({ day });
});
