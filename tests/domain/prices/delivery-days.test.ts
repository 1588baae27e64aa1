import { describe, expect, test } from "vitest";
import { abroadDays, localDays } from "#app/domain/prices/delivery-days";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { changeHoliday, holidaysToCome } from "#app/domain/prices/proclaimed-holidays.server";
import { changeRate } from "#app/domain/prices/rate-changes.server";
import { arrivalInWords, daysInWords, usualArrival } from "#app/domain/prices/usual-arrival";
import { usualDelivery } from "#app/domain/prices/usual-delivery.server";
import { aStore } from "../../support/a-store";
import { aCard, katlehong, khayelitsha, soweto } from "./builders";

const none = new Set<string>();
const SUNDAY = new Date("2026-11-22T10:00:00Z");

describe("a route takes", () => {
  const card = aCard({
    daysByRoute: new Map([
      ["metro-metro", { least: 1, most: 2 }],
      ["metro-town", { least: 2, most: 3 }],
      ["between-regions", { least: 1, most: 1 }],
      ["abroad-10", { least: 7, most: 12 }],
    ]),
  });

  test("the time for its two zones, the same in both directions", () => {
    const town = { region: "GP", zone: "town" };
    expect(localDays(katlehong, soweto, card)).toEqual({ least: 1, most: 2 });
    expect(localDays(katlehong, town, card)).toEqual({ least: 2, most: 3 });
    expect(localDays(town, katlehong, card)).toEqual({ least: 2, most: 3 });
  });

  test("more if the regions differ", () => {
    expect(localDays(katlehong, khayelitsha, card)).toEqual({ least: 2, most: 3 });
  });

  test("the days are unknown if the card doesn't have them", () => {
    expect(localDays(katlehong, { region: "GP", zone: "remote" }, card)).toBeNull();
    expect(localDays(katlehong, khayelitsha, aCard())).toBeNull();
    expect(abroadDays({ numericZone: 3 }, card)).toBeNull();
    expect(abroadDays({ numericZone: 10 }, card)).toEqual({ least: 7, most: 12 });
  });
});

describe("in words", () => {
  test("weekdays with their dates; the month once", () => {
    const arrival = usualArrival("2026-11-23", { least: 1, most: 3 }, none);
    expect(arrivalInWords(arrival, "2026-11-22")).toBe("Usually Tuesday 24 to Thursday 26 November");
  });

  test("over the end of a month", () => {
    const arrival = usualArrival("2026-11-26", { least: 1, most: 3 }, none);
    expect(arrivalInWords(arrival, "2026-11-22")).toBe("Usually Friday 27 November to Tuesday 1 December");
  });

  test("a planned day is expected", () => {
    const planned = { first: "2026-11-24", last: "2026-11-24", isPlanned: true } as const;
    expect(arrivalInWords(planned, "2026-11-24")).toBe("Expected today, Tuesday 24 November");
    expect(arrivalInWords(planned, "2026-11-23")).toBe("Expected on Tuesday 24 November");
  });

  test("one day is one day", () => {
    const arrival = usualArrival("2026-11-23", { least: 1, most: 1 }, none);
    expect(arrivalInWords(arrival, "2026-11-22")).toBe("Usually Tuesday 24 November");
    expect(daysInWords({ least: 1, most: 1 })).toBe("usually 1 working day");
    expect(daysInWords({ least: 2, most: 3 })).toBe("usually 2 to 3 working days");
    expect(daysInWords({ least: 2, most: 2 })).toBe("usually 2 working days");
  });
});

