import { describe, expect, test } from "vitest";
import { addresses, parcel } from "../../demo/typed-answers";
import { aGuest, aGuestAtTheParcel, aGuestAtTheReview } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests();

describe("no step is skipped: a deep link leads to the first unfinished one", () => {
  test.each([
    ["nobody has begun", () => Promise.resolve(new Visitor(site.url)), "addresses"],
    ["the addresses are given", () => aGuestAtTheParcel(site), "parcel"],
    ["everything is answered", () => aGuestAtTheReview(site), "review"],
  ])("%s", async (_, begin, furthest) => {
    const order = ["addresses", "parcel", "review"];
    for (const step of order) {
      const { url } = await (await begin()).open(`/ship/${step}`);
      const reached = Math.min(order.indexOf(step), order.indexOf(furthest));
      expect(url).toBe(`${site.url}/ship/${order[reached]}`);
    }
  });

  test("nor by posting straight to it", async () => {
    const stranger = new Visitor(site.url);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    for (const step of ["parcel", "review"]) {
      const body = new URLSearchParams({ ...parcel, confirm: "on" }).toString();
      const page = await stranger.follow(await stranger.send(`/ship/${step}`, { method: "POST", body, headers }));
      expect(page.url).toBe(`${site.url}/ship/addresses`);
    }
  });
});

describe("on a shared phone", () => {
  test.each(["addresses", "parcel", "review"])("“Start again” on the %s clears everything", async (step) => {
    const guest = await aGuestAtTheReview(site);
    await guest.open(`/ship/${step}`);
    const page = await guest.press("Start again");
    expect(page.url).toBe(`${site.url}/ship/addresses`);
    expect([...guest.cookies.keys()].filter((name) => name.startsWith("draft"))).toEqual([]);
    expect(guest.filledIn("Next").body.get("fromName")).toBe("");
    expect((await guest.open("/ship/review")).url).toBe(`${site.url}/ship/addresses`);
  });

  test("opening the address of “Start again” clears nothing", async () => {
    const guest = await aGuestAtTheReview(site);
    await guest.open("/ship/start-again");
    expect((await guest.open("/ship/review")).url).toBe(`${site.url}/ship/review`);
  });

  test("the pages are never cached, and a new visitor starts with nothing to delete", async () => {
    const guest = await aGuest(site);
    expect(guest.page?.text).not.toContain("Start again");
    await guest.press("Next", addresses);
    expect(guest.page?.headers.get("Cache-Control")).toBe("no-store, no-cache");
  });
});

describe("the draft's cookies", () => {
  test("have HttpOnly, SameSite and a path, for 30 days", async () => {
    const guest = await aGuest(site);
    const answer = await guest.pressOnce("Next", addresses);
    const [line] = answer.headers.getSetCookie();
    expect(line?.split("; ").slice(1)).toEqual(["Max-Age=2592000", "Path=/ship", "HttpOnly", "SameSite=Lax"]);
  });

  test.each<[string, (value: string) => string]>([
    ["tampered with", (value) => `x${value}`],
    ["truncated", (value) => value.slice(0, value.length / 2)],
    ["blank", () => ""],
    ["somebody else's", () => "eyJpZCI6IjEifQ.c2lnbmF0dXJl"],
    ["very long", () => "A".repeat(4000)],
    ["not text at all", () => "%00%ff%fe"],
  ])("%s, are an empty draft and never an error page", async (_, spoil) => {
    const guest = await aGuestAtTheReview(site);
    for (const [name, cookie] of guest.cookies) guest.cookies.set(name, { ...cookie, value: spoil(cookie.value) });
    const page = await guest.open("/ship/review");
    expect(page.status).toBe(200);
    expect(page.url).toBe(`${site.url}/ship/addresses`);
    expect(guest.filledIn("Next").body.get("fromName")).toBe("");
    expect((await guest.press("Next", addresses)).url).toBe(`${site.url}/ship/parcel`);
  });
});

