import { expect, test } from "vitest";
import {
  goesAbroad,
  internationalShipment,
  journeyAt,
  journeys,
  localShipment,
  position,
  publicQuote,
  stepTitle,
} from "#app/http/wizard/journey";
import { importAsNode } from "../support/import-as-node.mjs";

test("the public wizard has the specification's three steps, at its addresses", () => {
  expect(Object.values(publicQuote.steps).map(({ path, title }) => [path, title])).toEqual([
    ["/ship/addresses", "Addresses"],
    ["/ship/parcel", "Parcel Details"],
    ["/ship/review", "Review & Confirm"],
  ]);
  expect(publicQuote.steps.review.path).toBe("/ship/review");
  expect(position(publicQuote, "parcel")).toBe(2);
});

test("the signed-in wizards have the specification's steps, at its addresses, in this order", () => {
  const pathsOf = ({ steps }: typeof publicQuote) =>
    Object.values(steps).map(({ name, path, title }) => [name, path, title]);
  expect(pathsOf(localShipment)).toEqual([
    ["addresses", "/ship-local/addresses", "Addresses"],
    ["parcel", "/ship-local/parcel", "Parcel"],
    ["review", "/ship-local/summary", "Summary"],
  ]);
  expect(pathsOf(internationalShipment)).toEqual([
    ["addresses", "/ship-Inter/addresses", "Addresses"],
    ["parcel", "/ship-Inter/parcel", "Parcel Details"],
    ["review", "/ship-Inter/review", "Review & Confirm"],
  ]);
});

test("a page's title has the wizard and the step", () => {
  expect(stepTitle(publicQuote, "parcel")).toBe("Parcel details, step 2 of 3");
  expect(stepTitle(localShipment, "review")).toBe("Local parcel: summary, step 3 of 3");
});

test("an address belongs to its wizard in any letter case, and any other to none", () => {
  expect(journeyAt("/ship/parcel")).toBe(publicQuote);
  expect(journeyAt("/SHIP-LOCAL")).toBe(localShipment);
  expect(journeyAt("/ship-inter/review/more")).toBe(internationalShipment);
  expect(() => journeyAt("/shipping/parcel")).toThrow("/shipping/parcel");
});

test("the wizard decides where a parcel goes, in the public one the customer", () => {
  expect(goesAbroad(publicQuote)).toBe(false);
  expect(goesAbroad(publicQuote, "South Africa")).toBe(false);
  expect(goesAbroad(publicQuote, "Brazil")).toBe(true);
  expect(goesAbroad(publicQuote, "")).toBe(true);
  expect(goesAbroad(localShipment, "Brazil")).toBe(false);
  expect(goesAbroad(internationalShipment)).toBe(true);
});

test("remix.config.js has a page at every step of every wizard", async () => {
  const { default: config } = await importAsNode<{ default: { routes: (given: unknown) => unknown } }>(
    "../../remix.config.js",
  );
  const found: string[] = [];
  let base = "";
  const route = (address: string | undefined, file: string, ...rest: unknown[]) => {
    found.push([base, address].filter(Boolean).join("/"), file);
    const children = rest.find((each) => typeof each === "function");
    if (!children) return;
    base = `/${address}`;
    children();
    base = "";
  };
  await config.routes((add: (define: typeof route) => void) => add(route));
  for (const { steps } of Object.values(journeys))
    for (const { path, name } of Object.values(steps))
      expect(found.slice(found.indexOf(path)).slice(0, 2)).toEqual([path, `routes/wizard.${name}/route.tsx`]);
});
