import { wrongAnswers } from "../form.mjs";
import { aClerk, aCustomer, aCustomerAt, aDriver, aShop, aWaybillNo, presses } from "./people.mjs";

const PARCELS = 31;
const STOPS = 25;

/**
 * The requests that are compared: those whose work `tests/pinned-work.test.ts` counts.
 * `open(site)` does what comes before and returns the request, a function that resolves to the answer. `isOnce`: nobody
 * sends it twice, so each is opened anew.
 */
export const requests = {
  "a step with a draft": {
    status: 200,
    async open(site) {
      const customer = await aCustomerAt(site, "parcel");
      return () => customer.send("/ship/addresses");
    },
  },
  "a valid form": {
    status: 303,
    async open(site) {
      const customer = await aCustomerAt(site, "addresses");
      return () => customer.press(...presses.addresses);
    },
  },
  "a refused form": {
    status: 400,
    async open(site) {
      const customer = await aCustomerAt(site, "addresses");
      return () => customer.press("Next", wrongAnswers);
    },
  },
  "/v1/boxes": {
    status: 200,
    async open(site) {
      const customer = aCustomer(site);
      return () => customer.send("/v1/boxes");
    },
  },
  "a quote saved": {
    status: 303,
    isOnce: true,
    async open(site) {
      const customer = await aCustomerAt(site, "parcel");
      return () => customer.press(...presses.quote);
    },
  },
  "a booking": {
    status: 303,
    isOnce: true,
    async open(site) {
      const customer = await aCustomerAt(site, "review");
      return () => customer.press(...presses.booking);
    },
  },
  tracking: {
    status: 200,
    async open(site) {
      const [customer, waybillNo] = [aCustomer(site), await aWaybillNo(site)];
      return () => customer.send(`/tracking?action=track&accno=&no=${waybillNo}`);
    },
  },
  "a dashboard of 31": {
    status: 200,
    async open(site) {
      const shop = await aShop(site, PARCELS);
      return () => shop.send("/dashboard");
    },
  },
  "the office's Today": {
    status: 200,
    async open(site) {
      const clerk = await aClerk(site);
      return () => clerk.send("/office");
    },
  },
  "a driver's list": {
    status: 200,
    async open(site) {
      const driver = await aDriver(site, STOPS);
      return () => driver.send("/drive");
    },
  },
};
