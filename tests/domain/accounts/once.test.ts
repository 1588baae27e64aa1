import { expect, test } from "vitest";
import { type Answered, once, requestHash } from "#app/domain/accounts/once.server";
import { bookByKey } from "#app/domain/bookings/book-by-key.server";
import { forgetDone } from "#app/domain/limits/done-once.server";
import { DAYS } from "#app/durations";
import { askedByKey } from "../../../demo/bookings";
import { limitsAsked } from "../../../demo/limits-asked";
import { aShop } from "../../support/a-shop";
import { anOffice } from "../../support/an-office";

const now = new Date("2026-11-23T08:00:00Z");
const ORDERS = 50;

test("requests that come several at once, and are cut before or after the commit, book once each and are answered the same", async () => {
  const office = await anOffice();
  const shop = await aShop(office, "shop@example.co.za", now);
  const { store } = office;
  const asked = { ...shop.key, ...(await askedByKey(office, {}, now)) };
  const site = { mode: "sandbox", origin: "http://thuma.example" } as const;
  const hash = (reference: string) => requestHash("POST", "/v1/bookings", { reference });
  async function send(reference: string, cut: "before" | "after" | "no"): Promise<string> {
    const done = await store.tx(async (tx) => {
      const answered = await once(
        tx,
        { uid: shop.account.uid, key: `key-${reference}`, hash: hash(reference) },
        async (): Promise<Answered> => {
          const made = await bookByKey(tx, limitsAsked, { ...asked, reference }, site, now);
          if ("refused" in made) throw new Error(made.detail);
          return { status: 201, body: made.booked.id };
        },
        now,
      );
      // The process dies, or the connection does, before the COMMIT.
      if (cut === "before") throw new Error("cut");
      return answered;
    });
    // It was saved, and nobody heard of it.
    if (cut === "after" || "refused" in done) throw new Error("cut");
    return String(done.body);
  }
  for (let order = 0; order < ORDERS; order += 1) {
    const reference = String(order);
    const cuts = [
      order % 2 ? "before" : "no",
      order % 3 ? "after" : "no",
      order % 5 ? "before" : "after",
      "no",
    ] as const;
    const first = await Promise.allSettled(cuts.map((cut) => send(reference, cut)));
    const answers = first.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    answers.push(await send(reference, "no"));
    expect(new Set(answers).size, reference).toBe(1);
  }
  expect(office.staff("SELECT count(*) AS count FROM staff_unpaid_by_shops")).toEqual([{ count: ORDERS }]);

  const other = { uid: shop.account.uid, key: "key-1", hash: hash("another body") };
  const refused = await store.tx((tx) => once(tx, other, async () => ({ status: 201, body: "" }), now));
  expect(refused).toMatchObject({ refused: "key-reused" });
  // After seven days the key is forgotten; the reference is not.
  const later = new Date(now.getTime() + 8 * DAYS);
  await store.tx((tx) => forgetDone(tx, later));
  await expect(send("1", "no")).rejects.toThrow("There is a booking with the reference 1");
});

test("a refusal isn't kept, an answer of more than seven days isn't given, and without a key nothing is", async () => {
  const office = await anOffice();
  const { uid } = (await office.joined("shop@example.co.za", now)).account;
  const ask = (outcome: Answered | { refused: "wrong-fields"; detail: string }, at = now, key: string | null = "k") =>
    office.store.tx((tx) => once(tx, { uid, key, hash: "h" }, async () => outcome, at));
  const refusal = { refused: "wrong-fields", detail: "weight must be a number." } as const;
  expect(await ask(refusal)).toEqual(refusal);
  const first = { status: 201, body: { id: "1" }, location: "/v1/bookings/1" };
  expect(await ask(first)).toEqual({ ...first, replayed: false });
  const second = { status: 201, body: { id: "2" } };
  const justIn = new Date(now.getTime() + 7 * DAYS - 1);
  expect(await ask(second, justIn)).toEqual({ ...first, replayed: true });
  expect(await ask(second, new Date(now.getTime() + 7 * DAYS))).toEqual({ ...second, replayed: false });
  expect(await ask(second, now, null)).toEqual({ ...second, replayed: false });
  expect(await ask(first, now, null)).toEqual({ ...first, replayed: false });
});
