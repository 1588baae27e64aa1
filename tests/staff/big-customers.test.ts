import { count, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { addCharge } from "#app/domain/money/charges.server";
import { actionsOn } from "#app/domain/office/staff-actions.server";
import { findCustomer } from "#app/domain/people/customer.server";
import { finishCustomerChanges } from "#app/domain/people/finish-changes.server";
import { startTidying } from "#app/domain/people/tidy.server";
import { MINUTES, SECONDS } from "#app/durations";
import { users } from "#db/schema/accounts";
import { outgoingMails } from "#db/schema/mail";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { customerChanges } from "#db/schema/staff-actions";
import type { Store } from "#db/store.server";
import { aDesk } from "../support/a-desk";
import { aFolder } from "../support/a-store";
import { officeForEachTest } from "../support/an-office";
import { copyBooking } from "../support/copied-bookings";

const BOOKINGS = 109;
const AT_A_TIME = 4;
const NEWEST = 12;
const PHONE = "083 111 2222";
const EMAIL = "nomsa@example.com";

const office = officeForEachTest();
beforeEach(async () => {
  const booked = await office.booked({ addresses: { fromName: "Nomsa Zwane", fromEmail: EMAIL, fromPhone: PHONE } });
  await copyBooking(office.store, booked, BOOKINGS - 1);
});

const named = async (words = "Nomsa Zwane") =>
  (await office.store.read.select().from(quotes)).filter(({ formSnapshot }) =>
    JSON.stringify(formSnapshot).includes(words),
  ).length;
const begun = () => office.store.read.$count(customerChanges);
const done = async () => (await actionsOn(office.store.read, "customer")).map(({ action, who }) => `${who} ${action}`);
const never = () => false;

/** A command of somebody in the office, whose store this is. */
async function ask(store: Store, ...args: string[]) {
  const desk = aDesk({ file: office.file, store });
  try {
    return await desk.ask(...args);
  } finally {
    desk.leave();
  }
}
const forget = (store: Store = office.store) => ask(store, "forget", "customer", PHONE, "--yes");
const correct = (store: Store = office.store) => ask(store, "correct", "customer", PHONE, "--name", "Nomsa Zondo");

/** A store of which each transaction is told once it is committed. */
function watched(committed: () => Promise<unknown>): Store {
  const tx: Store["tx"] = async (work, how) => {
    const result = await office.store.tx(work, how);
    await committed();
    return result;
  };
  return { ...office.store, tx };
}

/** The store of a process that is killed after so many transactions. */
function killedAfter(transactions: number): Store {
  let left = transactions;
  const tx: Store["tx"] = async (work, how) => {
    if (left === 0) throw new Error("killed");
    left -= 1;
    return office.store.tx(work, how);
  };
  return { ...office.store, tx };
}

/** The same database, so many minutes later. */
const inMinutes = (minutes: number): Store => ({
  ...office.store,
  now: async () => new Date((await office.store.now()).getTime() + minutes * MINUTES),
});

describe("a customer with more than a hundred bookings", () => {
  test.each([
    ["forgotten", forget, AT_A_TIME],
    ["corrected", correct, NEWEST],
  ])("is %s in several transactions, and others book between any two", async (_what, change, most) => {
    const left = [BOOKINGS];
    let others = 0;
    const store = watched(async () => {
      left.push(await named());
      others += 1;
      await office.booked({ addresses: { fromName: `Thandi ${others}` } });
    });
    expect(await change(store)).toMatchObject({ kind: "done" });
    const changed = left.slice(1).map((each, at) => (left[at] ?? 0) - each);
    expect([left.at(-1), Math.max(...changed.slice(0, -1)), Math.max(...changed)]).toEqual([0, AT_A_TIME, most]);
    expect(others).toBe(changed.length);
    expect(await named("Thandi ")).toBe(others);
    expect([await begun(), (await done()).length]).toEqual([0, 1]);
  });

  test("is found a page at a time, and others have their turn between two", async () => {
    let [turns, isFound] = [0, false];
    const others = () => {
      turns += 1;
      if (!isFound) setImmediate(others);
    };
    others();
    const { sent } = await findCustomer(office.store.read, { phone: PHONE.replace(/\D/g, "").slice(-9) });
    isFound = true;
    expect(sent).toHaveLength(BOOKINGS);
    expect(turns).toBeGreaterThan(BOOKINGS / 50);
  });

  test("is left as it was by a dry run", async () => {
    let transactions = 0;
    const store = watched(async () => (transactions += 1));
    for (const words of [
      ["forget", "customer", PHONE, "--yes", "--dry-run"],
      ["correct", "customer", PHONE, "--name", "Nomsa Zondo", "--dry-run"],
    ])
      expect(await ask(store, ...words)).toMatchObject({ kind: "done" });
    expect([transactions, await begun(), await named()]).toEqual([0, 0, BOOKINGS]);
  });
});

describe("on a page, whose proxy waits for a minute", () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ["forgetting", ["forget", "customer", PHONE, "--yes"], "forgot customer"],
    ["a correction", ["correct", "customer", PHONE, "--name", "Nomsa Zondo"], "corrected customer"],
  ])("%s is answered in time, and the site does the rest", async (_what, words, record) => {
    const began = performance.now();
    const officePerson = {
      id: "z",
      name: "Zanele",
      email: "z@office.example",
      right: "manager",
      codeAt: new Date(),
    } as const;
    let later = 0;
    const slow = watched(async () => {
      later += 20 * SECONDS;
      vi.spyOn(performance, "now").mockReturnValue(began + later);
    });
    const desk = aDesk({ file: office.file, store: slow }, { officePerson });
    expect(await desk.ask(...words)).toEqual({ kind: "done", output: [expect.stringContaining("by itself")] });
    desk.leave();
    expect([await named(), await begun(), await done()]).toEqual([BOOKINGS - 2 * AT_A_TIME, 1, []]);
    vi.restoreAllMocks();
    await finishCustomerChanges(office.store, new Date(), never);
    expect([await named(), await begun()]).toEqual([0, 0]);
    expect(await done()).toEqual([expect.stringContaining(record)]);
  });
});

