import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { noteChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { markParcel } from "#app/domain/parcels/mark-parcel.server";
import { commands } from "#app/staff/commands/all";
import { commandMeant, commandsByWords } from "#app/staff/commands-by-words";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import { aGuestWithAWaybill } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";

const names = (words: string) => commandsByWords(words, commands).map(({ name }) => name);

describe("words find the commands that do it", () => {
  test.each([
    ["refund", ["pay refund", "note refund", "undo refund", "list refunds"]],
    ["lost phone", ["block driver", "add driver", "add person", "block person"]],
    ["wrong address", ["change booking"]],
    ["another day", ["agree"]],
    ["unsubscribe", ["stop messages"]],
    ["reschedul", ["agree"]],
    ["labels", ["print"]],
    ["POPIA", ["export customer", "forget customer"]],
  ])("%s", (words, expected) => {
    expect(names(words)).toEqual(expect.arrayContaining(expected));
  });

  test("a wrong letter in a long word is forgiven, and words that say nothing count for nothing", () => {
    expect(names("wrong addres")).toContain("change booking");
    expect(names("the refunds")).toContain("pay refund");
    expect(names("the of to")).toEqual([]);
    expect(names("price increase")[0]).toBe("change prices");
    expect(names("Thandi Nkosi")).toEqual([]);
  });

  test("a phrase alone means more than one that has more words, and two alike mean neither", () => {
    expect(commandMeant("complaint", commands)?.name).toBe("answer case");
    expect(commandMeant("complaint solved", commands)?.name).toBe("close case");
    expect(commandMeant("flood", commands)?.name).toBe("delay");
    expect(commandMeant("lost phone", commands)).toBeNull();
  });
});

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);

