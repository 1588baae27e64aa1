import { describe, expect, test } from "vitest";
import { formatRand } from "#app/domain/values/money";
import { addresses } from "../../demo/typed-answers";
import { aGuestAtTheParcel, inTheFile } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { pricesAreRead } from "../support/prices-are-read";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

test("a visitor finds boxes, both coverage checks and the way in, and needs no account", async () => {
  const page = await new Visitor(site.url).open("/ship");
  const links = page.document.querySelectorAll("main a").map((link) => [link.text, link.getAttribute("href")]);
  expect(links).toContainEqual(["Send a parcel", "/ship/addresses"]);
  expect(links.map(([text]) => text)).toContain("Login or Create Account");
  for (const words of ["Flyer bag", "31 × 45 × 45 cm", "1 kg", "Stock 3", "Stock 2"])
    expect(page.text.replaceAll("\u00a0", " ")).toContain(words);
  // A wrong postal code gets our own message, word for word, and not the browser's.
  expect(page.document.querySelectorAll("main form:not([novalidate])")).toEqual([]);
  expect(inTheFile(site, "SELECT id FROM boxes WHERE active").length).toBe(
    page.document.querySelectorAll("tbody tr").length,
  );
});

const [local, abroad] = ["#local", "#international"];
test.each([
  ["before any question", "", [abroad], "Get a price"],
  ["after an answer", "?check=price&fromPostal=1431&toPostal=7784", [local, abroad], null],
  ["after an answer abroad", "?check=price-abroad&pickupPostal=1431&toCountry=Brazil", [local], null],
  ["with a mistake", "?check=price&fromPostal=12&toPostal=", [abroad], "Get a price"],
  ["with a mistake abroad", "?check=international&pickupPostal=12&toCountry=", [local], "Get a price abroad"],
  ["where we don't go", "?check=local&fromPostal=1431&toPostal=7400", [abroad], null],
  ["with a place to choose", "?check=price&fromPostal=1431&toPostal=Middel", [abroad], null],
])("%s, the forms that nobody waits for are folded, and one button stands out", async (_, query, folded, button) => {
  const { document } = await new Visitor(site.url).open(`/ship${query}`);
  expect(document.querySelectorAll("main details:not([open])").map(({ id }) => `#${id}`)).toEqual(folded);
  const buttons = document.querySelectorAll("main .button:not(.plain):not(.quiet)").map(({ text }) => text);
  expect(buttons.length).toBeLessThanOrEqual(1);
  if (button) expect(buttons).toEqual([button]);
  expect(
    document.querySelectorAll("main form").map((form) => form.text.split("Or the name of the place.").length),
  ).toEqual([2, 2]);
  const hint = document.querySelector("#toPostal")?.getAttribute("aria-describedby")?.split(" ").at(-1);
  expect(document.querySelector(`#${hint}`)?.text).toBe("Or the name of the place.");
});

