import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { rights } from "#app/domain/office/people.server";
import { usableBy } from "#app/domain/office/usable.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { formatRand } from "#app/domain/values/money";
import { done } from "#app/staff/answer";
import { command } from "#app/staff/command";
import { commands, headings } from "#app/staff/commands/all";
import { check, doIt } from "#app/staff/office/check-and-do.server";
import { addressOf } from "#app/staff/office/office-desk.server";
import { deskOfSite } from "../support/a-desk";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
let clerk: Visitor;
let manager: Visitor;
let waybillNo: string;
beforeAll(async () => {
  clerk = await anOfficeBrowser(site, "clerk", store);
  manager = await anOfficeBrowser(site, "manager", store);
  ({ waybillNo } = await aGuestWithAWaybill(site));
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

describe("each command", () => {
  test("has a page, a right and a place in the list of whoever may use it, under its heading", async () => {
    for (const right of rights) {
      const browser = await anOfficeBrowser(site, right, store);
      const page = await browser.open("/office/do");
      const mayUse = (least: (typeof rights)[number]) => rights.indexOf(least) <= rights.indexOf(right);
      const sections = page.document.querySelectorAll("section").map((section) => ({
        heading: section.querySelector("h2")?.text,
        links: section.querySelectorAll("a").map((link) => link.getAttribute("href")),
      }));
      const expected = headings.map(([heading, all]) => ({
        heading,
        links: all.filter((each) => mayUse(each.right)).map(({ name }) => `/office/do/${addressOf(name)}`),
      }));
      expect(sections).toEqual(expected.filter(({ links }) => links.length > 0));
      for (const { name, right: least } of right === "clerk" || right === "manager" ? commands : []) {
        const { status } = await browser.send(`/office/do/${addressOf(name)}`, {});
        expect([name, right, status]).toEqual([name, right, mayUse(least) ? expect.toBeOneOf([200, 303]) : 404]);
      }
    }
  });

  test("has a field for each of its arguments and options, but for those that a page doesn't need", async () => {
    for (const { name, page, arguments: positional, options, filledIn } of commands) {
      if (typeof page !== "string") continue;
      const { document, text } = await manager.open(
        `/office/do/${addressOf(name)}${filledIn ? `?${filledIn.by}=${waybillNo}` : ""}`,
      );
      expect(text, name).not.toContain("Once more");
      const fields = Object.keys({ ...positional, ...options }).filter((each) => !["yes", "file"].includes(each));
      const shown = document
        .querySelectorAll("main input, main select, main textarea")
        .map((each) => each.getAttribute("name"));
      expect([name, shown]).toEqual([name, expect.arrayContaining(fields)]);
      expect(shown.filter((each) => /^(as|dry-run|json|csv|full|help|yes)$/.test(each ?? ""))).toEqual([]);
    }
  });
});

describe("Check and Do it", () => {
  test("do what the terminal does, once however often the form comes, under the account's name and email", async () => {
    const page = await clerk.open(`/office/do/mark?waybill=${waybillNo}`);
    const filledIn = { mark: "collected", place: "Germiston" };
    expect((await clerk.press("Check", filledIn)).text).toContain("This would happen");
    expect(page.status).toBe(200);
    expect(marks()).toEqual([]);
    const form = clerk.filledIn("Do it");
    const [done, again] = await Promise.all([1, 2].map(() => send(clerk, form)));
    for (const answer of [done, again]) {
      expect(answer).toContain(`${spokenWaybillNumber(waybillNo)}: collected (Germiston),`);
      expect(answer).toContain("Once more");
    }
    expect(marks()).toEqual(["collected"]);
    expect(inTheFile(site, "SELECT action, who FROM staff_actions")).toEqual([
      { action: "marked collected", who: expect.stringMatching(/^Zanele Khumalo <clerk-.*@office\.example>$/) },
    ]);
  });

  test("do nothing once something has changed since, and say what and who", async () => {
    // All that the form asks for is known, so it shows at once what would happen.
    await clerk.open(`/office/do/undo-mark?waybill=${waybillNo}`);
    const form = clerk.filledIn("Do it");
    await terminal.ask("mark", "in-transit", waybillNo);
    const answer = await send(clerk, form);
    expect(answer).toMatch(/Nothing was done: something has changed since you checked.*Zanele: marked in transit/s);
    // Once, under the name of whoever did it.
    expect(answer).not.toContain("tracking:");
    expect(answer).toContain(`${spokenWaybillNumber(waybillNo)} is no longer in transit`);
    expect(marks()).toEqual(["collected", "in_transit"]);
    // What it shows now can be done.
    await clerk.press("Do it");
    expect(marks()).toEqual(["collected"]);
  });

  test("say so where all of it is like that already, and then there is nothing to do", async () => {
    const again = async () => {
      await clerk.open(`/office/do/mark?waybill=${waybillNo}`);
      const page = await clerk.press("Check", { mark: "collected", place: "Germiston" });
      return {
        text: page.text,
        buttons: page.document.querySelectorAll("main form.form button").map(({ text }) => text),
      };
    };
    const { text, buttons } = await again();
    expect(text).toMatch(/Nothing has to be changed.*: collected \(Germiston\) already/s);
    expect(text).not.toMatch(/This would happen|Done/);
    expect(buttons).toEqual(["Check"]);
    // Somebody else does meanwhile what was checked.
    await terminal.ask("undo", "mark", waybillNo);
    expect((await again()).text).toContain("This would happen");
    const form = clerk.filledIn("Do it");
    await terminal.ask("mark", "collected", waybillNo, "--place", "Germiston");
    expect(await send(clerk, form)).toMatch(/Nothing was done: something has changed.*Nothing has to be changed now/s);
  });

  test("name a shop's key among what has happened since, and so does the history", async () => {
    const { key } = await aShopWithAKey(site, "shop@example.co.za");
    const call = async (address: string, idempotencyKey: string, body?: object) => {
      const headers = { ...bearer(key), "Content-Type": "application/json", "Idempotency-Key": idempotencyKey };
      return (await fetch(site.url + address, { method: "POST", headers, body: JSON.stringify(body ?? {}) })).json();
    };
    const before = new Date().toISOString();
    const { id, quoteNo } = await call("/v1/bookings", "books", anOrder);
    await clerk.open(`/office/do/cancel-booking?number=${quoteNo}`);
    await clerk.press("Check", { because: "The road is flooded" });
    const form = clerk.filledIn("Do it");
    await call(`/v1/bookings/${id}/cancel`, "cancels");
    // As if it had been checked before the shop booked.
    form.body.set("checkedAt", before);
    const answer = await send(clerk, form);
    expect(answer).toContain("Nothing was done: something has changed since you checked");
    expect(answer).toContain(`API key “My shop”, order 1001: booked at ${formatRand(8062)}`);
    expect(answer).toContain("customer: cancelled the booking");
    const history = await terminal.ask("history", quoteNo);
    expect(history.kind === "list" ? history.rows : []).toContainEqual(
      expect.objectContaining({ who: "API key “My shop”, order 1001", what: `booked at ${formatRand(8062)}` }),
    );
    expect((await clerk.open(`/office/${quoteNo}`)).text).toContain("API key “My shop”, order 1001");
  });

  test("refuse a wrong argument with the terminal's sentence beside its field, and keep what was typed", async () => {
    await clerk.open("/office/do/agree");
    const page = await clerk.press("Check", { waybill: "TH4821093750", day: "soon" });
    expect(page.status).toBe(400);
    expect(page.document.querySelector("#waybill-error")?.text).toContain("isn't a waybill number (TH and ten digits)");
    expect(page.document.querySelector("#day")?.getAttribute("value")).toBe("soon");
    const other = await clerk.press("Check", { waybill: waybillNo });
    expect(other.document.querySelector("#day-error")?.text).toContain(
      '"soon" isn\'t a day. Write year, month and day',
    );
  });

  test("ask what the terminal asks for --yes, and Do it says yes", async () => {
    await clerk.open(`/office/do/agree?waybill=${waybillNo}`);
    const page = await clerk.press("Check", { day: "2026-12-25" });
    expect(page.text).toMatch(/Christmas Day\. If you really agreed on it, press “Do it”\..*will be delivered on/s);
    expect((await clerk.press("Do it")).text).toContain("will be delivered on Friday 25 December");
  });

  test("of a pasted list do whatever can be done, and name the rest", async () => {
    await clerk.open("/office/do/unassign");
    const page = await clerk.press("Check", { waybill: `${waybillNo}\nTH1\n` });
    expect(page.text).toContain('line 2: "TH1" isn\'t a waybill number');
    expect(page.text).toContain(`${spokenWaybillNumber(waybillNo)}: it has no driver`);
  });
});

const anOrder = {
  reference: "1001",
  from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
  to: {
    name: "Zodwa Khumalo",
    phone: "082 123 4567",
    addressLine: "9 Vilakazi Street",
    city: "Soweto",
    postal: "1868",
  },
  parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
  agreedTotal: 80.62,
};

test("a list of parcels is a file or pasted, is checked whole, and is kept between Check and Do it", async () => {
  await clerk.open("/office/do/import");
  const form = clerk.filledIn("Check", { "file-pasted": "reference,toName\nA1,Thandi", account: "nobody@example.com" });
  const page = await clerk.follow(await sendWithFile(clerk, form));
  expect([page.status, page.text]).toEqual([409, expect.stringContaining("no account with the proven email nobody@")]);
  expect(page.document.querySelector("#file-pasted")?.text).toBe("reference,toName\nA1,Thandi");
  const stranger = await sendWithFile(new Visitor(site.url), form);
  expect(stranger.status).toBe(415);
});

describe("a command that changes nothing", () => {
  test("has one button; a PDF opens in the browser, and a list is shown and saved as CSV", async () => {
    await clerk.open(`/office/do/print?waybill=${waybillNo}`);
    const pdf = await clerk.pressOnce("Open the slips");
    expect([pdf.headers.get("Content-Type"), pdf.headers.get("Content-Disposition")]).toEqual([
      "application/pdf",
      'inline; filename="print.pdf"',
    ]);
    expect((await pdf.text()).slice(0, 4)).toBe("%PDF");
    const boxes = await clerk.open("/office/do/list-boxes");
    expect(boxes.text).toContain("Flyer bag");
    expect(await (await clerk.pressOnce("As CSV")).text()).toMatch(/^box;name;.*\r\nflyer-bag/);
    await clerk.open("/office/do/print");
    const refused = await clerk.press("Open the slips", { waybill: "TH4821093753" });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("there is no such waybill")]);
  });
});

