import { beforeEach, describe, expect, test } from "vitest";
import {
  type CoverageSources,
  checkInternationalCoverage,
  checkLocalCoverage,
} from "#app/domain/prices/coverage-check";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import type { Place } from "#app/domain/prices/places";
import { openPlaces } from "#app/domain/prices/places.server";
import { aStore } from "../../support/a-store";
import { aPricing } from "./builders";

const clock = () => new Date("2026-11-21T08:00:00Z");
let sources: CoverageSources;
beforeEach(async () => {
  const store = await aStore();
  const pricing = embeddedPricing(store, clock);
  sources = { pricing, ownPricing: pricing, places: openPlaces(store, clock) };
});

const UNREACHED = "Could not check coverage right now. Please try again.";
/** Known to us, but not served; and a code that nobody has. */
const ROBBEN_ISLAND = "7400";
const NOBODYS = "9100";
const nearRobbenIsland = [
  { town: "Saldanha", code: "7395", province: "Western Cape" },
  { town: "Vredenburg", code: "7380", province: "Western Cape" },
  { town: "Milnerton and Du Noon", code: "7441", province: "Western Cape" },
];

describe("within the country", () => {
  const local = (fromPostal: string, toPostal: string) => checkLocalCoverage(sources, fromPostal, toPostal);

  test("both ends that we serve are named, and carried on to the booking", async () => {
    expect(await local("1431", "1804")).toEqual({
      ok: true,
      message: "Great! We can ship from Katlehong 1431 → Soweto 1804.",
      lead: { fromPostal: "1431", toPostal: "1804", fromCity: "Katlehong", toCity: "Soweto" },
    });
  });

  test("an end that we don't serve is named, with places nearby that we do serve", async () => {
    const unserved = { code: ROBBEN_ISLAND, town: "Robben Island", near: nearRobbenIsland };
    expect(await local(ROBBEN_ISLAND, "1804")).toEqual({
      ok: false,
      message: "We do not yet service the FROM postal code.",
      fields: ["fromPostal"],
      unserved: [{ field: "fromPostal", ...unserved }],
      lead: { fromPostal: ROBBEN_ISLAND, toPostal: "1804", fromCity: "", toCity: "Soweto" },
    });
    expect(await local("1431", ROBBEN_ISLAND)).toEqual({
      ok: false,
      message: "We do not yet service the TO postal code.",
      fields: ["toPostal"],
      unserved: [{ field: "toPostal", ...unserved }],
      lead: { fromPostal: "1431", toPostal: ROBBEN_ISLAND, fromCity: "Katlehong", toCity: "" },
    });
  });

  test("a suburb that was named is carried on, on its own side", async () => {
    const orlando = { town: "Orlando", city: "Soweto", code: "1804", province: "GP" } as Place;
    const { lead: none } = await local("1431", "1804");
    const { lead: to } = await checkLocalCoverage(sources, "1431", "1804", { toPostal: orlando });
    const { lead: from } = await checkInternationalCoverage(sources, "1804", "Brazil", { pickupPostal: orlando });
    expect([none, to, from].map((lead) => [lead?.fromSuburb, lead?.toSuburb])).toEqual([
      [undefined, undefined],
      [undefined, "Orlando"],
      ["Orlando", undefined],
    ]);
    expect(Object.keys(none ?? {})).toEqual(["fromPostal", "toPostal", "fromCity", "toCity"]);
  });

  test("two ends that we don't serve are both named; a code that nobody has has no town", async () => {
    expect(await local(NOBODYS, ROBBEN_ISLAND)).toEqual({
      ok: false,
      message: "Neither postal code is currently serviced.",
      fields: ["fromPostal", "toPostal"],
      unserved: [
        {
          field: "fromPostal",
          code: NOBODYS,
          town: null,
          near: [
            { town: "Prieska", code: "8940", province: "Northern Cape" },
            { town: "Bloemfontein Central", code: "9300", province: "Free State" },
            { town: "Heidedal", code: "9306", province: "Free State" },
          ],
        },
        { field: "toPostal", code: ROBBEN_ISLAND, town: "Robben Island", near: nearRobbenIsland },
      ],
      lead: { fromPostal: NOBODYS, toPostal: ROBBEN_ISLAND, fromCity: "", toCity: "" },
    });
  });

  test("a code that only the pricing service refuses is no neighbour of its own, nor of the other end", async () => {
    const refusing = { ...sources, pricing: aPricing({ coverage: async () => null }) };
    const { unserved } = (await checkLocalCoverage(refusing, "1431", "1448")) as { unserved: { near: Place[] }[] };
    const near = unserved.flatMap((place) => place.near.map(({ code }) => code));
    expect(near).toHaveLength(6);
    expect(near).not.toContain("1431");
    expect(near).not.toContain("1448");
    const own = await checkLocalCoverage(sources, "1431", "1448");
    expect(own.ok).toBe(true);
  });

  test.each([
    ["", "1804"],
    ["1431", ""],
    ["143", "1804"],
    ["1431", "18045"],
    ["", ""],
  ])("codes %j and %j aren't looked up", async (fromPostal, toPostal) => {
    expect(await checkLocalCoverage({ ...sources, pricing: aPricing() }, fromPostal, toPostal)).toEqual({
      ok: false,
      message: "Please enter valid 4-digit codes for both fields.",
      fields: ["fromPostal", "toPostal"],
    });
  });

  test.each([
    ["fails", {}],
    ["is empty", { countries: async () => [] }],
  ])("while the service's list %s, our own countries are taken, as in the wizard", async (_what, list) => {
    const { ownPricing } = sources;
    const pricing = aPricing({ coverage: (code) => ownPricing.coverage(code), ...list });
    const check = (country: string) => checkInternationalCoverage({ ...sources, pricing }, "1431", country);
    expect(await check("Brazil")).toMatchObject({ ok: true, lead: { toCountry: "Brazil" } });
    expect(await check("Uruguay")).toMatchObject({ ok: true, lead: { toCountry: "Uruguay" } });
    expect(await check("Wakanda")).toEqual({ ok: false, message: UNREACHED });
  });

  test("while the service can't be reached, the customer is asked to try again", async () => {
    const unreached = { ...sources, pricing: aPricing() };
    expect(await checkLocalCoverage(unreached, "1431", "1804")).toEqual({ ok: false, message: UNREACHED });
  });
});

