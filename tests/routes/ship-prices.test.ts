import { beforeAll, describe, expect, test } from "vitest";
import { FEWEST_PARCELS } from "#app/domain/parcels/kept-days.server";
import { DAYS } from "#app/durations";
import { aParcel } from "../../demo/a-parcel";
import { addresses, parcel } from "../../demo/typed-answers";
import { aGuest, aGuestAtTheParcel, aGuestAtTheReview, inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { type Site, siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
beforeAll(async () => {
  await arrived(site, FEWEST_PARCELS, 2 * DAYS);
});

const boxIds = () => inTheFile<{ id: string }>(site, "SELECT id FROM boxes WHERE active").map(({ id }) => id);

async function priceOf(endpoint: "local" | "international", asked: object): Promise<string> {
  const response = await fetch(`${site.url}/v1/quote/${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ fromPostal: "1431", quantity: 1, ...asked }),
  });
  return ((await response.json()) as { formatted: { grandTotal: string } }).formatted.grandTotal;
}

function priceShown(guest: Visitor, boxId: string): string | undefined {
  const radio = guest.page?.document.querySelector(`input[value="${boxId}"]`);
  return radio?.parentNode?.querySelector(".price")?.text;
}

describe("within how many days the route's parcels really arrived,", () => {
  const KEPT = /8 of 10 parcels on this route arrive within \d working days?/;

  test("is shown beside the price of the first page, with its places on the home page, and in step 2 unless that has errors", async () => {
    const guest = new Visitor(site.url);
    expect((await guest.open("/ship?check=price&fromPostal=1431&toPostal=1804")).text).toMatch(KEPT);
    expect((await guest.open("/ship?check=price&fromPostal=1431&toPostal=7784")).text).not.toMatch(KEPT);
    expect((await guest.open("/ship?check=price-abroad&pickupPostal=1431&toCountry=Brazil")).text).not.toMatch(KEPT);
    const [first] = (await guest.open("/")).document.querySelectorAll(".promises li");
    expect(first?.text).toMatch(/^8 of 10 parcels from Katlehong to Soweto arrive within \d working days?$/);
    const atParcel = await aGuestAtTheParcel(site);
    expect(atParcel.page?.text).toMatch(KEPT);
    const complaints = await atParcel.press("Calculate Quote", { ...parcel, quantity: "0" });
    expect(complaints.status).toBe(400);
    expect(complaints.text).toContain("Usually");
    expect(complaints.text).not.toMatch(KEPT);
  });

  test("stands at step 3 after the usual days, which alone are bold", async () => {
    const { page } = await aGuestAtTheReview(site);
    expect(page?.text).toMatch(KEPT);
    const bold = page?.document.querySelectorAll(".sign p b").map(({ text }) => text);
    expect(bold).toEqual([expect.stringMatching(/^Usually [^.]+$/)]);
  });
});

/** Adds delivered parcels of an ordinary route, each this long after its collection. */
async function arrived(site: Site, parcels: number, afterMs: number): Promise<void> {
  const booked = new Date(Date.now() - 10 * DAYS);
  await atSite(site, async (world) => {
    for (let count = 0; count < parcels; count += 1)
      await aParcel().at(booked).paid().after(DAYS).collected().after(afterMs).delivered().in(world);
  });
}

describe("step 2 shows for each box", () => {
  test("the full price on this route, VAT included, as the quote then has it", async () => {
    const guest = await aGuestAtTheParcel(site);
    for (const selectedBoxId of boxIds())
      expect(priceShown(guest, selectedBoxId)).toBe(await priceOf("local", { toPostal: "1804", selectedBoxId }));
    const page = await guest.press("Calculate Quote", { ...parcel, selectedBoxId: "stock-3" });
    expect(page.text).toContain(await priceOf("local", { toPostal: "1804", selectedBoxId: "stock-3" }));
  });

  test("abroad too", async () => {
    const guest = new Visitor(site.url);
    await guest.open("/ship/addresses?toCountry=Brazil");
    await guest.press("Next", { ...addresses, toPostal: "", toCountry: "Brazil" });
    for (const selectedBoxId of boxIds())
      expect(priceShown(guest, selectedBoxId)).toBe(
        await priceOf("international", { toCountry: "Brazil", selectedBoxId }),
      );
  });

  test("everyday words, and the maximum weight", async () => {
    const { page } = await aGuestAtTheParcel(site);
    expect(page?.text).toContain("Fits a folded jacket. 31");
    expect(page?.text.replaceAll("\u00a0", " ")).toContain("up to 1 kg");
  });

  test("no price if the route has none, and says so", async () => {
    const guest = await aGuestAtTheParcel(site, { toPostal: "9100" });
    expect(guest.page?.text).toContain("There is no instant price for this route.");
    expect(guest.page?.text).not.toMatch(/R\u00a0\d/);
  });
});

test("the box of a quick price is passed on to step 2", async () => {
  const guest = new Visitor(site.url);
  await guest.open("/ship?check=price&fromPostal=1431&toPostal=1804&selectedBoxId=stock-4");
  await guest.open(guest.page?.document.querySelector(".notice.good a")?.getAttribute("href") ?? "");
  await guest.press("Next", addresses);
  expect(guest.page?.document.querySelector("input[name=selectedBoxId][checked]")?.getAttribute("value")).toBe(
    "stock-4",
  );
});

describe("a parcel too heavy for its box", () => {
  const heavy = { ...parcel, selectedBoxId: "flyer-bag", weight: "4,5" };

  test("gets a question at step 2 with the box that takes it and its price: one press takes it", async () => {
    const guest = await aGuestAtTheParcel(site);
    const asked = await guest.press("Calculate Quote", heavy);
    expect(asked.status).toBe(400);
    expect(asked.text).toContain("Over box limit of 1 kg");
    const price = await priceOf("local", { toPostal: "1804", selectedBoxId: "stock-3" });
    const page = await guest.press(`Use Stock 3 instead, ${price}`);
    expect(page.url).toBe(`${site.url}/ship/review`);
    expect(page.text).toContain(price);
    expect(page.text).toContain("4,5 kg");
    expect(page.text).not.toContain("Over box limit");
  });

  test("goes on in its own box if the customer wants that, but not with another weight", async () => {
    const guest = await aGuestAtTheParcel(site);
    await guest.press("Calculate Quote", heavy);
    expect((await guest.press("Calculate Quote", { weight: "7" })).status).toBe(400);
    const page = await guest.press("Calculate Quote");
    expect(page.url).toBe(`${site.url}/ship/review`);
    expect(page.text).toContain("Over box limit of 1 kg");
  });

  test("is priced by a person if no box is large enough: step 2 says so once, and names the heaviest box", async () => {
    const guest = await aGuestAtTheParcel(site);
    const asked = await guest.press("Calculate Quote", { ...heavy, weight: "500 kg" });
    expect(asked.status).toBe(400);
    expect(asked.text).toMatch(/No box takes that much: our heaviest, \S+ \d, takes \d+ kg\./);
    const review = await guest.press("Ask us for a price");
    expect(review.url).toBe(`${site.url}/ship/review`);
    expect(review.text).not.toMatch(/R\u00a0\d|Consider a larger box|This route/);
    expect(review.text).toContain("The parcel is too heavy for our boxes: Stock 7 takes 30 kg. You can still review");
    const page = await guest.press("Request Manual Quote", { confirm: "on" });
    expect(page.text).toContain("We have your request");
  });

  test("has its numbers read as people type them", async () => {
    const guest = await aGuestAtTheParcel(site);
    const typed = { selectedBoxId: "stock-3", weight: "2,5kg", quantity: "2 parcels", declaredValue: "R50" };
    const review = await guest.press("Calculate Quote", typed);
    expect(review.url).toBe(`${site.url}/ship/review`);
    expect(review.text.replaceAll("\u00a0", " ")).toMatch(/2,5 kg/);
    expect(review.text.replaceAll("\u00a0", " ")).toContain("R 50,00");
  });
});

describe("step 1, for a place that we don't serve,", () => {
  test("says so with the place's name, and one press goes on to a manual price", async () => {
    const guest = await aGuest(site);
    const refusal = await guest.press("Next", { ...addresses, toPostal: "7400" });
    expect(refusal.status).toBe(400);
    expect(refusal.text).toContain("We don't go to Robben Island (7400) yet");
    expect(refusal.text).toContain("Near 7400 we do go to");
    expect(refusal.text).toContain("Not served yet: see above.");
    await guest.press("Ask us for a price");
    await guest.press("Calculate Quote", parcel);
    const page = await guest.press("Request Manual Quote", { confirm: "on" });
    expect(page.text).toContain("We have your request");
  });

  test("keeps what was typed, and continues with a code that we serve", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, toPostal: "7400" });
    const page = await guest.press("Next", { toPostal: "1804" });
    expect(page.url).toBe(`${site.url}/ship/parcel`);
    expect(page.text).toMatch(/R\u00a0\d/);
  });

  test("doesn't ask again if the customer asked for a price on the way here", async () => {
    const guest = new Visitor(site.url);
    await guest.open("/ship?fromPostal=1431&toPostal=7400");
    await guest.clickLink("Ask us for a price");
    const page = await guest.press("Next", { ...addresses, toPostal: "7400" });
    expect(page.url).toBe(`${site.url}/ship/parcel`);
  });
});

describe("step 1 accepts a place's name for its postal code", () => {
  test("of one place", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, fromPostal: "Katlehong" });
    expect(guest.page?.url).toBe(`${site.url}/ship/parcel`);
    await guest.press("Back");
    expect(guest.page?.document.querySelector("#fromPostal")?.getAttribute("value")).toBe("1431");
  });

  test("that several places with other prices have: a press chooses one and goes on", async () => {
    const guest = await aGuest(site);
    const asked = await guest.press("Next", { ...addresses, toPostal: "Middelburg" });
    expect(asked.text).toContain("Which Middelburg do you mean?");
    const page = await guest.press("Middelburg 5900, Eastern Cape");
    expect(page.url).toBe(`${site.url}/ship/parcel`);
  });

  test("as people call it: suburb and city are filled in with it, unless a city was typed", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", { ...addresses, toPostal: "Orlando East", toCity: "", toSuburb: "" });
    expect(guest.page?.url).toBe(`${site.url}/ship/parcel`);
    await guest.press("Back");
    const filled = Object.fromEntries(guest.filledIn("Next").body);
    expect(filled).toMatchObject({ toPostal: "1804", toCity: "Soweto", toSuburb: "Orlando East" });
    await guest.press("Next", { toPostal: "Pimville 1809", toCity: "Jozi", toSuburb: "" });
    await guest.press("Back");
    expect(Object.fromEntries(guest.filledIn("Next").body)).toMatchObject({ toPostal: "1809", toCity: "Jozi" });
  });

  test("an unknown one is told at its own field, and what was typed stays", async () => {
    const guest = await aGuest(site);
    const page = await guest.press("Next", { ...addresses, toPostal: "Nowhereville" });
    expect(page.status).toBe(400);
    expect(page.document.querySelector("#toPostal-error")?.text).toContain("We don't know the place Nowhereville.");
    expect(page.document.querySelector("#fromPostal-error")).toBeNull();
    expect(guest.filledIn("Next").body.get("toPostal")).toBe("Nowhereville");
  });
});

describe("a code that contradicts the town beside it", () => {
  const wrong = { ...addresses, toCity: "Soweto", toSuburb: "", toPostal: "7784" };
  const question = "7784 is Khayelitsha. Did you mean Soweto, 1804?";

  test("is asked about at step 1: one press takes the town's code", async () => {
    const guest = await aGuest(site);
    const asked = await guest.press("Next", wrong);
    expect(asked.status).toBe(400);
    expect(asked.text).toContain(question);
    expect(asked.document.querySelector("#toPostal-error")?.text).toContain("7784 is Khayelitsha. Soweto is 1804.");
    const page = await guest.press("Yes, Soweto 1804");
    expect(page.url).toBe(`${site.url}/ship/parcel`);
    expect(page.text).toContain("Soweto 1804");
  });

  test("is asked about once: Next goes on with what was typed, and another code is asked about again", async () => {
    const guest = await aGuest(site);
    await guest.press("Next", wrong);
    expect((await guest.press("Next", { toPostal: "4066" })).text).toContain(
      "4066 is Umlazi. Did you mean Soweto, 1804?",
    );
    const page = await guest.press("Next", { toPostal: "7784" });
    expect(page.url).toBe(`${site.url}/ship/parcel`);
    expect(page.text).toContain("Khayelitsha 7784");
  });
});
