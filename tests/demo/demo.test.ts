import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { accounts, drivers, PASSWORD } from "../../demo/people";
import { addresses, parcel } from "../../demo/typed-answers";
import { aFolder } from "../support/a-store";
import { asStaff } from "../support/an-office";
import { forAllTests } from "../support/for-tests";
import { linkedPages } from "../support/linked-pages";
import { siteForAllTests } from "../support/open-site";
import { otherSpellings } from "../support/other-spellings";
import { freePort, startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";

const COMMAND = ["demo/run.mjs"];

/** Settings that a demo doesn't read. */
const ofAnotherSite = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere",
  LITESTREAM_REPLICA_URL: "file:///nowhere",
  SMTP_URL: "smtp://127.0.0.1:1",
  PAYFAST_MODE: "sandbox",
  SESSION_SECRET: "another site's secret",
  TRUST_PROXY: "1",
};

/** A demo that all tests of the file share, and what it printed. */
const demo = forAllTests(
  async () => {
    const dataDir = path.join(mkdtempSync(path.join(tmpdir(), "thuma-demo-")), "data-demo");
    return startSite({ ...ofAnotherSite, DATA_DIR: dataDir }, COMMAND);
  },
  async (site) => {
    await site.stop();
    rmSync(path.dirname(site.dataDir), { recursive: true, force: true });
  },
);
const made = () => JSON.parse(readFileSync(path.join(demo.dataDir, "demo.json"), "utf8"));
const file = () => path.join(demo.dataDir, "courier.db");
const count = (query: string) => Number(Object.values(asStaff<Record<string, number>>(file(), query)[0] ?? {})[0]);
/** What is printed last. */
const printed = () => expect.poll(() => demo.logs()).toContain("Bearer ");

/** What a box's id is typed into, and what says how. */
const WHERE_IDS_ARE_TYPED = /\/(?:import|developers|(?:list-boxes|change-box)\b)/;

/** A start that ends at once, and its words. */
async function refused(settings: Record<string, string>, ...args: string[]) {
  const env = {
    NODE_ENV: "production" as const,
    PATH: process.env.PATH,
    PORT: "0",
    DATA_DIR: path.join(aFolder(), "demo"),
    ...settings,
  };
  const started = promisify(execFile)(process.execPath, [...COMMAND, ...args], { env });
  return started.then(
    () => expect.fail("it started"),
    (error: { code: number; stderr: string }) => `${error.code}: ${error.stderr.trim()}`,
  );
}

