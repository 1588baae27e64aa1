import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { aVerifiedCustomer } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { aLine, aList } from "../support/a-list";
import { aRound, signedInDriver } from "../support/a-round";
import { placeDatabase } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { cuttingProxy } from "../support/cutting-proxy";
import { everyForm, type SeenForm } from "../support/every-form.mjs";
import { formOn, holds, isBookedMeanwhile, missing } from "../support/kept-fields";
import { startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";
import { holdWriteLock } from "../support/write-lock";

/** What people type, and what would be markup if the page didn't escape it. */
const WORDS = `It's "wet" <b>& late</b>`;
const freeText = /^(?:words|reason|parcelDesc|specialInstructions|fromLandmark|toLandmark|landmark|neighbour)$/;
const ofSeveralLines = /^(?:words|specialInstructions)$/;

/** Answered at once while PostgreSQL is away: nothing is looked up, or what is missing is said first. */
const needsNoDatabase = [
  ...[
    "/drive",
    "/drive/sign-out",
    "/drive/stop/TH4821093753/delivery",
    "/drive/take-back",
    "/forget-me",
    "/lite",
    "/lost",
  ],
  ...["/payfast/simulator", "/ship/addresses", "/ship/continue", "/ship/remembered", "/ship/start-again", "/track"],
];

type Sent = { address: string; cookie: string; fields: [string, string][]; file?: { name: string; content: string } };

let site: Awaited<ReturnType<typeof aSiteWhoseDatabaseGoesAway>>;
let sent: Sent[];
beforeAll(async () => {
  site = await aSiteWhoseDatabaseGoesAway();
  const forms = (await everyForm(site.url, site.dataDir)).filter(
    ({ method, path }) => method === "POST" && path !== "/payfast/notify",
  );
  sent = [...forms.map(filledIn), await aDriversForm(), await aClerksForm(), await aShopsList()];
});
afterAll(() => site.stop());

describe("the page with the button “Send it again”", () => {
  const typed: [string, string][] = [
    ["kind", "damaged"],
    ["kind", "wrong_place"],
    ["words", `${WORDS}\r\nsince Monday`],
    ["intent", "yes"],
  ];
  /** Sent to an address that has no words of its own for a database that is away. */
  const aForm = (cookie = "", more: [string, string][] = []): Sent => ({
    address: sent.find(({ address }) => address.startsWith("/stop-messages/"))?.address ?? "",
    cookie,
    fields: [...typed, ...more],
  });

  test("has the fields in their order, those of one name too, and the button that was pressed", async () => {
    const answer = await whileAway(() => post(aForm("", [["confirmPassword", "a secret of mine"]])).then(read));
    expect(answer.status).toBe(503);
    const page = parse(answer.html);
    expect(page.querySelector("form")?.getAttribute("action")).toBe(aForm().address);
    expect(page.querySelector("form button")?.text).toBe("Send it again");
    expect(formOn(answer.html, aForm().address, typed)).toMatchObject({
      fields: typed,
      passwords: ["confirmPassword"],
    });
    expect(answer.html).not.toMatch(/a secret of mine|<b>/);
  });

  test.each([
    ["another site", { Origin: "https://evil.example" }, 403],
    ["a page without an origin", { Origin: "null" }, 403],
    ["another site, in a browser that only says the page", { Referer: "https://evil.example/" }, 503],
    ["another site, says the browser", { "Sec-Fetch-Site": "cross-site" }, 403],
  ])("never has the fields of a form from %s", async (_, headers, status) => {
    const answer = await whileAway(() => post(aForm(), headers).then(read));
    expect([answer.status, answer.html.includes("since Monday")]).toEqual([status, false]);
  });

  test("of a browser that doesn't say where a form comes from it has a customer's only with its token", async () => {
    const customer = await aVerifiedCustomer(site, "old-browser@example.co.za");
    await customer.open("/account");
    const token = customer.filledIn("Save").body.get("token") ?? "";
    const kept = async (form: Sent, headers = {}) =>
      (await read(await post(form, headers))).html.includes("since Monday");
    const cookie = cookiesOf(customer);
    const seen = await whileAway(() =>
      Promise.all([
        kept(aForm(cookie, [["token", token]])),
        kept(aForm(cookie), { Referer: `${site.url}/account` }),
        kept(aForm()),
        kept(aForm(cookie)),
        kept(aForm(cookie, [["token", `${token}x`]])),
      ]),
    );
    expect(seen).toEqual([true, true, true, false, false]);
  });
});

test("while the database is away every form keeps what was typed, and counts when it is sent again", async () => {
  const answers = await whileAway(() =>
    Promise.all(sent.map(async (form) => ({ form, answer: await read(await post(form)) }))),
  );
  const refused = answers.filter(
    ({ form, answer }) => answer.status >= 500 && !isBookedMeanwhile(form.address, answer.html),
  );
  const lost = refused.map(({ form, answer }) => ({
    form: form.address,
    lost: missing(form.fields, formOn(answer.html, form.address, form.fields)),
  }));
  expect(lost.filter(({ lost }) => lost.length > 0)).toEqual([]);
  for (const { form, answer } of refused) {
    expect([form.address, answer.status]).toEqual([form.address, 503]);
    expect(answer.headers.get("Cache-Control"), form.address).toContain("no-store");
    expect(Number(answer.headers.get("Retry-After")), form.address).toBeGreaterThan(0);
    expect(answer.html, form.address).not.toContain("<b>& late");
    const kept = formOn(answer.html, form.address, form.fields);
    for (const [name, value] of form.fields) {
      if (!/password|secret/i.test(name)) continue;
      expect(kept.passwords, form.address).toContain(name);
      if (value) expect(answer.html, `${form.address}: a password`).not.toContain(value);
    }
    if (form.file) expect([form.address, kept.files]).toEqual([form.address, [form.file.name]]);
  }
  const others = new Set(answers.filter(({ answer }) => answer.status < 500).map(({ form }) => pathOf(form)));
  if (isPostgres) expect([...others].sort()).toEqual(needsNoDatabase);
  else expect(new Set(refused.map(({ form }) => pathOf(form))).size).toBeGreaterThanOrEqual(15);

  for (const { form, answer } of refused) {
    const again = formOn(answer.html, form.address, form.fields);
    const sentAgain = form.fields.filter(
      ([name, value]) => again.passwords.includes(name) || holds(again, name, value),
    );
    const { status } = await post({ ...form, fields: sentAgain });
    expect([form.address, status < 500]).toEqual([form.address, true]);
  }
});

const pathOf = ({ address }: Sent) => address.split("?")[0];

function filledIn({ path, query, cookie, fields, buttons }: SeenForm): Sent {
  const typed = fields.map(([name, value]): [string, string] => [
    name,
    freeText.test(name) ? (ofSeveralLines.test(name) ? `${WORDS}\r\nsince Monday` : WORDS) : value,
  ]);
  return { address: path + query, cookie, fields: [...typed, ...buttons.slice(0, 1)] };
}

async function aDriversForm(): Promise<Sent> {
  const [round] = await aRound(site, ["Sipho Nkosi"], 1);
  if (!round) throw new Error("no round");
  const phone = await signedInDriver(site, round, new Visitor(site.url));
  await phone.open(`/drive/stop/${round.stops[0]}`);
  const { action, body } = phone.filledIn("Delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
  const fields = [...body].filter(([name]) => name !== "photo");
  return {
    address: new URL(action, site.url).pathname,
    cookie: cookiesOf(phone),
    fields,
    file: { name: "photo", content: "not a picture" },
  };
}

async function aClerksForm(): Promise<Sent> {
  const clerk = await anOfficeBrowser(site, "clerk");
  const [parcel] = inTheFile<{ no: string }>(site, "SELECT waybill_no AS no FROM waybills");
  await clerk.open(`/office/do/note-booking?number=${parcel?.no}`);
  await clerk.press("Check", { words: WORDS });
  const { action, body } = clerk.filledIn("Do it");
  return { address: action, cookie: cookiesOf(clerk), fields: [...body] };
}

async function aShopsList(): Promise<Sent> {
  const shop = await aVerifiedCustomer(site, "shop@example.co.za");
  await shop.open("/dashboard/import");
  const { action, body } = shop.filledIn("Check the list");
  const fields = [...body].filter(([name]) => name !== "file");
  return { address: action, cookie: cookiesOf(shop), fields, file: { name: "file", content: aList(aLine("Zodwa")) } };
}

function cookiesOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
}

/** As a browser does: with where it comes from. */
function post({ address, cookie, fields, file }: Sent, headers: Record<string, string> = { Origin: site.url }) {
  const init = { method: "POST", redirect: "manual" } as const;
  const sentBy = { ...headers, Cookie: cookie };
  if (!file) return fetch(new URL(address, site.url), { ...init, body: new URLSearchParams(fields), headers: sentBy });
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.append(file.name, new File([file.content], "from-my-phone.jpg", { type: "image/jpeg" }));
  return fetch(new URL(address, site.url), { ...init, body, headers: sentBy });
}

async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
  const comeBack = await site.goAway();
  return work().finally(comeBack);
}

