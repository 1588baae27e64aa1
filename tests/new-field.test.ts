import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { type ParcelField, type PartyField, parcelFields, partyFields } from "#app/domain/form/fields";

/**
 * What a new field asks of a developer (decision 30): a row is added to a copy of the table in memory, and the type
 * checker says which other files it asks for.
 */
const table = path.resolve("app/domain/form/fields.ts");
const rules = path.resolve("app/domain/form/parcel.ts");
const settings = ts.getParsedCommandLineOfConfigFile(
  path.resolve("tsconfig.json"),
  { incremental: false, tsBuildInfoFile: undefined },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
);
const product = (settings?.fileNames ?? []).filter((file) => /^(app|db|server)\//.test(path.relative("", file)));

const building = {
  label: "Building",
  nameInMessages: "building",
  rule: "optional line",
  max: 50,
  cookie: [20, 21],
  part: "place",
  labelled: null,
  shown: { slip: true, stop: true, invoice: true, receiver: true, emails: false, book: true, choice: false },
  sentBack: false,
  finds: { office: false, customer: false },
  changedBy: "customer",
  columns: { from: "collect_building", to: "deliver_building", stop: "building" },
  inShop: false,
  example: "Flat 4, Naledi Court",
} satisfies PartyField;

const handling = {
  label: "Handling",
  blank: "",
  cookie: 10,
  onReview: "Handling",
  onSlip: null,
  atStop: true,
  column: "handling",
  example: "This way up",
} satisfies ParcelField;

type Added = { name: string; row: object; before: string };
const ofAddress: Added = { name: "Building", row: building, before: "Suburb" };
const ofParcel: Added = { name: "handling", row: handling, before: "specialInstructions" };

let last: ts.Program | undefined;
const read = new Map<string, ts.SourceFile | undefined>();

/** The program with rows before those of other fields, and the rule of a new field of the parcel. */
function programWith(rows: Added[], rule = ""): ts.Program {
  const texts = new Map([
    [table, rows.reduce((text, { name, row, before }) => put(text, before, name, JSON.stringify(row)), written(table))],
    [rules, put(written(rules), "collectionDay", "handling", rule)],
  ]);
  const host = ts.createCompilerHost(settings?.options ?? {});
  host.getSourceFile = (file, languageVersion) => {
    const changed = texts.get(path.resolve(file));
    if (changed !== undefined) return ts.createSourceFile(file, changed, languageVersion);
    if (!read.has(file)) {
      const words = ts.sys.readFile(file);
      read.set(file, words === undefined ? undefined : ts.createSourceFile(file, words, languageVersion));
    }
    return read.get(file);
  };
  last = ts.createProgram(product, settings?.options ?? {}, host, last);
  return last;
}

const written = (file: string) => readFileSync(file, "utf8");

function put(text: string, before: string, name: string, value: string): string {
  const line = new RegExp(`\n  ${before}: `);
  expect(text).toMatch(line);
  return value ? text.replace(line, `\n  ${name}: ${value},$&`) : text;
}

/** What the type checker says, of one file or of all. */
function said(program: ts.Program, ofFile?: string): { file: string; words: string }[] {
  return program.getSemanticDiagnostics(ofFile ? program.getSourceFile(ofFile) : undefined).map((fault) => ({
    file: path.relative("", fault.file?.fileName ?? ""),
    words: ts.flattenDiagnosticMessageText(fault.messageText, " "),
  }));
}

/** The files of the staff views that show another field of this kind. */
function viewsWith(columns: (string | null)[]): string[] {
  const shown = new RegExp(`\\b(${columns.join("|")})\\b`);
  return readdirSync("db/staff-views")
    .map((file) => `db/staff-views/${file}`)
    .filter((file) => shown.test(written(file)));
}

test("a new address field costs at most 4 files of the product, and one of the parcel 7", () => {
  const faults = said(programWith([ofAddress, ofParcel], 'optionalLine("Handling", 50)'));
  const asked = Object.fromEntries(faults.map(({ file, words }) => [file, words]));
  // Of the address it asks nothing.
  expect(asked).toEqual({
    "app/domain/bookings/booking-on-the-wire.ts": expect.stringContaining("Property 'handling' is missing"),
    "app/domain/prices/parcel-in-words.ts": expect.stringContaining("Property 'handling' is missing"),
  });
  const row = path.relative("", table);
  const control = "app/ui/shipments/parcel-fields.tsx";
  const costs = {
    address: [row, ...viewsWith(Object.values(partyFields.AddressLine.columns))],
    parcel: [
      row,
      path.relative("", rules),
      control,
      ...Object.keys(asked),
      ...viewsWith([parcelFields.parcelDesc.column]),
    ],
  };
  for (const [of, files] of Object.entries(costs)) console.log(`${of}: ${files.length} files: ${files.join(", ")}`);
  expect(costs.address.length).toBeLessThanOrEqual(4);
  expect(costs.parcel.length).toBeLessThanOrEqual(7);
});

test("the type checker asks for the rule of a new field of the parcel", () => {
  const [fault] = said(programWith([ofParcel]), rules);
  expect(fault?.words).toContain("Property 'handling' is missing");
});

/** A row without one of its members, or without a member of one of these. */
function without(row: object): [string, object][] {
  return Object.entries(row).flatMap(([member, value]): [string, object][] => {
    const { [member]: _, ...others } = row as Record<string, unknown>;
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    const parts = isRecord ? without(value) : [];
    return [[member, others], ...parts.map(([part, left]) => [part, { ...row, [member]: left }] as [string, object])];
  });
}

test("the type checker asks for each member of a row", () => {
  const left = [ofAddress, ofParcel].flatMap((added) =>
    without(added.row).map(([member, row]) => ({ member, added: { ...added, row } })),
  );
  const silent = left.filter(
    ({ member, added }) =>
      !said(programWith([added]), table).some(({ words }) => words.includes(`Property '${member}' is missing`)),
  );
  console.log(`${left.length} members were left out, one at a time`);
  expect(left.length).toBeGreaterThan(29);
  expect(silent.map(({ added, member }) => `${added.name}: ${member}`)).toEqual([]);
});
