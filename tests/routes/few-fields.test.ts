import { expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

/**
 * Counts a customer's effort from one page to a paid waybill: typed fields and pressed buttons and links. Ticks don't
 * count.
 */
class Effort {
  readonly fields = new Set<string>();
  presses = 0;
  constructor(readonly visitor: Visitor) {}

  /** Fills in what the page asks for and doesn't know yet, ticks what is given, and presses. */
  async press(button: string, ticks: Record<string, string> = {}) {
    const typed = Object.fromEntries(this.asked(button).map((name) => [name, answerTo(name)]));
    for (const name of Object.keys(typed)) this.fields.add(name);
    this.presses += 1;
    await this.visitor.press(button, { ...typed, ...ticks });
  }

  async follow(link: string) {
    this.presses += 1;
    await this.visitor.clickLink(link);
  }

  /** Required fields without an answer; a city comes from its postal code. */
  private asked(button: string): string[] {
    const buttons = this.visitor.page?.document.querySelectorAll("button") ?? [];
    const form = buttons.find(({ text }) => text.trim() === button)?.closest("form");
    return (form?.querySelectorAll("input[required]") ?? [])
      .filter((field) => !["radio", "checkbox", "hidden"].includes(field.getAttribute("type") ?? ""))
      .filter((field) => !field.getAttribute("value"))
      .map((field) => field.id)
      .filter((name) => !/City$/.test(name));
  }
}

const answers: Record<string, string> = { ...addresses, toPostal: "7784" };
const answerTo = (name: string) => answers[name] ?? "";

async function bookAndPay(effort: Effort) {
  await effort.press("Next");
  await effort.press("Calculate Quote", { selectedBoxId: parcel.selectedBoxId });
  await effort.press("Book This Collection", { confirm: "on" });
  await effort.press("Pay now");
  await effort.press("Complete payment");
  expect(effort.visitor.page?.text).toContain("Waybill created");
}

test("a guest types at most 10 fields, and presses at most 8 times, from home to paid", async () => {
  const effort = new Effort(new Visitor(site.url));
  await effort.visitor.open("/");
  await effort.press("Check and get a price");
  await effort.follow("Send a parcel");
  await bookAndPay(effort);
  expect([...effort.fields].sort()).toEqual(
    ["from", "to"].flatMap((party) => ["AddressLine", "Email", "Name", "Phone", "Postal"].map((name) => party + name)),
  );
  expect(effort.presses).toBeLessThanOrEqual(8);
});

test("an account types at most 7 fields", async () => {
  const effort = new Effort(await aVerifiedCustomer(site, "few@example.co.za"));
  await effort.visitor.open("/");
  await effort.press("Check and get a price");
  await effort.follow("Send a parcel");
  await bookAndPay(effort);
  expect(effort.fields.size).toBe(7);
  expect(effort.presses).toBeLessThanOrEqual(8);
});

test("a place without an address needs no field of its own: forms have as many as before", async () => {
  const typed = (visitor: Visitor, button: string) => {
    const form = visitor.page?.document
      .querySelectorAll("button")
      .find(({ text }) => text.trim() === button)
      ?.closest("form");
    const fields = form?.querySelectorAll("input:not([type=hidden]):not([type=checkbox]), select, textarea") ?? [];
    return fields.map((field) => field.getAttribute("name"));
  };
  const customer = await aVerifiedCustomer(site, "fields@example.co.za");
  await customer.open("/ship-local/addresses");
  const ofBoth = typed(customer, "Next");
  expect(ofBoth).toHaveLength(18);
  expect(ofBoth.filter((name) => /Landmark|place|code|lat|lon/i.test(name ?? ""))).toEqual([
    "fromLandmark",
    "toLandmark",
  ]);
  await customer.open("/address-book");
  expect(typed(customer, "Save address")).toHaveLength(11);
});