test("a page leads from the commands and lists that its sentences name to their pages, as far as the person may use them", async () => {
  const linksOf = ({ document }: Page) =>
    document.querySelectorAll("main p a").map((link) => `${link.text} ${link.getAttribute("href")}`);
  expect(linksOf(await clerk.open("/office/do/agree"))).toContain("“List holidays” /office/do/list-holidays");
  expect(linksOf(await manager.open("/office/do/cancel-booking"))).toContain("“Note refund” /office/do/note-refund");
  expect(linksOf(await clerk.open("/office/do/cancel-booking"))).toEqual([]);
  expect(linksOf(await manager.open("/office/do/block-api-key"))).toContain("“API keys” /office/list/api_keys");
});

describe("nobody else", () => {
  test("finds the pages or acts through them: no session, a customer's, a driver's, and a right too low", async () => {
    const addresses = ["/office/do", "/office/do/mark", "/office/do/no-such-command"];
    for (const address of addresses) expect((await new Visitor(site.url).open(address)).status).toBe(404);
    expect((await clerk.open("/office/do/no-such-command")).status).toBe(404);
    const body = new URLSearchParams({ intent: "check", quote: "Q48210934", amount: "1" });
    const refused = await clerk.send("/office/do/note-refund", { method: "POST", body, headers: { Origin: site.url } });
    expect(refused.status).toBe(404);
  });

  test("changes her own access, or blocks herself", async () => {
    const [own] = inTheFile<{ email: string }>(
      site,
      "SELECT email FROM office_people WHERE office_right = 'manager' ORDER BY added_at LIMIT 1",
    );
    const email = own?.email ?? "";
    await manager.open("/office/do/add-person");
    const raised = await manager.press("Check", { name: "Zanele Khumalo", email, right: "cashier" });
    await manager.open("/office/do/block-person");
    const blocked = await manager.press("Check", { name: email });
    for (const page of [raised, blocked])
      expect([page.status, page.text]).toEqual([409, expect.stringContaining("You can't change your own access")]);
  });

  test("makes a signed-in browser act from another site", async () => {
    const body = new URLSearchParams({ intent: "check", waybill: waybillNo });
    const init = { method: "POST", body, headers: { Origin: "https://evil.example" } };
    expect((await clerk.send("/office/do/undo-mark", init)).status).toBe(403);
  });
});