async function read(answer: Response) {
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

/** A site whose database can't be written, or with PostgreSQL not even be reached, until the returned function is called. */
async function aSiteWhoseDatabaseGoesAway() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-forms-"));
  const file = path.join(dataDir, "courier.db");
  const limits = { QUOTES_PER_HOUR: "1000", BOOKINGS_PER_HOUR: "1000" };
  const leave = (stopped: Promise<unknown>) => stopped.then(() => rmSync(dataDir, { recursive: true, force: true }));
  if (!isPostgres) {
    placeDatabase(file);
    const running = await startSite({ DATA_DIR: dataDir, SESSION_SECRET, ...limits });
    return { ...running, goAway: () => holdWriteLock(file), stop: () => leave(running.stop()) };
  }
  const place = new URL(await storePlace(file));
  const proxy = await cuttingProxy(Number(place.port));
  place.port = String(proxy.port);
  const running = await startSite({ DATA_DIR: dataDir, DATABASE_URL: place.href, SESSION_SECRET, ...limits });
  return {
    ...running,
    async goAway() {
      proxy.nextCut = () => ({ in: "request", after: 0 });
      proxy.hangUp();
      return async () => {
        proxy.nextCut = () => null;
      };
    },
    stop: () => leave(running.stop().then(() => proxy.close())),
  };
}
