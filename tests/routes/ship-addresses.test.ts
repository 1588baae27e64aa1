import { describe, expect, test } from "vitest";
import { addresses } from "../../demo/typed-answers";
import { aGuest, aGuestAtTheParcel, complaintsOn } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests();

test("the first step asks for both addresses, and how to find them", async () => {
  const { page } = await aGuest(site);
  expect(page?.document.querySelector("h1")?.text).toBe("Step 1 of 3 Addresses");
  const optional = page?.document.querySelectorAll("input:not([type=hidden]):not([required])");
  expect(optional?.map((field) => field.getAttribute("name"))).toEqual([
    "fromCell",
    "fromSuburb",
    "fromLandmark",
    "toCell",
    "toSuburb",
    "toLandmark",
    "remember",
  ]);
  expect(page?.text).toContain("How will the driver find it? (optional)");
  expect(page?.document.querySelector("#fromEmail")?.getAttribute("type")).toBe("email");
  expect(page?.headers.get("Cache-Control")).toBe("no-store, no-cache");
});

test("a blank form shows all its errors at once, at the top in the page's order and beside each field", async () => {
  const guest = await aGuest(site);
  const page = await guest.press("Next", Object.fromEntries(Object.keys(addresses).map((name) => [name, " "])));
  expect(page.status).toBe(400);
  expect(page.document.querySelector("title")?.text).toMatch(/^Error: Addresses, step 1 of 3/);
  expect(page.text).toContain("There is a problem");
  expect(complaintsOn(page)).toEqual([
    "Sender full name is required",
    "Sender email is required",
    "Sender phone is required",
    "Sender address is required",
    "Sender postal is required",
    "Sender city is required",
    "Receiver full name is required",
    "Receiver email is required",
    "Receiver phone is required",
    "Receiver address is required",
    "Receiver postal is required",
    "Receiver city is required",
  ]);
  for (const line of page.document.querySelectorAll("#errors li a")) {
    const field = page.document.querySelector(line.getAttribute("href") ?? "");
    const beside = page.document.querySelector(`#${field?.id}-error`);
    expect(beside?.text).toBe(`Error: ${line.text}`);
    expect(field?.getAttribute("aria-describedby")).toContain(beside?.id);
  }
});

test("one mistake keeps every other answer", async () => {
  const guest = await aGuest(site);
  const typed = {
    ...addresses,
    fromName: `  "Thandi" <b>Nkosi</b> & 'Co'  `,
    fromPhone: "call me",
    toLandmark: "次の角 👍",
  };
  const page = await guest.press("Next", typed);
  expect(page.status).toBe(400);
  expect(complaintsOn(page)).toEqual(["Sender phone may only have digits, spaces and + ( ) -"]);
  expect(Object.fromEntries(guest.filledIn("Next").body)).toMatchObject(typed);
});

test("good answers lead on, and are there when the customer comes back", async () => {
  const guest = await aGuestAtTheParcel(site);
  expect(guest.page?.url).toBe(`${site.url}/ship/parcel`);
  await guest.press("Back");
  expect(Object.fromEntries(guest.filledIn("Next").body)).toMatchObject(addresses);
});

describe("another country", () => {
  test("is one button away, and everything typed stays", async () => {
    const guest = await aGuest(site);
    const page = await guest.press("Send to another country", addresses);
    expect(page.status).toBe(200);
    expect(complaintsOn(page)).toEqual([]);
    const { body } = guest.filledIn("Next", { toCountry: "Brazil" });
    expect(Object.fromEntries(body)).toMatchObject({ ...addresses, toCountry: "Brazil" });
  });

  test("of the list gets a price, also without a postal code", async () => {
    const guest = await aGuest(site);
    await guest.press("Send to another country", addresses);
    const page = await guest.press("Next", { toCountry: "Brazil", toPostal: "" });
    expect(page.url).toBe(`${site.url}/ship/parcel`);
    expect(page.text).toContain("Customs description");
  });

  test("must be chosen", async () => {
    const guest = await aGuest(site);
    await guest.press("Send to another country", addresses);
    const page = await guest.press("Next", { toCountry: "" });
    expect(page.status).toBe(400);
    expect(complaintsOn(page)).toEqual(["Receiver country is required"]);
  });

  test("once chosen it is listed with the way back home, and one choice that shows the others", async () => {
    const countriesOn = (guest: Visitor) =>
      guest.page?.document.querySelectorAll("#toCountry option").map((option) => option.text) ?? [];
    const guest = await aGuest(site);
    await guest.open("/ship/addresses?toCountry=Brazil");
    expect(countriesOn(guest)).toEqual(["South Africa", "Brazil", "Another country"]);
    const all = await guest.press("Next", { ...addresses, toCountry: "…" });
    expect(all.status).toBe(200);
    expect(complaintsOn(all)).toEqual([]);
    expect(countriesOn(guest).length).toBeGreaterThan(200);
    const { body } = guest.filledIn("Next", { toCountry: "Japan" });
    expect(Object.fromEntries(body)).toMatchObject({ ...addresses, toCountry: "Japan" });
    await guest.press("Next", { toCountry: "Japan", toPostal: "" });
    expect(guest.page?.url).toBe(`${site.url}/ship/parcel`);
    await guest.press("Back");
    await guest.press("Next", { toCountry: "South Africa", toPostal: "1804" });
    expect(guest.page?.text).toContain("Soweto 1804");
  });
});

