import { afterAll, beforeAll, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { emailTo } from "../support/mailbox";
import { openSite, type Site } from "../support/open-site";
import { Visitor } from "../support/visitor";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.stop());

const EMAIL = "one-name@example.co.za";

/** Where a page or an email names a place of the route in its own words. What was typed as an address stays as it is. */
test("a place has one name on its route, whatever was typed as the city: from the price to the emails", async () => {
  const visitor = new Visitor(site.url);
  const named: Record<string, string | undefined> = {};
  const note = (where: string, how: RegExp) => {
    named[where] = how
      .exec(visitor.page?.text.replaceAll(/\s+/g, " ") ?? "")
      ?.slice(1)
      .join(" to ");
  };
  await visitor.open("/ship?check=price&fromPostal=1431&toPostal=1804");
  note("price by code", /ship from ([A-Z][a-z]+) 1431 → ([A-Z][a-z]+) 1804/);
  await visitor.open("/ship?check=price&fromPostal=Zonkizizwe&toPostal=Orlando East");
  note("price by name", /ship from ([A-Z][a-z]+) 1431 → ([A-Z][a-z]+) 1804/);
  await visitor.clickLink("Send a parcel");
  note("step 1", /([A-Z][a-z]+) 1431 to ([A-Z][a-z]+) 1804/);
  await aVerifiedCustomer(site, EMAIL, visitor);
  await visitor.open("/ship-local/addresses");
  const typed = {
    ...addresses,
    fromEmail: EMAIL,
    fromSuburb: "Zonkizizwe",
    fromCity: "Germiston",
    toCity: "Joburg South",
  };
  await visitor.press("Next", typed);
  note("step 2", /([A-Z][a-z]+) 1431 to ([A-Z][a-z]+) 1804/);
  await visitor.press("Calculate Quote", parcel);
  await visitor.press("Book This Collection", { confirm: "on" });
  note("pay", /([A-Z][a-z]+) to ([A-Z][a-z]+?) ?Flyer bag/);
  await visitor.press("Pay now");
  await visitor.press("Complete payment");
  const [, waybillNo = ""] = /(TH \d{3} \d{3} \d{3} \d)/.exec(visitor.page?.text ?? "") ?? [];
  await visitor.open(`/t/${waybillNo.replaceAll(/\s/g, "")}`);
  note("tracking", /Waybill TH [\d ]+, ([A-Z][a-z]+) to ([A-Z][a-z]+)/);
  await visitor.open("/dashboard");
  note("dashboard", /([A-Z][a-z]+) 1431 → ([A-Z][a-z]+) 1804/);
  const email = await emailTo(site.dataDir, EMAIL, /^Booking confirmed/);
  named.email = [/From: .*, Zonkizizwe, ([A-Z][a-z]+)/, /To: .*, Orlando East, ([A-Z][a-z]+)/]
    .map((how) => how.exec(email.text)?.[1])
    .join(" to ");
  expect(new Set(Object.values(named)), JSON.stringify(named)).toEqual(new Set(["Katlehong to Soweto"]));
  expect(Object.keys(named)).toHaveLength(8);
});
