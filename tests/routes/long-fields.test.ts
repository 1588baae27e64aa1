import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { invited, OFFICE_PASSWORD } from "../support/an-office-person";
import { everyForm, type SeenForm } from "../support/every-form.mjs";
import { routeFiles, routeNames } from "../support/route-files.mjs";
import { runningSiteForAllTests } from "../support/running-site";
import { Visitor } from "../support/visitor";

const root = fileURLToPath(new URL("../..", import.meta.url));
const watcher = `--import=${pathToFileURL(path.join(root, "tests/support/note-long-texts.mjs"))}`;

/** In descending combining class, so that NFC moves each before the others: 64 KB of them took 0.9 s. */
const marks = `a${"\u0315\u0300\u05AE\u0327".repeat(2_500)}`;
/** As many as fit into an address. */
const marksInAnAddress = marks.slice(0, 1_300);

const site = runningSiteForAllTests({ NODE_OPTIONS: watcher, API_REQUESTS_PER_MINUTE: "100000", SESSION_SECRET });
let forms: SeenForm[];
beforeAll(async () => {
  forms = [...(await everyForm(site.url, site.dataDir)), ...(await officeForms())];
});

/** Too long texts that the site normalised or searched. */
const noted = () => site.logs().match(/^LONG .*$/gm) ?? [];

test("the watcher sees code that normalises or searches a long text", () => {
  const script =
    'const a = "\\u05AE".repeat(6000); a.normalize("NFC"); a.replace(/b/g, ""); /c/.test(a); "d".normalize()';
  const { stderr } = spawnSync(process.execPath, [watcher, "-e", script], { encoding: "utf8" });
  expect(stderr.match(/^LONG (?:normalize|test|Symbol\(Symbol.replace\))/gm)).toEqual([
    "LONG normalize",
    "LONG Symbol(Symbol.replace)",
    "LONG test",
  ]);
});

test("every route that takes a form is tried", () => {
  const takesForms = routeNames.filter((name) =>
    /^export (?:async function|const) action\b/m.test(
      readFileSync(path.join(root, routeFiles.get(name) ?? ""), "utf8"),
    ),
  );
  // The keys' former address passes forms on unread (307).
  const others = ["health.ts", "account.api-keys.ts"];
  const patterns = takesForms.filter((file) => !file.startsWith("v1.") && !others.includes(file)).map(patternOf);
  const untried = patterns.filter(
    (pattern) => !forms.some((form) => form.method === "POST" && pattern.test(form.path)),
  );
  expect(untried).toEqual([]);
  expect(patterns.length).toBeGreaterThan(25);
});

test("text browsers can post every form", () => {
  const posted = forms.filter(({ method }) => method === "POST");
  // Lynx sends a form without fields as a GET; w3m drops the query if there is no `action`.
  const blank = posted.filter(({ fields, buttons }) => fields.length + buttons.length === 0);
  const shortened = posted.filter(({ losesQuery }) => losesQuery);
  expect([...blank, ...shortened].map(({ path, query }) => path + query)).toEqual([]);
});

test("no field of any form is normalised, or searched by a pattern, before its length is checked", async () => {
  for (const form of forms) {
    for (const [name] of [...form.fields, ...form.buttons]) {
      const status = await sentWith(form, name, form.method === "GET" ? marksInAnAddress : marks);
      expect(status, `${form.method} ${form.path} ${name}`).toBeLessThan(500);
    }
  }
  expect(noted()).toEqual([]);
});

