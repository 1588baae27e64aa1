import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { aRegisteredCustomer } from "../support/a-customer";
import { failingPricing, goodAnswers, healthy, pricingElsewhere } from "../support/a-pricing-service";
import { openSite, siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests();
const asked = { fromPostal: "1459", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true };

/** What a call of the interface answers. */
async function sentBy(address: string, asked: object): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(site.url + address, { method: "POST", headers, body: JSON.stringify(asked) })).text();
}

/** The raw JSON of a panel, as a browser reads it: line breaks are one character, and the first of such a text is left out. */
function rawJson({ html }: Page, panel = "answer"): string {
  const document = parse(html.replaceAll(/\r\n?/g, "\n"));
  return document.querySelector(`#${panel} pre`)?.text.replace(/^\n/, "") ?? "";
}

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
  expect(rawJson(local)).toBe(await sentBy("/v1/quote/local", { ...asked, toPostal: "1868" }));
  const abroad = await visitor.press("Get international quote", { intlQuantity: "2" });
  expect(abroad.text).toMatch(/Total Due: R\u00a0\d/);
  expect(rawJson(abroad)).toBe(await sentBy("/v1/quote/international", { ...asked, toCountry: "Brazil", quantity: 2 }));

  const wrong = await visitor.press("Get local quote", { toPostal: "18" });
  expect(wrong.text).toContain("The TO postal code must have 4 digits.");
  expect(wrong.html).toContain('value="18"');
});

test("a refusal is shown by its status, and what was sent with it", async () => {
  const visitor = await aRegisteredCustomer(site, "refused@example.co.za");
  const refused = await visitor.open("/demo?call=local&toPostal=9100&selectedBoxId=flyer-bag");
  expect(refused.document.querySelector("#answer")?.text).toContain("HTTP 422 – Unprocessable Entity");
  expect(rawJson(refused)).toBe('{"ok":false,"error":"We do not yet service the TO postal code."}');
});

test("another service's answers are shown as they were sent", async () => {
  const sent: Record<string, { status: number; text: string }> = {
    "/health": { status: 503, text: '{"ok": false,\t"waits for":  "Łódź & <b>Ñ</b>"}' },
    "/v1/boxes": { status: 200, text: `\n\r\n${JSON.stringify(goodAnswers["/v1/boxes"], null, 3)}\r\t ` },
    "/v1/quote/local": { status: 404, text: '{"message":"\\u0078\u2028", "message":1.50}\r\n\n' },
  };
  const service = await pricingElsewhere((request, response) => {
    const answer = sent[request.url ?? ""];
    if (!answer) return healthy(request, response);
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.text);
  });
  const elsewhere = await openSite({ PRICING_API_URL: service.url });
  const visitor = await aRegisteredCustomer(elsewhere, "demo@example.co.za");
  const demo = await visitor.open("/demo?call=local&selectedBoxId=crate");
  expect(demo.document.querySelector("#answer .notice")?.text).toBe("HTTP 404 – Not Found");
  expect(rawJson(demo, "health")).toBe(sent["/health"]?.text);
  expect(rawJson(demo, "boxes")).toBe(sent["/v1/boxes"]?.text);
  expect(rawJson(demo)).toBe(sent["/v1/quote/local"]?.text);
  await elsewhere.stop();
  await service.stop();
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