test("a link that lets somebody in is in its message alone: no page shows it, and neither does a dry run", async () => {
  const shown: [what: string, hasCode: boolean, says: string][] = [];
  const ways = [
    ["add-person", { name: "Lerato Molefe", email: "lerato@office.example", right: "clerk" }],
    ["add-driver", { name: "Sipho Nkosi", phone: "083 123 4567" }],
    ["add-driver", { name: "Anna Abroad", phone: "+44 20 7946 0958" }],
  ] as const;
  const noted = (what: string, { html, text }: Page) =>
    shown.push([
      what,
      /code=/.test(html),
      /They get an? (?:email|text) with the link .+?\.|No text was sent.+?:/.exec(text)?.[0] ?? "",
    ]);
  for (const [command, filledIn] of ways) {
    await manager.open(`/office/do/${command}`);
    noted("Check", await manager.press("Check", filledIn));
    noted("Do it", await manager.press("Do it"));
  }
  const [chooses, signsIn] = [
    "They get an email with the link to choose a password.",
    "They get a text with the link that signs their phone in.",
  ];
  const untold = "No text was sent: not a South African cell phone. In the terminal “Add driver” shows the link:";
  expect(shown).toEqual(
    [chooses, signsIn, untold].flatMap((says) => ["Check", "Do it"].map((what) => [what, false, says])),
  );
  const messages = "SELECT count(*) AS n FROM outgoing_mails WHERE is_secret AND to_address IN";
  expect(inTheFile(site, `${messages} ('lerato@office.example', '+27831234567')`)).toEqual([{ n: 2 }]);
  const typed = ["add", "driver", "Sipho Nkosi", "--phone", "0831234567"];
  for (const [args, says] of [
    [typed, /\/drive\/sign-in\?code=/],
    [[...typed, "--dry-run"], /^(?!.*code=)/s],
  ] as const)
    expect(JSON.stringify(await terminal.ask(...args))).toMatch(says);
});

