import { answers } from "./form.mjs";

/**
 * The pages that are measured. `prepare` sets up what a page needs, such as a draft, and isn't measured. `first` opens
 * the page with an empty cache, `next` opens it from the page `from`. `redirects` is the number of redirects in
 * between.
 */
export const visits = [
  {
    name: "/",
    first: "/",
    from: "/track",
    next: (page) => page.locator("a.logo").click(),
  },
  {
    name: "/ship",
    first: "/ship",
    from: "/",
    next: (page) => page.locator("main a[href='/ship']").first().click(),
  },
  {
    name: "/ship/addresses",
    first: "/ship/addresses",
    from: "/ship",
    next: (page) => page.locator("main a[href='/ship/addresses']").first().click(),
  },
  {
    name: "/ship/review",
    prepare: toTheReview,
    first: "/ship/review",
    from: "/ship/parcel",
    next: (page, origin) => page.goto(`${origin}/ship/review`),
  },
  {
    // A form is answered by a redirect, so that a reload never posts again. The limit allows for that extra round trip.
    name: "/ship/review, from the form",
    prepare: toTheReview,
    from: "/ship/parcel",
    next: (page) => page.getByRole("button", { name: "Calculate Quote" }).click(),
    redirects: 1,
  },
];

async function toTheReview(page, origin) {
  await page.goto(`${origin}/ship/addresses`);
  for (const [name, value] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(value);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Flyer bag").click();
  await page.locator("[name=parcelDesc]").fill("School shoes");
  await page.getByRole("button", { name: "Calculate Quote" }).click();
  await page.waitForURL("**/ship/review");
}