describe("a parcel usually arrives", () => {
  test("counted from the customer's collection day, or else from the next working day", async () => {
    const { read } = await aStore();
    const days = { least: 1, most: 2 };
    expect(await usualDelivery(read, days, { since: SUNDAY }, SUNDAY)).toBe(
      "Usually Tuesday 24 to Wednesday 25 November",
    );
    expect(await usualDelivery(read, days, { day: "2026-11-24", since: SUNDAY }, SUNDAY)).toBe(
      "Usually Wednesday 25 to Thursday 26 November",
    );
  });

  test("never on a day that staff have added to the holidays", async () => {
    const store = await aStore();
    const added = await store.tx((tx) => changeHoliday(tx, "2026-11-24", "Local elections", SUNDAY));
    expect(added).toEqual({ ok: true, before: null });
    expect(await usualDelivery(store.read, { least: 1, most: 1 }, { since: SUNDAY }, SUNDAY)).toBe(
      "Usually Wednesday 25 November",
    );
    const [next] = await holidaysToCome(store.read, SUNDAY);
    expect(next).toEqual({ day: "2026-11-24", name: "Local elections", isProclaimed: true });
    await store.tx((tx) => changeHoliday(tx, "2026-11-24", null, SUNDAY));
    expect(await usualDelivery(store.read, { least: 1, most: 1 }, { since: SUNDAY }, SUNDAY)).toBe(
      "Usually Tuesday 24 November",
    );
  });

  test("nothing for days that have passed", async () => {
    const { read } = await aStore();
    const late = new Date("2026-12-01T10:00:00Z");
    expect(await usualDelivery(read, { least: 1, most: 2 }, { since: SUNDAY }, late)).toBeNull();
    const on = (day: string) => new Date(`${day}T10:00:00Z`);
    const shown = (day: string) => usualDelivery(read, { least: 1, most: 2 }, { since: SUNDAY }, on(day));
    expect(await shown("2026-11-25")).toBe("Usually Tuesday 24 to Wednesday 25 November");
    expect(await shown("2026-11-26")).toBeNull();
  });
});

describe("staff", () => {
  const quote = { fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true };

  test("change a route's days like a rate, and the next quote has them", async () => {
    const store = await aStore();
    const pricing = embeddedPricing(store, () => SUNDAY);
    const daysNow = async () => {
      const answer = await pricing.quoteLocal(quote);
      return answer.ok ? answer.meta.deliveryDays : null;
    };
    expect(await daysNow()).toEqual({ least: 1, most: 2 });
    const days = { kind: "days" as const, rateKey: "metro-metro", validFrom: "2026-11-22", isNew: false };
    await store.tx((tx) => changeRate(tx, { ...days, amount: { leastDays: 2, mostDays: 4 } }, SUNDAY));
    await expect.poll(daysNow).toEqual({ least: 2, most: 4 });
    await store.tx((tx) => changeRate(tx, { ...days, amount: null }, SUNDAY));
    await expect.poll(daysNow).toBeUndefined();
  });

  test("can't set impossible days, nor money for days, nor days for money", async () => {
    const store = await aStore();
    const refusal = (kind: "days" | "zone", rateKey: string, amount: Parameters<typeof changeRate>[1]["amount"]) =>
      store.tx((tx) => changeRate(tx, { kind, rateKey, validFrom: "2026-11-22", amount, isNew: false }, SUNDAY));
    const refused = { ok: false };
    expect(await refusal("days", "metro-metro", { leastDays: 0, mostDays: 2 })).toMatchObject(refused);
    expect(await refusal("days", "metro-metro", { leastDays: 3, mostDays: 2 })).toMatchObject(refused);
    expect(await refusal("days", "metro-metro", { leastDays: 1, mostDays: 61 })).toMatchObject(refused);
    expect(await refusal("days", "metro-metro", { amountCents: 100 })).toMatchObject(refused);
    expect(await refusal("zone", "metro", { leastDays: 1, mostDays: 2 })).toMatchObject(refused);
  });

  test("can't add a holiday that the law has already, or one in the past", async () => {
    const store = await aStore();
    const add = (day: string) => store.tx((tx) => changeHoliday(tx, day, "Ours", SUNDAY));
    expect(await add("2026-12-16")).toMatchObject({ ok: false });
    expect(await add("2026-11-21")).toMatchObject({ ok: false });
  });
});