describe("a change that a restart interrupts", () => {
  test.each([
    ["forgetting", forget, "Zanele forgot customer", 0],
    ["a correction", correct, "Zanele corrected customer", BOOKINGS],
  ])("%s, is finished in the name of whoever began it, as soon as nobody does it any more", async (...given) => {
    const [, change, record, corrected] = given;
    await expect(change(killedAfter(2))).rejects.toThrow("killed");
    expect([await named(), await begun(), await done()]).toEqual([BOOKINGS - AT_A_TIME, 1, []]);
    // Its own process may be at it.
    await finishCustomerChanges(inMinutes(1), new Date(), never);
    expect(await named()).toBe(BOOKINGS - AT_A_TIME);
    await finishCustomerChanges(inMinutes(3), new Date(), never);
    expect([await named(), await begun(), await done()]).toEqual([0, 0, [record]]);
    expect(await named("Nomsa Zondo")).toBe(corrected);
  });

  test("names in the record, in words, what can't be erased yet", async () => {
    await expect(forget(killedAfter(2))).rejects.toThrow("killed");
    const [last] = (await office.store.read.select().from(quotes)).filter(({ formSnapshot }) =>
      JSON.stringify(formSnapshot).includes("Nomsa Zwane"),
    );
    if (!last) throw new Error("all are forgotten");
    const pending = { state: "pending", mode: "sandbox", amountCents: 8062, startedAt: new Date() } as const;
    await office.store.tx((tx) => tx.insert(payments).values({ id: "pending", quoteId: last.id, ...pending }));
    await finishCustomerChanges(inMinutes(3), new Date(), never);
    const [action] = await actionsOn(office.store.read, "customer");
    expect(action?.details).toBe(`all but this: ${last.quoteNo}: PayFast still works on a payment.`);
  });

  test("keeps the account of whoever has come to owe something on it", async () => {
    const { account } = await office.joined(EMAIL);
    await office.store.tx((tx) => proveAddress(tx, account.uid, EMAIL, new Date()));
    await expect(ask(killedAfter(2), "forget", "customer", EMAIL, "--yes")).rejects.toThrow("killed");
    const [quote] = await office.store.read.select().from(quotes);
    const price = { quoteId: quote?.id ?? "", reason: "price", found: {}, amountCents: 80_62 } as const;
    const owed = { ...price, because: "", agreed: "", payBy: "", accountUid: account.uid };
    await office.store.tx((tx) => addCharge(tx, owed, new Date()));
    await finishCustomerChanges(inMinutes(3), new Date(), never);
    const [action] = await actionsOn(office.store.read, "customer");
    expect(action?.details).toMatch(/^all but this: Their account still owes R.80,62/);
    expect(await office.store.read.$count(users)).toBe(1);
  });

  test("is finished by the site by itself after its start, which looks every minute", async () => {
    await expect(forget(killedAfter(2))).rejects.toThrow("killed");
    const report = { done: () => undefined, failed: (error: unknown) => expect.fail(String(error)) };
    const tidying = startTidying(inMinutes(3), aFolder(), () => new Date(), report);
    await expect.poll(begun).toBe(0);
    await tidying.stop();
    expect(await named()).toBe(0);
  });

  test("is finished once by two processes, and goes on after another restart", async () => {
    await expect(correct(killedAfter(2))).rejects.toThrow("killed");
    const stops = [false, false, false, true];
    await finishCustomerChanges(inMinutes(3), new Date(), () => stops.shift() ?? true);
    expect([(await named()) < BOOKINGS - AT_A_TIME, await begun()]).toEqual([true, 1]);
    const transactions = [0, 0];
    const each = transactions.map((_, at) => {
      const { tx } = watched(async () => (transactions[at] = (transactions[at] ?? 0) + 1));
      return finishCustomerChanges({ ...inMinutes(6), tx }, new Date(), never);
    });
    await Promise.all(each);
    expect([await named(), await done()]).toEqual([0, ["Zanele corrected customer"]]);
    // One of them finds at once that the other has it.
    expect(Math.min(...transactions)).toBeLessThan(2);
  });

  test("still erases the emails to whoever is forgotten, though no booking has their address any more", async () => {
    await office.wrote("to a guest", { to: EMAIL });
    const toThem = async () =>
      (await office.store.read.select({ n: count() }).from(outgoingMails).where(eq(outgoingMails.toAddress, EMAIL)))[0];
    const all = 1 + Math.ceil(BOOKINGS / AT_A_TIME);
    await expect(forget(killedAfter(all))).rejects.toThrow("killed");
    expect([await named(), (await toThem())?.n]).toEqual([0, 1]);
    await finishCustomerChanges(inMinutes(3), new Date(), never);
    expect((await toThem())?.n).toBe(0);
  });

  test("is answered in words where another process has taken it over", async () => {
    const slow = watched(async () => {
      if ((await named()) === BOOKINGS - AT_A_TIME) await finishCustomerChanges(inMinutes(3), new Date(), never);
    });
    expect(await forget(slow)).toEqual({ kind: "done", output: [expect.stringContaining("by itself")] });
    expect([await named(), await done()]).toEqual([0, ["Zanele forgot customer"]]);
  });
});
