import { expect, test } from "vitest";
import type { Usable } from "#app/domain/office/usable.server";
import type { Command } from "#app/staff/command";
import { commands } from "#app/staff/commands/all";
import { openCommand } from "#app/staff/office/command-page.server";
import { deskForEachTest } from "../support/a-desk";
import { officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);

test("who works out a price sees what it is for, the nearest place's price, and by when it was promised", async () => {
  const asked = {
    parcel: { parcelDesc: "Beads", weight: 2 },
    addresses: { toPostal: "9100", toCity: "Nieu-Bethesda", toSuburb: "" },
  };
  const { quoteNo } = await office.booked(asked);
  const said = await desk.ask("price", "quote", quoteNo, "R", "350", "--dry-run");
  const fields = said.kind === "done" ? said.fields : undefined;
  expect(fields).toMatchObject({
    to: "Nieu-Bethesda 9100",
    contents: "Beads",
    weight: "2 kg",
    why_by_hand: "We do not yet service the TO postal code.",
    promised_by: expect.stringMatching(/^17:00 on \w+ \d+ \w+$/),
    price_of_the_nearest_place: expect.stringMatching(/^R\u00a0\d+,\d\d to .+ \d{4}$/),
  });

  const page = await openCommand(priceQuote(), { quote: quoteNo }, desk.desk, false);
  const known = "page" in page ? page.page.known : [];
  expect(known?.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["From", "To", "Box", "Contents", "Why by hand", "Promised by"]),
  );
  expect(known?.find(({ label }) => label === "Price of the nearest place")?.text).toBe(
    fields?.price_of_the_nearest_place,
  );
});

test("a quote that isn't known shows nothing, and no price of a nearest place where both ends are served", async () => {
  const page = await openCommand(priceQuote(), { quote: "Q00000000" }, desk.desk, false);
  expect("page" in page && page.page.known).toBeUndefined();
  const { quoteNo } = await office.booked();
  const served = await openCommand(priceQuote(), { quote: quoteNo }, desk.desk, false);
  const labels = "page" in served ? served.page.known?.map(({ label }) => label) : [];
  expect(labels).toContain("From");
  expect(labels).not.toContain("Price of the nearest place");
});

function priceQuote(): Usable<Command> {
  const found = commands.find(({ name }) => name === "price quote");
  return found as Usable<Command>;
}