describe("two tabs that disagree", () => {
  test("about the addresses: both versions are shown, and nothing is overwritten", async () => {
    const { here, conflict } = await aConflict();
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain("This parcel was changed in another tab");
    expect(factsUnder("Saved in the other tab", conflict)).toContain("Soweto");
    expect(factsUnder("Typed here", conflict)).toContain("Khayelitsha");
    expect(conflict.text).not.toContain("Thandi");
    expect(here.filledIn("Use what I typed here").body.get("toCity")).toBe("Khayelitsha");
    await here.open("/ship/addresses");
    expect(here.filledIn("Next").body.get("toCity")).toBe("Soweto");
  });

  test("“Keep what is saved” keeps it", async () => {
    const { here } = await aConflict();
    await here.clickLink("Keep what is saved");
    expect(here.page?.url).toBe(`${site.url}/ship/parcel`);
    await here.open("/ship/addresses");
    expect(here.filledIn("Next").body.get("toCity")).toBe("Soweto");
  });

  test("“Use what I typed here” saves it", async () => {
    const { here } = await aConflict();
    await here.press("Use what I typed here");
    expect(here.page?.url).toBe(`${site.url}/ship/parcel`);
    await here.open("/ship/addresses");
    expect(here.filledIn("Next").body.get("toCity")).toBe("Khayelitsha");
  });

  test("about the parcel: the same choice, and then the price of what was chosen", async () => {
    const here = await aGuestAtTheParcel(site);
    const there = here.anotherTab();
    await there.open("/ship/parcel");
    await there.press("Calculate Quote", { ...parcel, quantity: "2" });
    const conflict = await here.press("Calculate Quote", { ...parcel, quantity: "7" });
    expect(conflict.status).toBe(409);
    expect(factsUnder("Saved in the other tab", conflict)).toContain("Quantity 2");
    expect(factsUnder("Typed here", conflict)).toContain("Quantity 7");
    const review = await here.press("Use what I typed here");
    expect(review.url).toBe(`${site.url}/ship/review`);
    expect(review.text).toMatch(/Quantity ?7/);
  });

  test("on the way back from the review, either choice returns to the review", async () => {
    for (const choice of ["keep", "use"]) {
      const here = await aGuestAtTheReview(site);
      await here.clickLink("Edit addresses");
      const there = here.anotherTab();
      await there.open("/ship/addresses?then=review");
      await there.press("Next", { toName: "Nomsa Dlamini" });
      expect((await here.press("Next", { toName: "Zola Dlamini" })).status).toBe(409);
      if (choice === "keep") await here.clickLink("Keep what is saved");
      else await here.press("Use what I typed here");
      expect(here.page?.url).toBe(`${site.url}/ship/review`);
      expect(here.page?.text).toContain(choice === "keep" ? "Nomsa Dlamini" : "Zola Dlamini");
    }
  });

  test("that agree, or a form sent again with Back, are no conflict", async () => {
    const guest = await aGuest(site);
    const old = guest.anotherTab();
    await old.open("/ship/addresses");
    await guest.press("Next", addresses);
    expect((await old.press("Next", addresses)).url).toBe(`${site.url}/ship/parcel`);
  });

  async function aConflict(): Promise<{ here: Visitor; conflict: Page }> {
    const here = await aGuest(site);
    const there = here.anotherTab();
    await there.open("/ship/addresses");
    await there.press("Next", addresses);
    const conflict = await here.press("Next", { ...addresses, toCity: "Khayelitsha", toPostal: "7784" });
    return { here, conflict };
  }
});

function factsUnder(heading: string, { document }: Page): string {
  const card = document.querySelectorAll("section").find((section) => section.querySelector("h2")?.text === heading);
  return (
    card
      ?.querySelectorAll("dl div")
      .map((fact) => `${fact.querySelector("dt")?.text} ${fact.querySelector("dd")?.text}`)
      .join("; ") ?? ""
  );
}
