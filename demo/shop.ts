import { MINUTES } from "#app/durations";
import { aListOfParcels } from "./a-list";
import { aParcel, type History } from "./a-parcel";
import { byKey } from "./bookings";
import type { Calendar } from "./calendar";
import { accounts, drivers, from, to } from "./people";

const { sipho, anna } = drivers;
const { name, email } = accounts.zodwa;
const sender = from(name, email, "082 333 4444", ["12 Shop Street", "Germiston South", "Germiston", "1401"]);

const customers = [
  to("Dineo Phiri", "073 555 0130", ["5 Mahlangu Street", "Orlando West", "Soweto", "1804"]),
  to("Mpho Letsoalo", "073 555 0131", ["21 Ntuli Road", "Katlehong", "Germiston", "1431"]),
  to("Sibusiso Cele", "073 555 0132", ["90 Mgulugulu Road", "Umlazi", "Durban", "4066"]),
  to("Amahle Ndlovu", "073 555 0133", ["3 Spine Road", "Site B", "Khayelitsha", "7784"]),
  to("Refiloe Motaung", "073 555 0134", ["48 Zulu Street", "Jabulani", "Soweto", "1868"]),
  to("Vusi Mahlaba", "073 555 0135", ["7 Duduza Road", "Reiger Park", "Boksburg", "1459"]),
];
const parcelTo = (made: number, parcelDesc: string) => ({
  addresses: { ...sender, ...customers[made % customers.length] },
  parcel: { selectedBoxId: made % 3 === 2 ? "stock-3" : "flyer-bag", parcelDesc, quantity: made % 5 === 4 ? 2 : 1 },
});

/**
 * What a shop sends: a list that it paid with one payment, and orders that its program booked with a key.
 * @param shop its account, and its key
 */
export function shopsParcels(
  { workday, hoursAgo, today }: Calendar,
  shop: { uid: string; keyId: string },
): Record<string, History> {
  const ofList = aListOfParcels(
    shop.uid,
    Array.from({ length: 12 }, (_, made) => parcelTo(made, "Clothes")),
  );
  for (const [made, parcel] of ofList.entries()) {
    const driver = made % 2 === 0 ? sipho : anna;
    parcel.at(workday(6, "14:10"));
    if (made === 0)
      parcel
        .unpaid()
        .after(20 * MINUTES)
        .paid();
    parcel.by(driver).at(workday(5, "09:20")).collected();
    if (made === 11) continue;
    parcel
      .by(null)
      .at(workday(4, "17:40"))
      .inTransit(made % 6 === 3 ? "Cape Town" : null);
    if (made >= 9) continue;
    parcel.at(workday(3, "08:00")).outForDelivery().by(driver).at(workday(3, "12:00"));
    if (made === 4)
      parcel.missed().by(null).at(workday(2, "08:00")).outForDelivery().by(driver).at(workday(2, "11:10")).delivered();
    else if (made === 7) parcel.missed();
    else parcel.delivered();
  }

  const order = (no: number) => aParcel(parcelTo(no, "A dress")).booked(byKey(shop, `#${1000 + no}`));
  return {
    ...Object.fromEntries(ofList.map((parcel, made) => [`list${made + 1}`, parcel])),
    order1: order(1)
      .at(workday(5, "10:00"))
      .by(anna)
      .at(workday(4, "09:40"))
      .collected()
      .by(null)
      .at(workday(3, "08:15"))
      .outForDelivery()
      .by(anna)
      .at(workday(3, "12:45"))
      .delivered(),
    order2: order(2)
      .at(workday(4, "11:00"))
      .by(sipho)
      .at(workday(3, "10:30"))
      .collected()
      .by(null)
      .at(workday(2, "08:20"))
      .outForDelivery()
      .by(sipho)
      .at(workday(2, "13:05"))
      .delivered(),
    order3: order(3)
      .at(workday(3, "15:30"))
      .by(sipho)
      .at(workday(2, "09:50"))
      .collected()
      .by(null)
      .at(workday(1, "16:10"))
      .inTransit("Johannesburg"),
    order4: order(4)
      .at(workday(2, "09:05"))
      .by(anna)
      .at(workday(1, "11:25"))
      .collected()
      .at(workday(1, "17:14"))
      .given(anna, "delivery", today)
      .by(null)
      .at(hoursAgo(3))
      .outForDelivery(),
    order5: order(5).at(workday(1, "12:15")).paid(),
    order6: order(6).at(hoursAgo(5)).unpaid(),
    order7: order(7).at(hoursAgo(1)).unpaid(),
  };
}
