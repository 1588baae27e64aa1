import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { HOURS, MINUTES } from "#app/durations";
import { commands } from "#app/staff/commands/all";
import { addressOf } from "#app/staff/office/office-desk.server";
import { aVerifiedCustomer } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { changedSince, rowsIn } from "../support/every-row";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
let waybillNo: string;
let addresses: string[];
const who: Record<string, Visitor> = {};
beforeAll(async () => {
  const [round] = await aRound(site, ["Sipho Nkosi"], 1);
  if (!round) expect.fail("no round");
  waybillNo = round.stops[0] ?? "";
  const of = (name: string, visitor: Visitor) => {
    // Cookies of other doors are tried at this one, too.
    const all = new Visitor(site.url);
    for (const [cookie, { value }] of visitor.cookies) {
      all.cookies.set(cookie, { value, path: "/" });
      if (!visitor.cookies.has("office")) all.cookies.set("office", { value, path: "/office" });
    }
    who[name] = all;
  };
  of("nobody", new Visitor(site.url));
  of("a customer", await aVerifiedCustomer(site, "customer@example.co.za"));
  of("a driver", await signedInDriver(site, round, new Visitor(site.url)));
  const cut = await anOfficeBrowser(site, "manager");
  const { value = "", path: at = "" } = cut.cookies.get("office") ?? {};
  cut.cookies.set("office", { value: `${value.slice(0, -1)}${value.endsWith("x") ? "y" : "x"}`, path: at });
  of("a forged session", cut);
  addresses = [
    ...["/office", "/office?find=thandi", `/office/${waybillNo}`, "/office/list/bookings", "/office/list/bookings/csv"],
    ...["/office/list/bookings/json", "/office/do", "/office/figures", "/office/figures/weeks"],
    ...["mark", "note-refund", "reconcile", "print", "add-person"].map((name) => `/office/do/${name}`),
  ];
});

const TYPE = { "Content-Type": "application/x-www-form-urlencoded" };
const form = { intent: "do", formKey: "k", checked: "c", checkedAt: new Date().toISOString(), token: "forged" };

function post(
  visitor: Visitor,
  address: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams({ ...form, waybill: waybillNo, mark: "delivered", ...fields }).toString();
  return visitor.send(address, { method: "POST", body, headers: { ...TYPE, ...headers } });
}

/** What a request changes but for who was seen when, and limits. */
async function changedBy(work: () => Promise<void>) {
  const of = { file: path.join(site.dataDir, "courier.db") };
  const before = await rowsIn(of);
  await work();
  const apart = ["office_looks", "rate_limits", "sessions", "outgoing_mails"];
  return changedSince(before, await rowsIn(of)).filter(({ table }) => !apart.includes(table));
}

test("every address of the office is the plain 404 for everybody else, and nothing is changed", async () => {
  // A driver's look is written a second later.
  const looks = "SELECT id FROM staff_actions WHERE action = 'looked at the stop'";
  await expect.poll(() => inTheFile(site, looks).length).toBeGreaterThan(0);
  const others: [who: string, what: string, status: number][] = [];
  const changed = await changedBy(async () => {
    for (const [name, visitor] of Object.entries(who)) {
      const note = (what: string, { status }: Response) => {
        if (status !== 404) others.push([name, what, status]);
      };
      for (const address of addresses) {
        note(address, await visitor.send(address, {}));
        if (!address.startsWith("/office/do/")) continue;
        note(`a form to ${address}`, await post(visitor, address));
        note(`a form to ${address}/file`, await post(visitor, `${address}/file`));
      }
    }
  });
  expect(others).toEqual([]);
  expect(changed).toEqual([]);
});

test("a reader looks and acts on nothing; a session that has ended is led to the sign-in; other sites' forms are refused", async () => {
  const reader = await anOfficeBrowser(site, "reader");
  const manager = await anOfficeBrowser(site, "manager");
  const ended = await anOfficeBrowser(site, "manager");
  const [session] = inTheFile<{ id: string }>(
    site,
    "SELECT id FROM sessions WHERE kind = 'office' ORDER BY created_at DESC LIMIT 1",
  );
  inTheFile(
    site,
    `UPDATE sessions SET expires_at = '${new Date(Date.now() - HOURS).toISOString()}' WHERE id = '${session?.id}'`,
  );
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { "Sec-Fetch-Site": "cross-site" },
    {},
  ];
  const some = ["mark", "note refund", "print", "add person"];
  const acting = commands.filter(({ right }) => right !== "reader");
  const seen: Record<string, Set<number | string | null>> = { reader: new Set(), ended: new Set(), foreign: new Set() };
  const changed = await changedBy(async () => {
    for (const { name } of acting) {
      const address = `/office/do/${addressOf(name)}`;
      seen.reader?.add((await post(reader, address, {}, { Origin: site.url })).status);
      if (!some.includes(name)) continue;
      for (const answer of [await ended.send(address, {}), await post(ended, address, {}, { Origin: site.url })])
        seen.ended?.add(answer.headers.get("Location")?.split("?")[0] ?? answer.status);
      // Of another site, of one that says nothing, and of an older page whose token is another session's.
      for (const headers of foreign) seen.foreign?.add((await post(manager, address, {}, headers)).status);
    }
  });
  expect(changed).toEqual([]);
  expect(seen).toEqual({
    reader: new Set([404]),
    ended: new Set(["/office/sign-in"]),
    foreign: new Set([403]),
  });
});

test("every command of cashiers and managers asks for a code of the last ten minutes before it shows anything", async () => {
  const manager = await anOfficeBrowser(site, "manager");
  const old = new Date(Date.now() - 11 * MINUTES).toISOString();
  inTheFile(site, `UPDATE sessions SET code_at = '${old}' WHERE kind = 'office'`);
  const asked: Record<string, Set<unknown>> = { yes: new Set(), no: new Set() };
  const where = ({ status, headers }: Response) => headers.get("Location")?.split("?")[0] ?? status;
  const changed = await changedBy(async () => {
    for (const { name, right } of commands) {
      const address = `/office/do/${addressOf(name)}`;
      const opened = ["", `?waybill=${waybillNo}`, "?given=yes", "?person=Sipho+Nkosi&given=yes"].map(
        (query) => async () => where(await manager.send(address + query, {})),
      );
      const sent = ["check", "do", "give", "csv"].flatMap((intent) =>
        [address, `${address}/file`].map(
          (to) => async () => where(await post(manager, to, { intent }, { Origin: site.url })),
        ),
      );
      const isAsked = right === "cashier" || right === "manager";
      for (const ask of isAsked ? [...opened, ...sent] : opened.slice(0, 2))
        asked[isAsked ? "yes" : "no"]?.add(await ask());
    }
  });
  expect(changed).toEqual([]);
  expect(asked.yes).toEqual(new Set(["/office/sign-in"]));
  expect(asked.no).not.toContain("/office/sign-in");
});