describe("a demo", () => {
  test("has every link that it prints, and each opens what it is called", async () => {
    await printed();
    const links = [...demo.logs().matchAll(/^ {2}(\S.*?) {2,}(http:\S+)$/gm)];
    expect(links.length).toBeGreaterThanOrEqual(14);
    for (const [, words, address = ""] of links) {
      const page = await new Visitor(demo.url).open(address);
      expect([words, page.status]).toEqual([words, 200]);
    }
    const tour = await new Visitor(demo.url).open("/demo-tour");
    const onPage = tour.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
    expect(onPage).toEqual(links.map(([, , address = ""]) => address.slice(demo.url.length) || "/"));
  });

  test.each([
    ["onTheWay", "on_the_way"],
    ["outForDelivery", "out_for_delivery"],
    ["missed", "failed"],
    ["late", "late"],
    ["delivered", "delivered"],
    ["returned", "returned"],
    ["cancelled", "cancelled"],
    ["booked", "booked"],
    ["collected", "collected"],
  ])("has a parcel that is there to show %s", async (name, state) => {
    const page = await new Visitor(demo.url).open(`/t/${made().parcels[name].waybillNo}`);
    expect(page.document.querySelector("[data-state]")?.getAttribute("data-state")).toBe(state);
  });

  test("has work for the office, and money of every kind", () => {
    expect(count("SELECT count(*) FROM quotes WHERE created_at > datetime('now', '-20 days')")).toBeGreaterThanOrEqual(
      55,
    );
    for (const view of [
      ...["staff_cases", "staff_driver_reports", "staff_driver_applications", "staff_manual_quotes", "staff_wishes"],
      ...["staff_payments_to_refund", "staff_payments_refused", "staff_payments_noted", "staff_run_sheet", "staff_vat"],
    ])
      expect([view, count(`SELECT count(*) > 0 FROM ${view}`)]).toEqual([view, 1]);
    const statuses = asStaff<{ status: string }>(file(), "SELECT DISTINCT status FROM quotes").map((row) => row.status);
    expect(statuses).toEqual(expect.arrayContaining(["payfast_failed", "manual", "pending_payment", "cancelled"]));
    expect(count("SELECT count(DISTINCT substr(issued_at, 1, 7)) FROM invoices")).toBeGreaterThanOrEqual(4);
    expect(readdirSync(path.join(demo.dataDir, "outbox")).length).toBeGreaterThan(200);
  });

  test("happened in order: invoices are numbered by their days", () => {
    const days = asStaff<{ issued_at: string }>(
      file(),
      "SELECT issued_at FROM invoices WHERE invoice_no LIKE 'INV-%' ORDER BY invoice_no",
    );
    expect(days.map((row) => row.issued_at)).toEqual(days.map((row) => row.issued_at).toSorted());
  });

  test("lets its manager act on money without an app", async () => {
    const office = new Visitor(demo.url);
    await office.open("/demo-tour/as/manager");
    const page = await office.open("/office/do/note-payment");
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/office/do/note-payment"]);
  });

  test("shows a reader no more than a reader's", async () => {
    const office = new Visitor(demo.url);
    await office.open("/demo-tour/as/reader");
    expect((await office.open("/office/do/note-payment")).status).toBe(404);
  });

  test("has stops today for its two drivers, who see them on their phones", async () => {
    for (const [name, driver] of Object.entries(drivers)) {
      const phone = new Visitor(demo.url);
      await phone.open(`/demo-tour/as/${name}`);
      expect((await phone.press("Sign in on this phone")).text).toMatch(new RegExp(`${driver}: \\d+ to do, \\d+ done`));
    }
  });

  test("books with the shop's key by the printed command, and calls the shop's program", async () => {
    await printed();
    const command = /curl .*'$/m.exec(demo.logs())?.[0] ?? "";
    const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -s -w '%{http_code}'`]);
    expect(stdout.slice(-3)).toBe("201");
    expect(asStaff(file(), "SELECT url FROM webhook_endpoints")).toEqual([{ url: `${demo.url}/demo-tour/webhook` }]);
    const taken = "SELECT count(*) > 20 FROM outgoing_mails WHERE channel = 'webhook' AND state = 'sent'";
    await expect.poll(() => count(taken)).toBe(1);
  });

  test("lets a parcel be paid, given to a driver, collected, followed, and found in the office", async () => {
    const guest = new Visitor(demo.url);
    await guest.open("/ship/addresses");
    await guest.press("Next", addresses);
    await guest.press("Calculate Quote", parcel);
    await guest.press("Book This Collection", { confirm: "on" });
    await guest.press("Pay now");
    const paid = await guest.press("Complete payment");
    const waybillNo = (/TH(?: \d{3}){3} \d/.exec(paid.text)?.[0] ?? "").replaceAll(/\s/g, "");

    const clerk = new Visitor(demo.url);
    await clerk.open("/demo-tour/as/clerk");
    await clerk.open(`/office/do/assign?waybill=${waybillNo}`);
    await clerk.press("Check", { driver: drivers.sipho });
    await clerk.press("Do it");

    const phone = new Visitor(demo.url);
    await phone.open("/demo-tour/as/sipho");
    await phone.press("Sign in on this phone");
    await phone.open(`/drive/stop/${waybillNo}`);
    await phone.press("Collected");

    expect(
      (await new Visitor(demo.url).open(`/t/${waybillNo}`)).document
        .querySelector("[data-state]")
        ?.getAttribute("data-state"),
    ).toBe("collected");
    expect((await clerk.open(`/office?find=${waybillNo}`)).text).toContain("Collected");
  });

  test("has cookies of its own names, so that it signs nobody out of a site at another port", async () => {
    const customer = new Visitor(demo.url);
    await customer.open("/demo-tour/as/nomsa");
    await customer.open("/ship/addresses");
    expect([...customer.cookies.keys()].filter((name) => !name.startsWith("demo-"))).toEqual([]);
    // What another site at this host has set isn't sent on to the demo.
    const session = customer.cookies.get("demo-session")?.value ?? "";
    const asAnother = await fetch(`${demo.url}/dashboard`, {
      headers: { Cookie: `session=${session}` },
      redirect: "manual",
    });
    expect(asAnother.status).toBe(302);
  });

  test("has passwords that its tour names: an account signs in, and its shop's webhook gets a new secret", async () => {
    const { text } = await new Visitor(demo.url).open("/demo-tour");
    for (const { email } of Object.values(accounts)) {
      expect(text).toContain(`${email} with the password ${PASSWORD}`);
      const visitor = new Visitor(demo.url);
      await visitor.open("/login");
      const page = await visitor.press("Login", { email, password: PASSWORD });
      expect([page.status, new URL(page.url).pathname]).toEqual([200, "/dashboard"]);
    }
    const shop = new Visitor(demo.url);
    await shop.open("/demo-tour/as/zodwa");
    await shop.open("/account/shop");
    await shop.clickLink("New secret");
    expect((await shop.press("New secret", { currentPassword: PASSWORD })).html).toContain("whsec_");
  });

  test.each([
    ["through a proxy", { "X-Forwarded-For": "192.0.2.1" }],
    ["through another", { Forwarded: "for=192.0.2.1" }],
  ])("hides the tour from whoever comes %s", async (_, headers) => {
    for (const address of ["/demo-tour", "/demo-tour/as/manager"])
      expect((await fetch(demo.url + address, { headers, redirect: "manual" })).status).toBe(404);
  });

  test("offers a receiver what it says, the depot too", async () => {
    await printed();
    const [, link = ""] = /Another day, a neighbour or the depot +(http:\S+)/.exec(demo.logs()) ?? [];
    const { document } = await new Visitor(demo.url).open(link);
    expect(document.querySelectorAll("main summary").map(({ childNodes: [title] }) => title?.text.trim())).toEqual([
      ...["Another day", "A neighbour takes it", "I fetch it", "Help the driver find me"],
    ]);
  });

  test.each([
    ["customers", "nomsa", 20],
    ["shops", "zodwa", 20],
    ["drivers", "sipho", 3],
    ["the office", "manager", 120],
  ])("spells numbers, phones and boxes in one way on each page of %s", async (_, as, least) => {
    const visitor = new Visitor(demo.url);
    const { document } = await visitor.open(`/demo-tour/as/${as}`);
    if (document.querySelector("button")?.text === "Sign in on this phone")
      await visitor.press("Sign in on this phone");
    const pages = await linkedPages(visitor);
    expect(pages.length).toBeGreaterThan(least);
    const ids = asStaff<{ id: string }>(file(), "SELECT id FROM boxes").map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    const spelledOtherwise = pages.flatMap(({ url, html }) => {
      const others = otherSpellings(html, WHERE_IDS_ARE_TYPED.test(url) ? [] : ids);
      return others.length > 0 ? [[url, ...others]] : [];
    });
    expect(spelledOtherwise).toEqual([]);
  });

  test("listens on this machine alone", () => {
    expect(demo.logs()).not.toMatch(/phone +http/);
  });

  test("is there at once when it is started again, the same", async () => {
    await printed();
    const again = await startSite({ DATA_DIR: demo.dataDir }, COMMAND);
    expect(again.logs()).not.toContain("Making the demo");
    await again.stop();
    expect(again.logs()).toContain(made().parcels.late.waybillNo);
  });
});

describe("no demo is made", () => {
  test.each([
    [{ PAYFAST_MODE: "live" }, "1: PAYFAST_MODE: "],
    [{ APP_URL: "https://courier.example" }, "1: APP_URL: "],
  ])("with %j", async (settings, words) => {
    expect(await refused(settings)).toContain(words);
  });

  test("in a folder that holds something else, not even with --fresh", async () => {
    const folder = aFolder();
    writeFileSync(path.join(folder, "courier.db"), "somebody's parcels");
    expect(await refused({ DATA_DIR: folder })).toContain("holds something else than a demo");
    expect(await refused({ DATA_DIR: folder }, "--fresh")).toContain("holds something else than a demo");
    expect(readFileSync(path.join(folder, "courier.db"), "utf8")).toBe("somebody's parcels");
  });

  test("at a port in use: what is there stays", async () => {
    expect(await refused({ PORT: String(demo.port), DATA_DIR: demo.dataDir }, "--fresh")).toContain("is in use");
    expect(existsSync(file())).toBe(true);
  });

  test("where another demo is running in the folder, at whatever port", async () => {
    const port = String(await freePort());
    expect(await refused({ PORT: port, DATA_DIR: demo.dataDir }, "--fresh")).toContain("is running");
    expect((await fetch(demo.url)).status).toBe(200);
  });

  test("with a word that it doesn't know", async () => {
    expect(await refused({}, "--frehs")).toContain("--frehs");
  });
});

describe("a site that is no demo", () => {
  const site = siteForAllTests();

  test("has no address that signs anybody in", async () => {
    for (const address of ["/demo-tour", "/demo-tour/as/manager", "/demo-tour/as/nomsa"])
      expect((await fetch(site.url + address, { redirect: "manual" })).status).toBe(404);
  });

  test("has nothing of it in its program", () => {
    for (const program of ["build/site.js", "build/index.js", "build/tools/staff.js"])
      expect([program, readFileSync(program, "utf8").includes("demo-tour")]).toEqual([program, false]);
  });
});