describe("local coverage", () => {
  test.each([
    ["both served", "1431", "7784", "Great! We can ship from Katlehong 1431 → Khayelitsha 7784."],
    ["typed with spaces and dashes", " 14 31", "77-84", "Great! We can ship from Katlehong 1431 → Khayelitsha 7784."],
    ["neither served", "9100", "9200", "Neither postal code is currently serviced."],
    ["the first not served", "9100", "7784", "We do not yet service the FROM postal code."],
    ["the second not served", "1431", "9100", "We do not yet service the TO postal code."],
    ["the first too short", "143", "7784", "Please enter valid 4-digit codes for both fields."],
    ["the second blank", "1431", "", "Please enter valid 4-digit codes for both fields."],
    ["a name that nobody knows", "Nowhereville", "7784", "We don't know the place Nowhereville."],
  ])("%s: %s → %s", async (_, fromPostal, toPostal, message) => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const page = await visitor.press("Check local coverage", { fromPostal, toPostal });
    expect(page.status).toBe(200);
    expect(page.text).toContain(message);
    expect(page.document.querySelector("#fromPostal")?.getAttribute("value")).toBe(fromPostal);
  });

  test("an error about both fields marks both", async () => {
    const page = await new Visitor(site.url).open("/ship?check=local&fromPostal=143&toPostal=7784");
    for (const field of ["fromPostal", "toPostal"])
      expect(page.document.querySelector(`#${field}-error`)?.text).toContain("4-digit codes for both fields");
    const abroad = await new Visitor(site.url).open("/ship?check=international&pickupPostal=&toCountry=");
    for (const field of ["pickupPostal", "toCountry"])
      expect(abroad.document.querySelector(`#${field}[aria-invalid]`)).not.toBeNull();
  });

  test.each([
    ["9100", "9200", true],
    ["1431", "9100", true],
    ["9100", "7784", false],
  ])("from %s to %s, that we may bring it there is said: %s", async (fromPostal, toPostal, isSaid) => {
    const page = await new Visitor(site.url).open(`/ship?check=local&fromPostal=${fromPostal}&toPostal=${toPostal}`);
    expect(page.text.includes("We may still bring it there")).toBe(isSaid);
    expect(page.text).toContain("person works out the price");
  });

  test("leads on to the wizard with the codes filled in", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship?check=local&fromPostal=1431&toPostal=7784");
    await visitor.open(visitor.page?.document.querySelector(".notice.good a")?.getAttribute("href") ?? "");
    expect(Object.fromEntries(visitor.filledIn("Next").body)).toMatchObject({
      fromPostal: "1431",
      fromCity: "Katlehong",
      toPostal: "7784",
      toCity: "Khayelitsha",
    });
  });
});

test("a quick price goes along: the first step shows route, box, price and days beside it", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/ship?check=price&fromPostal=1431&toPostal=7784&selectedBoxId=stock-3");
  await visitor.clickLink("Send a parcel");
  const aside = visitor.page?.document.querySelector(".aside")?.text.replace(/\s+/g, " ");
  expect(aside).toMatch(/Katlehong 1431 to Khayelitsha 7784 R\s\d+,\d\d in a Stock 3 Usually/);
  expect((await new Visitor(site.url).open("/ship/addresses")).document.querySelector(".aside")).toBeNull();
});

