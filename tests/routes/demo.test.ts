import { expect, test } from "vitest";
import { aRegisteredCustomer } from "../support/a-customer";
import { failingPricing, healthy, pricingElsewhere } from "../support/a-pricing-service";
import { openSite, siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

test("the demo is for signed-in people", async () => {
  const page = await new Visitor(site.url).open("/demo");
  expect(new URL(page.url).pathname + new URL(page.url).search).toBe("/login?next=%2Fdemo");
});

test("it shows health and boxes, and prices the specification's examples, without scripts", async () => {
  const visitor = await aRegisteredCustomer(site, "demo@example.co.za");
  const demo = await visitor.open("/demo");
  expect(demo.text).toContain("The service is up.");
  expect(demo.text).toMatch(/\d boxes/);
  expect(demo.html).toMatch(/value="1459"[\s\S]*value="1868"[\s\S]*<option[^>]*selected=""[^>]*>Brazil/);

  const local = await visitor.press("Get local quote");
  expect(local.text).toMatch(/Total Due: R\u00a0\d/);
  expect(local.html).toContain("&quot;grandTotal&quot;");
  const abroad = await visitor.press("Get international quote", { intlQuantity: "2" });
  expect(abroad.text).toMatch(/Total Due: R\u00a0\d/);
  expect(abroad.html).toContain("&quot;Brazil&quot;");

  const wrong = await visitor.press("Get local quote", { toPostal: "18" });
  expect(wrong.text).toContain("The TO postal code must have 4 digits.");
  expect(wrong.html).toContain('value="18"');
});

test("a failing service is shown by its status", async () => {
  const service = await failingPricing("502 with HTML");
  const failing = await openSite({ PRICING_API_URL: service.url });
  const visitor = await aRegisteredCustomer(failing, "demo@example.co.za");
  // Right away, because after four failures the circuit opens, and there is no status to show.
  const demo = await visitor.open("/demo?call=local&fromPostal=1431&toPostal=1804&quantity=1&selectedBoxId=flyer-bag");
  expect(demo.text).toContain("Using offline country list (API unavailable).");
  expect(demo.document.querySelector("#answer")?.text).toContain("HTTP 502 – Bad Gateway");
  await failing.stop();
  await service.stop();
});

test("the JSON is what the service sent, byte for byte, of a price, of lists and of a refusal", async () => {
  const refusal = '{ "message":"no such route",\t"hint" : 1.50 }';
  const boxes =
    '[ {"id":"crate","name":"Crate","length":10,"width":20,"height":30,"weightLimit":5,"cost":9.50,"colour":"red"} ]';
  const service = await pricingElsewhere((request, response) => {
    if (request.url === "/v1/quote/local") return void response.writeHead(404).end(refusal);
    if (request.url === "/v1/boxes") return void response.writeHead(200).end(boxes);
    healthy(request, response);
  });
  const elsewhere = await openSite({ PRICING_API_URL: service.url });
  const visitor = await aRegisteredCustomer(elsewhere, "demo@example.co.za");
  const demo = await visitor.open("/demo?call=local&fromPostal=1431&toPostal=1804&quantity=1&selectedBoxId=crate");
  expect(demo.document.querySelector("#answer")?.text).toContain("HTTP 404 – Not Found");
  expect(demo.document.querySelector("#answer pre")?.text).toBe(refusal);
  expect(demo.document.querySelector("#boxes")?.text).toContain("1 box");
  expect(demo.document.querySelector("#boxes pre")?.text).toBe(boxes);
  await elsewhere.stop();
  await service.stop();
});