describe("abroad", () => {
  const abroad = (pickupPostal: string, toCountry: string) =>
    checkInternationalCoverage(sources, pickupPostal, toCountry);

  test("the pickup and the country are named, the country as in our list", async () => {
    expect(await abroad("1431", "brazil")).toEqual({
      ok: true,
      message: "Pickup covered in Katlehong (1431). Destination: Brazil.",
      lead: { fromPostal: "1431", fromCity: "Katlehong", toCountry: "Brazil" },
    });
  });

  test("a pickup that we don't serve is named, with places nearby", async () => {
    expect(await abroad(ROBBEN_ISLAND, "Brazil")).toEqual({
      ok: false,
      message: "We do not yet service pickups in that postal code.",
      fields: ["pickupPostal"],
      unserved: [{ field: "pickupPostal", code: ROBBEN_ISLAND, town: "Robben Island", near: nearRobbenIsland }],
      lead: { fromPostal: ROBBEN_ISLAND, fromCity: "", toCountry: "Brazil" },
    });
  });

  test("a name of two countries is asked about", async () => {
    expect(await abroad("1431", "Congo")).toMatchObject({ message: "Do you mean Congo (Brazzaville) or Congo (DRC)?" });
  });

  test.each(["Wakanda", "Antarctica"])("%s is no country that we send to", async (toCountry) => {
    const answer = { ok: false, message: `We do not yet ship to ${toCountry}.`, fields: ["toCountry"] };
    expect(await abroad("1431", toCountry)).toEqual(answer);
    expect(await abroad(NOBODYS, toCountry)).toEqual(answer);
  });

  test.each(["South Africa", "za", " RSA "])("%s is not abroad", async (toCountry) => {
    expect(await abroad("1431", toCountry)).toEqual({
      ok: false,
      message: "South Africa is not abroad. Please check local coverage instead.",
      fields: ["toCountry"],
    });
  });

  test.each([
    ["", "", ["pickupPostal", "toCountry"]],
    ["143", "Brazil", ["pickupPostal"]],
    ["1431", " ", ["toCountry"]],
    ["1431", "", ["toCountry"]],
  ])("from %j to %j, only what is missing is to be corrected", async (pickupPostal, toCountry, fields) => {
    const message = "Enter pickup postal code and choose a destination country.";
    expect(await abroad(pickupPostal, toCountry)).toEqual({ ok: false, message, fields });
  });

  test("while the service can't be reached, the customer is asked to try again", async () => {
    const unreached = { ...sources, pricing: aPricing() };
    expect(await checkInternationalCoverage(unreached, "1431", "Brazil")).toEqual({ ok: false, message: UNREACHED });
  });
});