describe("a command with a question", () => {
  const cashier = { id: "z", name: "Zanele", email: "z@office.example", right: "cashier", codeAt: new Date() } as const;

  /** A command that pays back so much, how often it ran, and what it paid. */
  function payingBack(page: "stepwise" | "check first") {
    const stand = { amount: 80, ran: [] as string[] };
    const own = command({
      name: "pay refund",
      page,
      right: "cashier",
      also: "money back",
      summary: "pay back",
      examples: [],
      options: { yes: { kind: "flag", label: "although it is much" } },
      asks: async () => (stand.amount > 50 ? [`R ${stand.amount} is much.`] : []),
      async run(_, { isDryRun }) {
        stand.ran.push(`${isDryRun ? "would pay" : "paid"} ${stand.amount}`);
        return done(`R ${stand.amount} goes back.`);
      },
    });
    const usable = usableBy(cashier, own, new Date());
    if (typeof usable === "string") expect.fail(usable);
    return { stand, usable };
  }

  test.each(["stepwise", "check first"] as const)(
    "that is %s runs once to be checked and twice to be done, once for a key, and not if it would do something else by now",
    async (page) => {
      const { stand, usable } = payingBack(page);
      const { answer, mark } = await check(usable, {}, terminal.desk);
      expect(answer).toMatchObject({ asks: ["R 80 is much."], output: ["R 80 goes back."] });
      expect(stand.ran.splice(0)).toEqual(["would pay 80"]);
      const form = { key: `a key of ${page}`, who: cashier.id, mark, checkedAt: new Date() };
      stand.amount = 90;
      expect(await doIt(usable, {}, terminal.desk, form)).toMatchObject({ kind: "changed" });
      expect(stand.ran.splice(0)).toEqual(["would pay 90", "would pay 90"]);
      stand.amount = 80;
      const first = await doIt(usable, {}, terminal.desk, form);
      expect(stand.ran.splice(0)).toEqual(["would pay 80", "paid 80"]);
      stand.amount = 90;
      expect(await doIt(usable, {}, terminal.desk, form)).toEqual(first);
      expect(stand.ran).toEqual([]);
    },
  );

  test("does nothing in a terminal until yes is said", async () => {
    const { stand, usable } = payingBack("check first");
    const call = (yes: boolean) => ({ words: [], option: () => undefined, has: () => yes });
    expect(await usable.run(call(false), terminal.desk)).toEqual({ kind: "refused", why: ["R 80 is much."] });
    expect(stand.ran).toEqual([]);
    expect(await usable.run(call(true), terminal.desk)).toMatchObject({ kind: "done" });
    expect(stand.ran).toEqual(["paid 80"]);
  });
});

