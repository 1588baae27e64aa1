import { describe, expect, test } from "vitest";
import { foreignQuoteSchemas } from "#app/domain/prices/contract/foreign-answers";
import { aQuote } from "../../../support/a-pricing-service";

type Kind = keyof typeof foreignQuoteSchemas;
const kinds: Kind[] = ["local", "international"];
const deliveryDays = { least: 1, most: 2 };
const good = aQuote({ meta: { deliveryDays } });

/** The paths of all fields: `meta.from.city`. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name));
}

/** The good price with one field changed; `undefined` leaves it out. */
function withField(path: string, instead: unknown): object {
  const changed = structuredClone(good) as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop() ?? "";
  const inner = names.reduce((object, name) => object[name] as Record<string, unknown>, changed);
  if (instead === undefined) delete inner[last];
  else inner[last] = instead;
  return changed;
}

const daysOf = (kind: Kind, days: unknown) => {
  const price = foreignQuoteSchemas[kind].parse(withField("meta.deliveryDays", days));
  return price.ok ? price.meta.deliveryDays : price;
};

describe("another service's price", () => {
  const always = [
    "ok",
    "pricing.perUnit.transport",
    "pricing.perUnit.fuel",
    "pricing.perUnit.packaging",
    "pricing.totals.transport",
    "pricing.totals.fuel",
    "pricing.totals.packaging",
    "pricing.totals.subtotalExVat",
    "pricing.totals.vat",
    "pricing.totals.grandTotal",
    "pricing.surcharges.fuelRate",
    "meta.quantity",
    "meta.selectedBoxId",
    "meta.boxName",
  ];
  const ofItsKind = {
    local: ["pricing.perUnit.base", "pricing.perUnit.linehaul"],
    international: ["pricing.perUnit.pickupLocal", "pricing.perUnit.intlBase"],
  };

  test.each(kinds)("(%s) needs what we charge, check or show, and no other field", (kind) => {
    const needed = [...always, ...ofItsKind[kind]].toSorted();
    const refuses = (instead: unknown) =>
      fieldsOf(good).filter((path) => !foreignQuoteSchemas[kind].safeParse(withField(path, instead)).success);
    expect(refuses(undefined).toSorted()).toEqual(needed);
    expect(refuses(null).toSorted()).toEqual(needed);
    expect(refuses([]).toSorted()).toEqual(needed);
    for (const whole of ["formatted", "meta.from", "meta.to"])
      expect(foreignQuoteSchemas[kind].safeParse(withField(whole, undefined)).success).toBe(true);
  });

  test("has no parts of the other kind, which the bill would show", () => {
    const perUnit = { ...good.pricing.perUnit, linehaul: 3, pickupLocal: 1, intlBase: 2 };
    const partsOf = (kind: Kind) => {
      const price = foreignQuoteSchemas[kind].parse(withField("pricing.perUnit", perUnit));
      return price.ok && price.pricing.perUnit;
    };
    expect(partsOf("local")).toMatchObject({ base: 80, linehaul: 3, pickupLocal: 0, intlBase: 0 });
    expect(partsOf("international")).toMatchObject({ base: 0, linehaul: 0, pickupLocal: 1, intlBase: 2 });
  });

  test("may name its box by a number, as its list does", () => {
    const price = foreignQuoteSchemas.local.parse(withField("meta.selectedBoxId", 7));
    expect(price).toMatchObject({ meta: { selectedBoxId: "7" } });
  });

  test.each(kinds)("(%s) has delivery days only if these can be", (kind) => {
    for (const can of [deliveryDays, { least: 2, most: 2 }, { least: 1, most: 250 }])
      expect(daysOf(kind, can)).toEqual(can);
    const cannot = [
      { least: 0, most: 1 },
      { least: 9, most: 2 },
      { least: 1, most: 251 },
      { least: 1.5, most: 2 },
    ];
    for (const each of [...cannot, { least: 1 }, "2 days", null, undefined]) expect(daysOf(kind, each)).toBeUndefined();
  });
});
