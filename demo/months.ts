import { aParcel, type History } from "./a-parcel";
import type { Calendar } from "./calendar";
import { drivers, from, to } from "./people";

const MONTHS = 5;
const PARCELS_A_MONTH = 14;
const DAYS_BETWEEN = 2;
const FIRST_DAYS_AGO = 20;

const sender = from("Sizwe Books", "books@example.co.za", "082 444 5566", [
  "3 Odendaal Street",
  "Germiston South",
  "Germiston",
  "1401",
]);
const routes = [
  to("Palesa Mofokeng", "073 555 0120", ["64 Mooki Street", "Orlando East", "Soweto", "1804"]),
  to("Themba Zulu", "073 555 0121", ["2 Sibisi Road", "Umlazi", "Durban", "4066"]),
  to("Nandi Radebe", "073 555 0122", ["19 Letsatsi Street", "Tembisa", "Tembisa", "1632"]),
  to("Yusuf Isaacs", "073 555 0123", ["4 Baxoyi Drive", "Site B", "Khayelitsha", "7784"]),
];
const boxes = ["flyer-bag", "stock-3", "stock-2", "stock-5"];

/**
 * The months before, for the figures and for what the site says of a route: a customer who sends books, most of them to
 * Soweto. Some weeks are better than others.
 */
export function months({ longAgo }: Calendar): History[] {
  return Array.from({ length: MONTHS * PARCELS_A_MONTH }, (_, made) => {
    const daysAgo = FIRST_DAYS_AGO + made * DAYS_BETWEEN;
    const route = routes[made % 2 === 0 ? 0 : made % routes.length];
    const parcel = { selectedBoxId: boxes[made % boxes.length], parcelDesc: "Books", quantity: made % 5 === 0 ? 2 : 1 };
    const days = made % 7 === 0 ? 4 : 2 + (made % 3 === 0 ? 1 : 0);
    return aParcel({ addresses: { ...sender, ...route }, parcel })
      .at(longAgo(daysAgo, "09:00"))
      .by(made % 2 === 0 ? drivers.sipho : drivers.anna)
      .at(longAgo(daysAgo, "10:30", 1))
      .collected()
      .by(null)
      .at(longAgo(daysAgo, "08:00", days))
      .outForDelivery()
      .by(made % 2 === 0 ? drivers.sipho : drivers.anna)
      .at(longAgo(daysAgo, "13:00", days))
      .delivered();
  });
}
