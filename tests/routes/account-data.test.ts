import { expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { siteForAllTests } from "../support/open-site";

const site = siteForAllTests();

test("a customer downloads their data six times a day, and is then told to come back", async () => {
  const customer = await aVerifiedCustomer(site, "nomsa@example.co.za");
  for (let times = 1; times <= 6; times += 1) {
    const file = await customer.send("/account/data", {});
    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
    expect(await file.json()).toMatchObject({ account: { email: "nomsa@example.co.za" }, quotes: [] });
  }
  const page = await customer.open("/account/data");
  expect(page.text).toContain("You have downloaded your data six times since yesterday. Please try again tomorrow.");
});
