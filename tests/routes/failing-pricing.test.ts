import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, type TestContext, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { inTheFile } from "../support/a-guest";
import { answerWith, aQuote, failingPricing, failures, healthy, pricingElsewhere } from "../support/a-pricing-service";
import { openSite, type Site } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

const box = { name: "Crate", dimensions: { l: 10, w: 20, h: 30 }, maxWeightKg: 5, cost: 9.5 };
const nothing = { base: 0, transport: 0, fuel: 0, packaging: 0 };

async function siteWith(failure: string, { onTestFinished }: Pick<TestContext, "onTestFinished">) {
  const service = await failingPricing(failure);
  const site = await openSite({ PRICING_API_URL: service.url });
  onTestFinished(async () => {
    await site.stop();
    await service.stop();
  });
  return { visitor: new Visitor(site.url), site, service };
}

/** A page that isn't an error. Its time is tested with the client and the home page. */
async function sound(page: Promise<Page>): Promise<Page> {
  const shown = await page;
  expect(shown.status).toBeLessThan(500);
  expect(shown.text).not.toMatch(/Unexpected Application Error|undefined|NaN|\[object/);
  return shown;
}

// Side by side: nearly all of their time they wait for a service that doesn't answer.
describe.concurrent.each(Object.keys(failures))("while the pricing service fails (%s)", (failure) => {
  test("the page of boxes, coverage and countries says so and still works", async (context) => {
    const { visitor } = await siteWith(failure, context);
    await sound(visitor.open("/"));
    const information = await sound(visitor.open("/ship"));
    expect(information.text).toContain("No box data available right now.");
    expect(information.text).toContain("Using offline country list (API unavailable).");

    const local = await sound(visitor.press("Check local coverage", { fromPostal: "1431", toPostal: "1804" }));
    expect(local.text).toContain("Could not check coverage right now. Please try again.");
    expect(local.html).toMatch(/value="1431"[\s\S]*value="1804"/);

    const abroad = await sound(
      visitor.press("Check international coverage", { pickupPostal: "1459", toCountry: "Brazil" }),
    );
    expect(abroad.text).toContain("Could not check coverage right now. Please try again.");
    expect(abroad.html).toContain('value="1459"');
    expect(abroad.html).toMatch(/<option[^>]*selected=""[^>]*>Brazil/);
  });

  test.for([
    ["local", {}],
    ["international", { toCountry: "Brazil", toPostal: "20040", toCity: "Rio de Janeiro" }],
  ] as const)(
    "a %s wizard leads to a manual quote, which is saved with everything typed",
    async ([type, changes], context) => {
      const { visitor, site, service } = await siteWith(failure, context);
      await sound(visitor.open("/ship/addresses"));
      if (type === "international") {
        const abroad = await sound(visitor.press("Send to another country", addresses));
        expect(abroad.text).toContain("Using offline country list (API unavailable).");
      }
      const parcelStep = await sound(visitor.press("Next", { ...addresses, ...changes }));
      expect(parcelStep.text).toMatch(/Flyer bag.*Stock 3.*Stock 2/);
      // The failure is ours and not the route's.
      expect(parcelStep.text).not.toContain("There is no instant price for this route.");

      const review = await sound(visitor.press("Calculate Quote", parcel));
      expect(review.text).toContain("Instant price not available");
      expect(review.text).toContain("Request Manual Quote");
      expect(review.text).not.toContain("This route isn't available");
      for (const typed of ["Thandi Nkosi", "Stand 1423, Mphuti Street", "School shoes", "Flyer bag"]) {
        expect(review.text).toContain(typed);
      }
      const saved = quotesIn(site);
      expect(saved).toEqual([expect.objectContaining({ type, api_base: service.url, grand_total_cents: null })]);
      // An answer that isn't JSON is reported as "HTTP 200" (specification section 8), unless the open circuit prevented
      // the call.
      const isAnswer = ["500", "502 with HTML", "200 with HTML", "redirect loop"].includes(failure);
      expect(isAnswer ? ["manual", "error"] : ["error"]).toContain(saved[0]?.status);

      const asked = await sound(visitor.press("Request Manual Quote", { confirm: "on" }));
      expect(asked.text).toContain("We have your request");
      expect(quotesIn(site)).toHaveLength(1);
    },
  );
});

test.each([
  ["doesn't add up", { totals: { grandTotal: 120 } }],
  ["is zero", { perUnit: nothing, totals: { ...nothing, subtotalExVat: 0, vat: 0, grandTotal: 0 } }],
])("a price that %s is told as our trouble, never as the route's", async (_, changes) => {
  const wrong = aQuote({ ...changes, meta: { selectedBoxId: "crate" } });
  const service = await pricingElsewhere((request, response) =>
    request.url?.startsWith("/v1/quote") ? answerWith(response, 200, wrong) : healthy(request, response),
  );
  const site = await openSite({ PRICING_API_URL: service.url });
  onTestFinished(async () => {
    await site.stop();
    await service.stop();
  });
  const visitor = new Visitor(site.url);
  await sound(visitor.open("/ship/addresses"));
  await sound(visitor.press("Next", addresses));
  const review = await sound(visitor.press("Calculate Quote", { ...parcel, selectedBoxId: "crate" }));
  expect(review.text).toContain("Instant price not available");
  expect(review.text).not.toMatch(/isn't available for instant pricing|person to check/);
  expect(quotesIn(site)).toEqual([expect.objectContaining({ status: "error", grand_total_cents: null })]);
});

test("a journey asks one quote for each box that it shows, and one more for the price to agree to", async () => {
  const boxes = ["crate", "b".repeat(100)].map((id) => ({ ...box, id }));
  const service = await pricingElsewhere(async (request, response) => {
    if (request.url === "/v1/boxes") return answerWith(response, 200, boxes);
    if (!request.url?.startsWith("/v1/quote")) return healthy(request, response);
    const { selectedBoxId } = (await json(request)) as { selectedBoxId: string };
    answerWith(response, 200, aQuote({ meta: { selectedBoxId } }));
  });
  const site = await openSite({ PRICING_API_URL: service.url });
  onTestFinished(async () => {
    await site.stop();
    await service.stop();
  });
  const quotesAsked = () => service.asked.filter((each) => each.includes("/v1/quote/")).length;
  const visitor = new Visitor(site.url);
  const price = await visitor.open("/ship?check=price&fromPostal=1431&toPostal=1804&selectedBoxId=crate");
  expect(price.text).toContain("R\u00a0115,00 in a Crate");
  expect(quotesAsked()).toBe(2);
  await visitor.open(price.document.querySelector(".notice.good a")?.getAttribute("href") ?? "");
  const step = await visitor.press("Next", addresses);
  expect(step.document.querySelectorAll(".price").map(({ text }) => text)).toEqual(
    expect.arrayContaining(["R\u00a0115,00", "R\u00a0115,00"]),
  );
  expect(quotesAsked()).toBe(2);
  const review = await visitor.press("Calculate Quote", { ...parcel, selectedBoxId: "b".repeat(100) });
  expect(review.text).toContain("R\u00a0115,00, all included");
  expect(quotesAsked()).toBe(3);
});

type SavedQuote = { type: string; status: string; api_base: string; grand_total_cents: number | null };

function quotesIn(site: Site): SavedQuote[] {
  return inTheFile(site, "SELECT type, status, api_base, grand_total_cents FROM quotes");
}