describe("a place's name works instead of a postal code", () => {
  test("a name with one place is accepted", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const page = await visitor.press("Check local coverage", { fromPostal: "katlehong", toPostal: "KwaMashu" });
    expect(page.text).toMatch(/Great! We can ship from Katlehong 1431 → KwaMashu 4359\./);
    expect(page.document.querySelector("#fromPostal")?.getAttribute("value")).toBe("1431");
  });

  test("a suggestion has both, and its digits count", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const page = await visitor.press("Check local coverage", { fromPostal: "Tembisa 1632", toPostal: "7784" });
    expect(page.text).toContain("Great! We can ship from Tembisa 1632");
  });

  test("Soweto, the home page's example, has a price at once, and the wizard has its town", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const page = await visitor.press("Get a price", { fromPostal: "1431", toPostal: "Soweto" });
    expect(page.text).toContain("Great! We can ship from Katlehong 1431 → Soweto 1804.");
    expect(page.text).toMatch(
      /R\u00a0\d+,\d\d in a Flyer bag.*Cheapest: Stock 2, R\u00a0\d+,\d\d.*Great! We can ship/s,
    );
    expect(page.document.querySelectorAll(".boxes em").map(({ parentNode }) => parentNode?.text)).toEqual([
      expect.stringContaining("Stock 2"),
    ]);
    expect(page.text).not.toContain("Did you mean another place");
    await visitor.clickLink("Send a parcel");
    expect(Object.fromEntries(visitor.filledIn("Next").body)).toMatchObject({ toPostal: "1804", toCity: "Soweto" });
  });

  test("other prices of a name stand below the first, at most three", async () => {
    const visitor = new Visitor(site.url);
    const page = await visitor.open("/ship?fromPostal=1431&toPostal=Middelburg");
    expect(page.text).toContain("Middelburg 1055");
    const others = page.document.querySelectorAll(".notice .picks a").map(({ text }) => text.replaceAll("\u00a0", " "));
    expect(others).toEqual([expect.stringMatching(/^Middelburg 5900, Eastern Cape: R \d+,\d\d$/)]);
    const region = await visitor.open("/ship?fromPostal=1431&toPostal=Limpopo");
    expect(region.document.querySelectorAll(".notice .picks a").length).toBeLessThanOrEqual(3);
    expect((await visitor.open("/ship?fromPostal=1431&toPostal=Middelburg")).text).toContain(
      (await visitor.clickLink(page.document.querySelector(".notice .picks a")?.text ?? "")).text.match(
        /R\u00a0\S+/,
      )?.[0],
    );
  });

  test("an unknown name is told at its own field only", async () => {
    const page = await new Visitor(site.url).open("/ship?fromPostal=1431&toPostal=Nowhereville");
    expect(page.document.querySelector("#toPostal-error")?.text).toContain("We don't know the place Nowhereville.");
    expect(page.document.querySelector("#fromPostal-error")).toBeNull();
  });

  test("names are suggested from their first letters", async () => {
    const suggested = async (q: string) => (await (await fetch(`${site.url}/places?q=${q}`)).json()).items;
    expect(await suggested("katle")).toEqual(["Katlehong 1421", "Katlehong 1431"]);
    expect(await suggested("ka")).toEqual([]);
    expect(await suggested("zzz")).toEqual([]);
  });
});

describe("a place where we don't go", () => {
  test("is shown by its name, with places nearby that we serve, and a link to a manual price", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const page = await visitor.press("Get a price", { fromPostal: "1431", toPostal: "7400" });
    expect(page.text).toContain("We do not yet service the TO postal code.");
    expect(page.text).toContain("7400 is Robben Island.");
    expect(page.text).toContain("Nearby we do go to");
    const near = page.document.querySelector('.notice a[href*="toPostal="]:not(.button)');
    expect((await new Visitor(site.url).open(near?.getAttribute("href") ?? "")).text).toContain("Great!");
    await visitor.clickLink("Ask us for a price");
    expect(Object.fromEntries(visitor.filledIn("Next").body)).toMatchObject({ fromPostal: "1431", toPostal: "7400" });
  });

  test("keeps the box that was chosen with the price", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    await visitor.press("Get a price", { fromPostal: "1431", toPostal: "7400", selectedBoxId: "stock-2" });
    await visitor.clickLink("Ask us for a price");
    await visitor.press("Next", { ...addresses, toPostal: "7400" });
    const chosen = visitor.page?.document.querySelectorAll('input[name="selectedBoxId"][checked]');
    expect(chosen?.map((box) => box.getAttribute("value"))).toEqual(["stock-2"]);
  });

  test("without a name it says so", async () => {
    const page = await new Visitor(site.url).open("/ship?fromPostal=1431&toPostal=9100");
    expect(page.text).toContain("We know of no place with the code 9100.");
  });
});

test("the check's answers are newer than an earlier draft's", async () => {
  const guest = await aGuestAtTheParcel(site);
  await guest.open("/ship/addresses?fromPostal=1431&fromCity=Katlehong&toPostal=7784&toCity=Khayelitsha");
  expect(Object.fromEntries(guest.filledIn("Next").body)).toMatchObject({
    fromName: "Thandi Nkosi",
    fromPostal: "1431",
    fromCity: "Germiston",
    toPostal: "7784",
    toCity: "Khayelitsha",
  });
});

