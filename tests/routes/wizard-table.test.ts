import { describe, expect, test } from "vitest";
import { journeys } from "#app/http/wizard/journey";
import { addresses, parcel } from "../../demo/typed-answers";
import { aVerifiedCustomer } from "../support/a-customer";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const states = ["nothing", "addresses", "everything", "a booking"] as const;
type State = (typeof states)[number];

const wizards = Object.values(journeys).map(({ basePath, steps, access }) => ({
  base: basePath,
  steps: Object.values(steps).map(({ path }) => path.slice(basePath.length + 1)),
  signedIn: access === "signed-in",
}));

/** Which steps can be opened in each state; any other leads to the last of them. */
const open: Record<State, number[]> = { nothing: [0], addresses: [0, 1], everything: [0, 1, 2], "a booking": [0, 2] };

describe.each(wizards)("$base", ({ base, steps, signedIn }) => {
  test.each(states)("with %s done, every address leads to the right step, opened or posted to", async (state) => {
    const customer = await aTraveller(state);
    const reachable = open[state];
    const furthest = `${base}/${steps[reachable.at(-1) ?? 0]}`;
    for (const [index, step] of steps.entries()) {
      const opened = await customer.send(`${base}/${step}`, {});
      const isOpen = reachable.includes(index);
      expect([step, opened.status, opened.headers.get("Location")]).toEqual([
        step,
        isOpen ? 200 : 302,
        isOpen ? null : furthest,
      ]);

      // An empty POST: a step that is open shows errors, any other redirects to the furthest step.
      const posted = await customer.send(`${base}/${step}`, {
        method: "POST",
        body: "nothing=",
        headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: site.url },
      });
      expect([step, posted.status, posted.headers.get("Location")]).toEqual([
        step,
        isOpen ? 400 : 302,
        isOpen ? null : furthest,
      ]);
    }
    // A booked parcel is finished, so the wizard starts the next one.
    const entry = state === "a booking" ? `${base}/addresses` : furthest;
    if (signedIn) expect((await customer.send(base, {})).headers.get("Location")).toBe(entry);
  });

  async function aTraveller(state: State): Promise<Visitor> {
    const email = `${base.replace(/\W/g, "").toLowerCase()}-${states.indexOf(state)}@example.co.za`;
    const customer = signedIn ? await aVerifiedCustomer(site, email) : new Visitor(site.url);
    await customer.open(`${base}/addresses`);
    if (state === "nothing") return customer;
    const { toPostal, ...others } = addresses;
    await customer.press("Next", base === "/ship-Inter" ? { ...others, toCountry: "Brazil" } : { ...others, toPostal });
    if (state === "addresses") return customer;
    await customer.press("Calculate Quote", parcel);
    if (state === "a booking") await customer.press("Book This Collection", { confirm: "on" });
    return customer;
  }
});