test("whoever may not do it reads whom to ask, also for what the page names as an example", async () => {
  const clerk = await anOfficeBrowser(site, "clerk", store);
  const said = async (words: string) => (await clerk.open(`/office?find=${encodeURIComponent(words)}`)).text;
  expect(await said("lost phone")).toMatch(/Block driver\s+Ask a manager: sign a driver's phone out/);
  expect(await said("refund")).toMatch(/Pay refund\s+Ask a cashier: /);
});

test("Find lists what can be done beside what is found, for whoever may do it", async () => {
  const offered = async (right: "cashier" | "clerk", words: string) => {
    const browser = await anOfficeBrowser(site, right, store);
    const { document } = await browser.open(`/office?find=${encodeURIComponent(words)}`);
    return document.querySelectorAll(".office-commands a").map((link) => link.getAttribute("href"));
  };
  expect(await offered("cashier", "refund")).toContain("/office/do/pay-refund");
  expect(await offered("clerk", "refund")).not.toContain("/office/do/pay-refund");
  expect(await offered("clerk", "complaint")).toContain("/office/do/answer-case");
});

describe("a search leads on", () => {
  const aBooking = async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const [waybill] = await store.read.select().from(waybills).where(eq(waybills.waybillNo, waybillNo));
    const [quote] = await store.read
      .select()
      .from(quotes)
      .where(eq(quotes.id, waybill?.quoteId ?? ""));
    return { waybillNo, quote: quote ?? expect.fail("no quote") };
  };
  const marked = (waybillNo: string, kind: "collected" | "delivered") =>
    store.tx((tx) => markParcel(tx, waybillNo, { kind, happenedAt: new Date(), place: null }, new Date()));
  const found = async (words: string, right: "clerk" | "cashier" = "clerk") => {
    const clerk = await anOfficeBrowser(site, right, store);
    const { url, document, text } = await clerk.open(`/office?find=${encodeURIComponent(words)}`);
    const { pathname, search } = new URL(url);
    const links = document.querySelectorAll(".office-commands a").map((link) => link.getAttribute("href"));
    return { at: decodeURIComponent(`${pathname}${search}`), links, text };
  };

  test("from words that one command has, where nothing else is found", async () => {
    expect((await found("wrong address")).at).toBe("/office/do/change-booking");
  });

  test("from words beside a number to the command that they mean, filled in; from other words to the number's page", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const inGroups = waybillNo.replace(/^TH(\d{3})/, "TH $1 ");
    expect((await found(`another day ${inGroups}`)).at).toBe(`/office/do/agree?waybill=${waybillNo}`);
    expect((await found(`${waybillNo} gate code`)).at).toBe(`/office/do/note-booking?number=${waybillNo}`);
    expect((await found(`${waybillNo} hello`)).at).toBe(`/office/${waybillNo}`);
  });

  test("from a number with its own name around it to the number's page", async () => {
    const { waybillNo, quote } = await aBooking();
    const spoken = waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})/, "TH $1 $2 $3 ");
    const typed = [
      ...[`Waybill ${spoken}`, `Track ${waybillNo}`, `Parcel ${waybillNo}`, `t/${waybillNo}`, `${waybillNo} parcel`],
      ...[`Waybill no. ${spoken}`, `our ref: ${waybillNo}`, `Tracking number: ${spoken}`, `parcels ${waybillNo}`],
      ...[`Quote ${quote.quoteNo}`, `Quote Q ${quote.quoteNo.slice(1, 5)} ${quote.quoteNo.slice(5)}`],
      ...[`Payment notice refused: ${quote.quoteNo}`, `RE: Parcel delivered: waybill ${spoken}`],
    ];
    for (const words of typed) expect((await found(words)).at, words).toBe(`/office/${waybillNo}`);
  });

  test("from a command with its number, and from what is said after a colon, to the command", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const led = async (words: string) => (await found(words)).at;
    for (const name of ["tell", "agree", "print", "mark"])
      expect(await led(`${name} ${waybillNo}`)).toMatch(new RegExp(`^/office/do/${name}\\?\\w+=${waybillNo}`));
    expect(await led(`${waybillNo}: another day`)).toBe(`/office/do/agree?waybill=${waybillNo}`);
    expect(await led(`Re: another day ${waybillNo}`)).toBe(`/office/do/agree?waybill=${waybillNo}`);
    expect(await led(`label waybill ${waybillNo}`)).toBe(`/office/do/print?waybill=${waybillNo}`);
  });

  test("to nothing where several parcels have the numbers: all of them are shown", async () => {
    const [one, other, third] = [await aBooking(), await aBooking(), await aBooking()];
    const { waybillNo } = one;
    expect((await found(`${waybillNo} ${one.quote.quoteNo}`)).at).toBe(`/office/${waybillNo}`);
    const shows = async (typed: string, others: { waybillNo: string }[]) => {
      const { at, text } = await found(typed);
      expect(at, typed).toMatch(/^\/office\?find=/);
      for (const each of others) expect(text.replace(/\s/g, ""), typed).toContain(each.waybillNo);
    };
    for (const between of [" ", ", ", " and ", " parcel "])
      await shows(`${waybillNo}${between}${other.waybillNo}`, [one, other]);
    await shows(`${one.quote.quoteNo} ${other.waybillNo}`, [one, other]);
    await store.tx((tx) => tx.update(quotes).set({ reference: waybillNo }).where(eq(quotes.id, third.quote.id)));
    await shows(waybillNo, [one, third]);
  });

  test("from a word for two commands to the one that is possible, with the number that it takes", async () => {
    const { waybillNo, quote } = await aBooking();
    const led = async (words: string) => (await found(words, "cashier")).at;
    expect(await led(`chargeback ${waybillNo}`)).toBe(`/office/do/note-chargeback?quote=${quote.quoteNo}`);
    expect(await led(`note chargeback ${waybillNo}`)).toBe(`/office/do/note-chargeback?quote=${waybillNo}`);
    expect(await led(`move payment ${waybillNo} ${waybillNo}`)).toBe(
      `/office/do/move-payment?quote=${waybillNo}&other=${waybillNo}`,
    );
    await store.tx((tx) => noteChargeback(tx, quote.id, { amountCents: 80_62, by: "Zanele" }, new Date()));
    expect(await led(`chargeback ${waybillNo}`)).toBe(`/office/do/undo-chargeback?number=${waybillNo}`);
  });

  test("to no command that can't be done: what isn't owed, isn't connected or has no case", async () => {
    const [{ waybillNo, quote }, delivered] = [await aBooking(), await aBooking()];
    const led = async (words: string) => (await found(words, "cashier")).at;
    await marked(delivered.waybillNo, "collected");
    await marked(delivered.waybillNo, "delivered");
    expect(await led(`damaged ${delivered.waybillNo}`)).toBe(`/office/${delivered.waybillNo}`);
    await store.tx((tx) => cancelBooking(tx, quote.id, "Asked for it", new Date()));
    expect(await led(`pay back ${waybillNo}`)).toBe(`/office/do/note-refund?quote=${quote.quoteNo}`);
  });

  test("to several commands that are meant alike, filled in, beside the parcel", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    await marked(waybillNo, "collected");
    const { links, text } = await found(`PIN ${waybillNo}`);
    expect(links).toEqual(
      expect.arrayContaining([`/office/do/fetched?waybill=${waybillNo}`, `/office/do/proof?waybill=${waybillNo}`]),
    );
    expect(text).toContain("Thandi Nkosi");
  });
});

test("what is used most stands first as buttons, and all else is open", async () => {
  const clerk = await anOfficeBrowser(site, "clerk", store);
  const { document } = await clerk.open("/office/do");
  const buttons = document.querySelectorAll(".most-used a").map((link) => link.getAttribute("href"));
  expect(buttons).toHaveLength(8);
  const all = document.querySelectorAll("section a").map((link) => link.getAttribute("href"));
  expect(all).toEqual(expect.arrayContaining(buttons));
  expect(document.querySelectorAll("main details")).toHaveLength(0);
  expect(document.querySelector("#find")?.getAttribute("placeholder")).toContain("refund");
});
