import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPostgres } from "#db/dialect";
import { compressed } from "../../server/compression";
import { aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { goodAnswers, type PricingElsewhere, pricingElsewhere } from "../support/a-pricing-service";
import { openSite, type Site } from "../support/open-site";
import { pricesAreRead } from "../support/prices-are-read";
import { freePort } from "../support/running-site";
import { Visitor } from "../support/visitor";

let site: Site;
beforeAll(async () => {
  const port = await freePort();
  // As on a site for customers; without it, pages contain the host of the request.
  site = await openSite({ PORT: String(port), APP_URL: `http://localhost:${port}` });
});
afterAll(() => site.stop());

const cachedPages = "/ /track /contact /privacy /terms /business /developers /ship /ship/addresses".split(" ");
const cachedAddresses = [...cachedPages, "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"];

async function seen(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(site.url + path, { headers })).text();
}

/** A change that the triggers don't see, so that a cached page doesn't show it. */
function unseen(statement: string): void {
  if (isPostgres) {
    inTheFile(site, `SET session_replication_role = replica; ${statement}`);
    return;
  }
  const [trigger] = inTheFile<{ sql: string }>(
    site,
    "SELECT sql FROM sqlite_master WHERE name = 'count_update_of_boxes'",
  );
  inTheFile(site, "DROP TRIGGER count_update_of_boxes");
  inTheFile(site, statement);
  inTheFile(site, trigger?.sql ?? expect.fail("no trigger"));
}

async function forget(): Promise<void> {
  inTheFile(site, "UPDATE price_changes SET changes = changes + 1");
  await pricesAreRead();
}

describe("a cached page", () => {
  test.each(cachedAddresses)(
    "%s is made anew as it was: nothing in it is random, timed or one visitor's",
    async (path) => {
      await forget();
      const first = await seen(path, {
        "User-Agent": "zebra-agent",
        "Accept-Language": "zebra-language",
        Referer: "http://zebra.example/",
        "X-Forwarded-For": "203.0.113.77",
      });
      await forget();
      const second = await fetch(site.url.replace("localhost", "127.0.0.1") + path);
      expect(await second.text()).toBe(first);
      expect(second.headers.has("set-cookie")).toBe(false);
      expect(first).not.toMatch(/zebra|203\.0\.113\.77|127\.0\.0\.1/);
    },
  );

  test.each(cachedPages)("is compressed as well as can be, because it is kept: %s", async (path) => {
    const answer = await fetch(site.url + path, { headers: { "Accept-Encoding": "br" } });
    const best = await compressed(Buffer.from(await answer.text()), "br", "best");
    expect(Number(answer.headers.get("Content-Length"))).toBe(best.length);
  });

  test("isn't rendered again when a quote is saved, and shows nothing of it", async () => {
    await forget();
    const pages = () => Promise.all(cachedAddresses.map((path) => seen(path)));
    // A page that had to do without prices, on a busy machine, isn't kept.
    await pages();
    const before = await pages();
    unseen("UPDATE boxes SET name = 'Zebra bag' WHERE id = 'flyer-bag'");
    const guest = await aGuestAtTheReview(site);
    expect(guest.page?.text).toContain("R\u00a0");
    expect(await pages()).toEqual(before);

    await forget();
    expect(await seen("/ship")).toContain("Zebra bag");
    inTheFile(site, "UPDATE boxes SET name = 'Flyer bag' WHERE id = 'flyer-bag'");
  });

  test("isn't shown to somebody with a draft, and never contains one", async () => {
    const guest = await aGuestAtTheReview(site);
    const own = await guest.open("/ship/addresses");
    expect(own.html).toContain("Thandi Nkosi");
    const stranger = await new Visitor(site.url).open("/ship/addresses");
    expect(stranger.html).not.toContain("Thandi");
    expect(stranger.headers.get("cache-control")).toBe("no-store, no-cache");
    expect(stranger.headers.has("etag")).toBe(false);
  });

  test("isn't used for a coverage check, whose address has a query", async () => {
    const there = await new Visitor(site.url).open("/ship?fromPostal=1431&toPostal=1804");
    expect(there.text).toContain("1431");
    expect((await new Visitor(site.url).open("/ship")).html).not.toContain('value="1431"');
    expect((await new Visitor(site.url).open("/ship/addresses?fromPostal=1431")).html).toContain('value="1431"');
    expect((await new Visitor(site.url).open("/ship/addresses")).html).not.toContain('value="1431"');
  });
});

describe("a change that staff make in the file is on the very next page:", () => {
  test.each([
    ["a box", "/ship", "UPDATE boxes SET name = 'Giraffe bag' WHERE id = 'flyer-bag'", "Giraffe bag"],
    ["a box", "/", "UPDATE boxes SET name = 'Giraffe sack' WHERE id = 'flyer-bag'", "Giraffe sack"],
    ["a country", "/ship", "UPDATE countries SET name = 'Giraffia' WHERE iso2 = 'BR'", "Giraffia"],
    [
      "a rate",
      "/",
      "UPDATE rates SET amount_cents = amount_cents + 100000 WHERE kind = 'zone'",
      "R\u00a02\u00a0610,62",
    ],
    [
      "a new box",
      "/ship",
      "INSERT INTO boxes SELECT 'crate', valid_from, 'Giraffe crate', length_cm, width_cm, height_cm, max_weight_grams, cost_cents, 99, active, 'box', '' FROM boxes WHERE id = 'flyer-bag'",
      "Giraffe crate",
    ],
  ])("%s, on %s", async (_what, path, statement, shown) => {
    expect(await seen(path)).not.toContain(shown);
    inTheFile(site, statement);
    await pricesAreRead();
    expect(await seen(path)).toContain(shown);
  });

  test("a place that isn't served any more, on /", async () => {
    expect(await seen("/")).toContain("Katlehong 1431");
    inTheFile(site, "UPDATE postal_areas SET served = FALSE WHERE from_code <= '1431' AND to_code >= '1431'");
    await pricesAreRead();
    expect(await seen("/")).not.toContain("Katlehong 1431");
  });
});

describe("while a remote pricing service is down", () => {
  let service: PricingElsewhere;
  let isAway = false;
  let elsewhere: Site;
  beforeAll(async () => {
    service = await pricingElsewhere((request, response) => {
      const answer = goodAnswers[request.url?.split("?")[0] ?? ""];
      // Not a 5xx: after a few of those the circuit would stay open longer than a test should wait.
      response.writeHead(isAway ? 403 : 200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
    elsewhere = await openSite({ PRICING_API_URL: service.url });
  });
  afterAll(async () => {
    await elsewhere.stop();
    await service.stop();
  });

  test("an incomplete page isn't cached, and a complete one is", async () => {
    const ship = async () => (await fetch(`${elsewhere.url}/ship`)).text();
    isAway = true;
    expect(await ship()).toContain("Using offline country list");
    isAway = false;
    await expect.poll(ship, { interval: 500 }).not.toContain("Using offline country list");
    const asked = service.asked.length;
    await ship();
    await ship();
    expect(service.asked.length).toBe(asked);
  });
});