describe("international coverage", () => {
  test.each([
    ["1431", "Brazil", "Pickup covered in Katlehong (1431). Destination: Brazil."],
    ["9100", "Brazil", "We do not yet service pickups in that postal code."],
    ["", "Brazil", "Enter pickup postal code and choose a destination country."],
    ["1431", "", "Enter pickup postal code and choose a destination country."],
    ["Katlehong", "Brazil", "Pickup covered in Katlehong (1431). Destination: Brazil."],
  ])("%s to %s: %s", async (pickupPostal, toCountry, message) => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const page = await visitor.press("Check international coverage", { pickupPostal, toCountry });
    expect(page.text).toContain(message);
  });

  test.each(["Narnia", "North Korea", "South Africa"])(
    "nobody ships to %s, and no green notice says so",
    async (country) => {
      const page = await new Visitor(site.url).open(
        `/ship?check=international&pickupPostal=1431&toCountry=${encodeURIComponent(country)}`,
      );
      expect(page.document.querySelector(".notice.good")).toBeNull();
      expect(page.document.querySelector(".notice.bad")?.text).toContain(country);
    },
  );

  test("a price abroad needs a code, a country and a box, and no address", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship");
    const asked = { pickupPostal: "1431", toCountry: "Brazil", boxAbroad: "stock-3" };
    const page = await visitor.press("Get a price abroad", asked);
    const price = page.text.match(/(R\u00a0[\d\u00a0]+,\d\d) in a Stock 3/)?.[1];
    expect(price).toBeDefined();
    // The other boxes have prices too.
    expect(page.document.querySelectorAll("tbody tr").every((row) => /R\u00a0[\d\u00a0]+,\d\d/.test(row.text))).toBe(
      true,
    );
    const quote = (await (
      await fetch(`${site.url}/v1/quote/international`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ fromPostal: "1431", toCountry: "Brazil", quantity: 1, selectedBoxId: "stock-3" }),
      })
    ).json()) as { formatted: { grandTotal: string } };
    expect(price).toBe(quote.formatted.grandTotal);
  });

  test("leads on to the wizard with code and country filled in", async () => {
    const visitor = new Visitor(site.url);
    await visitor.open("/ship?check=international&pickupPostal=1431&toCountry=Brazil");
    await visitor.open(visitor.page?.document.querySelector(".notice.good a")?.getAttribute("href") ?? "");
    expect(Object.fromEntries(visitor.filledIn("Next").body)).toMatchObject({
      fromPostal: "1431",
      toCountry: "Brazil",
    });
  });
});

test("a price needs two codes and a box, and is the same in the wizard", async () => {
  const visitor = new Visitor(site.url);
  await visitor.open("/ship");
  const page = await visitor.press("Get a price", { fromPostal: "1431", toPostal: "1804", selectedBoxId: "flyer-bag" });
  const quote = (await (
    await fetch(`${site.url}/v1/quote/local`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ fromPostal: "1431", toPostal: "1804", quantity: 1, selectedBoxId: "flyer-bag" }),
    })
  ).json()) as { pricing: { totals: { grandTotal: number } } };
  expect(page.text).toContain(`${formatRand(Math.round(quote.pricing.totals.grandTotal * 100))} in a Flyer bag`);
});

test("while the postal codes can't be read, the check says so and the page works", async () => {
  inTheFile(site, "ALTER TABLE postal_areas RENAME TO postal_areas_away");
  // Clears the cached tables.
  inTheFile(site, "UPDATE price_changes SET changes = changes + 1");
  await pricesAreRead();
  const visitor = new Visitor(site.url);
  const local = await visitor.open("/ship?check=local&fromPostal=1431&toPostal=7784");
  const abroad = await visitor.open("/ship?check=international&pickupPostal=1431&toCountry=Brazil");
  inTheFile(site, "ALTER TABLE postal_areas_away RENAME TO postal_areas");
  for (const page of [local, abroad]) {
    expect(page.status).toBe(200);
    expect(page.text).toContain("Could not check coverage right now. Please try again.");
  }
});