test("whatever fields are posted, the answer is a form and never an error page", async () => {
  const guest = await aGuest(site);
  for (const body of [
    "",
    "fromName=a&fromName=b",
    "fromName.first=Thandi&fromName=Thandi",
    "fromName[0]=x&fromName[99999999999]=y",
    "__proto__.fromName=x&constructor=y",
    "__intent__=nonsense&__state__=nonsense",
    "__intent__=%7B%22type%22%3A%22reset%22%7D",
    "%ED%A0%80=x&fromName=%F0%9F%98%80",
    Array.from({ length: 60 }, (_, index) => `field${index}=x`).join("&"),
  ]) {
    const page = await guest.follow(
      await guest.send("/ship/addresses", {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
    );
    expect(page.status, body.slice(0, 60)).toBe(400);
  }
});

describe("a place in How will the driver find it?", () => {
  test("becomes its plus code when the step is saved, and the next page says what was read", async () => {
    const guest = await aGuest(site);
    const link = `https://www.google.com/maps/place/${"x".repeat(200)}/@-30.1,25.2,17z/data=!8m2!3d-26.3512!4d28.1534`;
    const page = await guest.press("Next", { ...addresses, fromLandmark: `Blue gate ${link}` });
    expect(page.url).toContain("/ship/parcel");
    expect(page.text).toContain("Sender: we read how to find it as 5G5CJ5X3+G9, near Katlehong.");
    await guest.open("/ship/addresses");
    expect(guest.page?.document.querySelector("#fromLandmark")?.getAttribute("value")).toBe("Blue gate 5G5CJ5X3+G9");
    expect(guest.page?.document.querySelector("#fromLandmark")?.getAttribute("maxlength")).toBeUndefined();
  });

  test("that looks wrong is asked about once: the words stay, and Next goes on", async () => {
    const typed = {
      ...addresses,
      toLandmark: "28.1534, -26.3512 ring",
      toPostal: "1431",
      toCity: "Katlehong",
      toSuburb: "",
    };
    const guest = await aGuest(site);
    const page = await guest.press("Next", typed);
    expect(page.status).toBe(400);
    expect(page.text).toContain("is outside South Africa.");
    expect(page.document.querySelector("#toLandmark")?.getAttribute("value")).toBe(typed.toLandmark);
    const corrected = await guest.press("Next", { toLandmark: "-26.3512, 28.1534 ring" });
    expect(corrected.text).toContain("Receiver: we read how to find it as 5G5CJ5X3+G9, near Katlehong");

    const other = await aGuest(site);
    await other.press("Next", { ...typed, toLandmark: "https://maps.app.goo.gl/aBcDeF" });
    expect(other.page?.text).toContain("We can't open this link. In your map, press on the gate until a pin appears.");
    expect((await other.press("Next")).url).toContain("/ship/parcel");
  });

  test("keeps what was typed when another field is wrong, and 120 characters count after reading", async () => {
    const guest = await aGuest(site);
    const toLandmark = `${"x".repeat(108)} -26.3512, 28.1534`;
    const page = await guest.press("Next", {
      ...addresses,
      toName: "",
      toLandmark,
      toPostal: "1431",
      toCity: "Katlehong",
    });
    expect(complaintsOn(page)).toEqual(["Receiver full name is required"]);
    expect(page.document.querySelector("#toLandmark")?.getAttribute("value")).toBe(toLandmark);
    await guest.press("Next", { toName: "Zola", toLandmark: "5G5CJ5X3+G9 ".repeat(4_000) });
    expect(complaintsOn(guest.page ?? page)).toEqual(["Receiver landmark must be at most 120 characters"]);
  });
});
