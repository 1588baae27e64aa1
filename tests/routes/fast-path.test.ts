import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aVerifiedCustomer } from "../support/a-customer";
import { openSite, type Site } from "../support/open-site";
import { routeNames } from "../support/route-files.mjs";
import { Visitor } from "../support/visitor";

/**
 * Pages with fixed addresses are answered without Remix's own handler (`server/fast-path/fast-path.ts`). `?index` is
 * Remix's way to choose between two routes at an address, so with it the same page comes from Remix's handler.
 */
const addresses = routeNames
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => file.replace(/\.tsx$/, ""))
  .filter((id) => !/[$[]/.test(id))
  .map(
    (id) =>
      `/${id
        .replace(/^_site\.?/, "")
        .replace(/\.?_index$/, "")
        .replaceAll(".", "/")}`,
  );

describe("every page is the same as from Remix's own handler", () => {
  let site: Site;
  let guest: Visitor;
  let customer: Visitor;
  beforeAll(async () => {
    site = await openSite();
    guest = new Visitor(site.url);
    // With a cookie the page isn't served from the cache.
    guest.cookies.set("any", { value: "1", path: "/" });
    customer = await aVerifiedCustomer(site, "thandi@example.co.za");
  });
  afterAll(() => site.stop());

  test.each([...new Set(addresses)])("%s", async (address) => {
    for (const visitor of [guest, customer]) {
      expect(await answer(visitor, address)).toEqual(await answer(visitor, `${address}?index`));
    }
  });

  async function answer(visitor: Visitor, address: string) {
    const response = await visitor.send(address, { headers: { "Accept-Encoding": "identity" } });
    const { date, etag, "content-length": _, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, html: inCommon(await response.text(), address) };
  }
});

/** Removes what depends on the address or the answer. On an address with a query, forms name it. */
function inCommon(html: string, address: string): string {
  return html
    .replaceAll(/(?:\?|%3F)index\b/g, "")
    .replaceAll(` action="${address.replace("?index", "")}"`, "")
    .replaceAll(/name="(?:ticket|id)" value="[^"]*"/g, "");
}