async function send(browser: Visitor, { action, body }: ReturnType<Visitor["filledIn"]>): Promise<string> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const page = await browser.follow(await browser.send(action, { method: "POST", body: body.toString(), headers }));
  return page.text;
}

function sendWithFile(browser: Visitor, { action, body }: ReturnType<Visitor["filledIn"]>): Promise<Response> {
  return browser.send(action, multipart(body));
}

function marks(): string[] {
  const query = `SELECT kind FROM tracking_events WHERE waybill_no = '${waybillNo}' AND kind <> 'booked' ORDER BY happened_at`;
  return inTheFile(site, query).map(({ kind }) => String(kind));
}

describe("Check", () => {
  test("counts each wrong PIN, so that nobody finds one by trying", async () => {
    const parcel = await aGuestWithAWaybill(site);
    await terminal.ask("mark", "out", "for", "delivery", parcel.waybillNo);
    const [{ pin = "" } = {}] = inTheFile<{ pin: string }>(
      site,
      `SELECT pin FROM delivery_pins WHERE waybill_no = '${parcel.waybillNo}'`,
    );
    const check = async (said: string) => {
      await clerk.open(`/office/do/fetched?waybill=${parcel.waybillNo}`);
      return (await clerk.press("Check", { pin: said })).text;
    };
    const wrong = pin === "1111" ? "2222" : "1111";
    for (let tries = 0; tries < 4; tries += 1) expect(await check(wrong)).toContain("not its PIN");
    expect(await check(wrong)).toContain("five wrong PINs");
    expect(await check(pin)).toContain("five wrong PINs");
  });
});

describe("a page that was checked, done, and came back by Back", () => {
  test("and was checked again for another parcel does that", async () => {
    const other = await aGuestWithAWaybill(site);
    const tab = await aCheckedNote("First note");
    await tab.press("Check again", { number: other.waybillNo, words: "Second note" });
    const done = await tab.press("Do it");
    expect(done.text).toContain("Done");
    expect(notes()).toEqual(expect.arrayContaining(["First note", "Second note"]));
  });

  test("and was changed without another check isn't what was checked", async () => {
    const other = await aGuestWithAWaybill(site);
    const tab = await aCheckedNote("Third note");
    const page = await tab.press("Do it", { number: other.waybillNo });
    expect([page.status, page.text]).toEqual([409, expect.stringContaining("Nothing was done")]);
  });

  test("and is sent the same is done once", async () => {
    const tab = await aCheckedNote("Fourth note");
    expect((await tab.press("Do it")).text).toContain("Done");
    expect(notes().filter((note) => note === "Fourth note")).toHaveLength(1);
  });

  const notes = () => inTheFile<{ note: string }>(site, "SELECT note FROM booking_notes").map(({ note }) => note);

  /** The page as it was checked, of a note that is written meanwhile. */
  async function aCheckedNote(words: string): Promise<Visitor> {
    const one = clerk.anotherTab();
    await one.open(`/office/do/note-booking?number=${waybillNo}`);
    const checked = await one.press("Check", { words });
    const kept = clerk.anotherTab();
    kept.page = checked;
    expect((await one.press("Do it")).text).toContain("Done");
    return kept;
  }
});