test.each([
  ["/v1/quote/local", ["fromPostal", "toPostal", "quantity", "selectedBoxId"]],
  ["/v1/quote/international", ["fromPostal", "toCountry", "quantity", "selectedBoxId"]],
])("every text of %s has a limit", async (address, names) => {
  const good = { fromPostal: "1431", toPostal: "1804", toCountry: "Brazil", quantity: "1", selectedBoxId: "flyer-bag" };
  const ask = async (changes: Record<string, string>) => {
    const body = JSON.stringify({ ...good, ...changes });
    const answer = await fetch(site.url + address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return { status: answer.status, field: (await answer.json()).field };
  };
  expect((await ask({})).status).toBe(200);
  for (const name of names) {
    expect(await ask({ [name]: marks })).toEqual({ status: 400, field: name });
    // Valid apart from its length.
    const padded = `${Reflect.get(good, name)}${" ".repeat(200)}`;
    expect(await ask({ [name]: padded })).toEqual({ status: 400, field: name });
  }
  expect(noted()).toEqual([]);
});

test.each([
  ["/v1/coverage", "pcode", "1431"],
  ["/v1/countries", "q", "bra"],
  ["/v1/countries", "limit", "15"],
])("%s has a limit for %s", async (address, name, good) => {
  const ask = async (value: string) =>
    (await fetch(`${site.url}${address}?${new URLSearchParams([[name, value]])}`)).status;
  expect(await ask(good)).toBe(200);
  expect(await ask(good + " ".repeat(200))).toBe(400);
  expect(await ask(marksInAnAddress)).toBe(400);
});

test("the redirect to the login and back is short, however long the address was", async () => {
  const asked = `/dashboard?q=${"%F0%9F%9A%9A".repeat(650)}`;
  const answer = await fetch(site.url + asked, { redirect: "manual" });
  expect(answer.headers.get("Location")).toBe("/login?next=%2Fdashboard");
});

/** A form of each kind of the office's pages. */
async function officeForms(): Promise<SeenForm[]> {
  const clerk = await anOfficeBrowser(site, "clerk");
  const forms: SeenForm[] = [];
  for (const [address, button] of Object.entries({ mark: "Check", agree: "Check", print: "Open the slips" })) {
    await clerk.open(`/office/do/${address}`);
    forms.push(formOf(clerk, button));
  }
  await clerk.open("/office/sign-in?to=%2Foffice%2Fdo%2Fpay-refund");
  forms.push(formOf(clerk, "Sign in"));
  await clerk.open("/office/sign-in");
  forms.push(formOf(clerk, "Sign out"));
  const newcomer = new Visitor(site.url);
  await newcomer.open("/office/sign-in");
  forms.push(formOf(newcomer, "Sign in"));
  await newcomer.open(await invited(site, "thandi@office.example"));
  forms.push(formOf(newcomer, "Continue"));
  await newcomer.press("Continue", { password: OFFICE_PASSWORD, confirmPassword: OFFICE_PASSWORD });
  forms.push(formOf(newcomer, "Continue"));
  return forms;
}

/** The form with this button, as the browser would send it. */
function formOf(browser: Visitor, button: string): SeenForm {
  const { action, body } = browser.filledIn(button);
  const { pathname, search } = new URL(action, browser.page?.url);
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  const fields = [...body].filter(([name]) => name !== "intent");
  const buttons: [string, string][] = body.has("intent") ? [["intent", "check"]] : [];
  return { method: "POST", path: pathname, query: search, cookie, fields, buttons, losesQuery: false };
}

/** `payfast.start.$quoteId.tsx` as a pattern for the paths that it answers. */
function patternOf(file: string): RegExp {
  const address = file
    .replace(/\.tsx?$/, "")
    .replace(/^_site\.|\._index$/g, "")
    .replaceAll(".", "/");
  return new RegExp(`^/${address.replace(/\/\(\$\w+\)/g, "(?:/[^/]+)?").replace(/\$\w+/g, "[^/]+")}$`);
}

async function sentWith({ method, path: address, query, cookie, fields }: SeenForm, name: string, value: string) {
  const sent = new URLSearchParams(fields);
  sent.set(name, value);
  const headers = { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const asked = method === "GET" ? `${address}?${sent}` : address + query;
  const body = method === "GET" ? undefined : sent.toString();
  const answer = await fetch(site.url + asked, { method, headers, body, redirect: "manual" });
  await answer.text();
  return answer.status;
}
