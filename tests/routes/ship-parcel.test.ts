import { describe, expect, test } from "vitest";
import { parcelFormNames } from "#app/domain/form/fields";
import { parcel } from "../../demo/typed-answers";
import { aGuestAtTheParcel, complaintsOn } from "../support/a-guest";
import { siteForAllTests } from "../support/open-site";

const site = siteForAllTests();

test("the second step starts with one parcel of no declared value, and no box chosen for you", async () => {
  const guest = await aGuestAtTheParcel(site);
  expect(guest.page?.document.querySelector("h1")?.text).toBe("Step 2 of 3 Parcel Details");
  expect(Object.fromEntries(guest.filledIn("Calculate Quote").body)).toMatchObject({
    quantity: "1",
    declaredValue: "0",
    specialInstructions: "",
    applyVat: "true",
  });
  expect(guest.filledIn("Calculate Quote").body.has("selectedBoxId")).toBe(false);
  expect(guest.page?.text).toContain("Katlehong 1431");
  expect(guest.page?.text).toContain("Soweto 1804");
  expect(guest.page?.text).not.toMatch(/price has to be worked out again|volumetric/i);
  const chosen = () => guest.page?.document.querySelector("[data-chosen]")?.text.replace(/\s/g, " ");
  expect(chosen()).toBe("");
  await guest.press("Calculate Quote", { ...parcel, quantity: "0" });
  expect([guest.page?.status, chosen()]).toEqual([400, "R 80,62"]);
  await guest.open("/ship/parcel");
  expect(guest.page?.text).toContain("Up to 300 characters");
  expect(guest.page?.document.querySelector("#specialInstructions")?.getAttribute("maxlength")).toBe("300");
});

test("the second step of a parcel for abroad asks for every field of the table", async () => {
  const guest = await aGuestAtTheParcel(site, { toCountry: "Brazil", toPostal: "" });
  const asked = new Set(guest.page?.document.querySelectorAll("[name]").map((field) => field.getAttribute("name")));
  expect(parcelFormNames.filter((name) => !asked.has(name))).toEqual([]);
});

test("marks the cheapest box, and the cheapest that takes the weight once that is known", async () => {
  const guest = await aGuestAtTheParcel(site);
  const marked = () =>
    guest.page?.document
      .querySelectorAll(".choice")
      .filter((choice) => choice.querySelector("em")?.text.trim() === "Cheapest")
      .map((choice) => choice.querySelector("input")?.getAttribute("value"));
  expect(marked()).toEqual(["stock-2"]);
  await guest.press("Calculate Quote", { ...parcel, selectedBoxId: "", weight: "4,5" });
  expect(marked()).toEqual(["stock-3"]);
});

describe("errors have the specification's words", () => {
  test.each<[Record<string, string>, string]>([
    [{ selectedBoxId: "" }, "Please select a packaging type."],
    [{ quantity: "0" }, "Quantity must be at least 1."],
    [{ quantity: "-1" }, "Quantity must be at least 1."],
    [{ quantity: "some" }, "Quantity must be at least 1."],
    [{ declaredValue: "-5" }, "Declared value cannot be negative."],
    [{ weight: "0" }, "Weight must be greater than 0 (or leave blank)."],
    [{ specialInstructions: "x".repeat(301) }, "Special instructions must be at most 300 characters"],
  ])("%j: %s", async (mistake, message) => {
    const guest = await aGuestAtTheParcel(site);
    const typed = { ...parcel, parcelDesc: "Shoes & <b>socks</b>", ...mistake };
    const page = await guest.press("Calculate Quote", typed);
    expect(page.status).toBe(400);
    expect(page.document.querySelector("title")?.text).toMatch(/^Error: /);
    expect(complaintsOn(page)).toEqual([message]);
    const { selectedBoxId, ...kept } = typed;
    const shown = guest.filledIn("Calculate Quote").body;
    expect(Object.fromEntries(shown)).toMatchObject(kept);
    expect(shown.get("selectedBoxId") ?? "").toBe(selectedBoxId);
  });

  test("all errors at once", async () => {
    const guest = await aGuestAtTheParcel(site);
    const page = await guest.press("Calculate Quote", { quantity: "0", declaredValue: "-1", weight: "-1" });
    expect(complaintsOn(page)).toEqual([
      "Please select a packaging type.",
      "Quantity must be at least 1.",
      "Declared value cannot be negative.",
      "Weight must be greater than 0 (or leave blank).",
    ]);
  });
});

test("a browser can't make its own price: VAT stays on and amounts that it sends are ignored", async () => {
  const totals: (string | undefined)[] = [];
  for (const smuggled of ["", "&applyVat=false&price=1&grandTotalCents=1&status=paid"]) {
    const guest = await aGuestAtTheParcel(site);
    const { action, body } = guest.filledIn("Calculate Quote", { ...parcel });
    body.delete("applyVat");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const page = await guest.follow(await guest.send(action, { method: "POST", body: `${body}${smuggled}`, headers }));
    totals.push(page.document.querySelector(".bill .total dd")?.text);
    expect(page.text).toContain("VAT");
  }
  expect(totals[0]).toMatch(/^R/);
  expect(totals[1]).toBe(totals[0]);
});
