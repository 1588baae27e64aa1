import { eq } from "drizzle-orm";
import { MINUTES } from "#app/durations";
import { users } from "#db/schema/accounts";
import { aParcel, type Parcel } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { atSite } from "../support/a-world";

/** Receivers as varied as a real customer's. */
const receivers = [
  ["Sipho Dlamini", "Soweto", "1804"],
  ["Lerato Mokoena-Tau", "Bloemfontein", "9301"],
  ["Ayanda Khumalo", "Umlazi", "4066"],
  ["Faizel Abrahams", "Mitchells Plain", "7784"],
  ["Precious Ngobeni", "Polokwane", "0699"],
  ["Johannes van der Merwe", "Upington", "8801"],
  ["Zodwa Mabuza", "Mbombela", "1200"],
  ["Thabo Sekgobela", "Mahikeng", "2745"],
  ["Nosipho Gqola", "Mdantsane", "5219"],
  ["Kagiso Motsepe", "Mamelodi West", "0122"],
  ["Rejoice Baloyi", "Thohoyandou", "0950"],
  ["Anele Mxenge", "Gqeberha", "6001"],
] as const;
const boxes = ["flyer-bag", "stock-2", "stock-3", "stock-4", "stock-5", "stock-6", "stock-7"];

/**
 * Fills an account's dashboard: `quotes` are booked and unpaid, which show the most text, and `bookings` have a
 * waybill.
 */
export async function dashboardOf(
  site: { dataDir: string },
  email: string,
  wanted: { quotes: number; bookings: number },
  at = new Date(),
): Promise<Parcel[]> {
  return atSite(site, async (world) => {
    const parcels: Parcel[] = [];
    const [owner] = await world.store.read.select().from(users).where(eq(users.email, email));
    if (!owner) throw new Error(`nobody is called ${email}`);
    for (let made = 0; made < wanted.quotes + wanted.bookings; made += 1) {
      const [toName = "", toCity = "", toPostal = ""] = receivers[made % receivers.length] ?? [];
      const parcel = aParcel({
        addresses: {
          // So that nobody else of the site gets its emails.
          ...{ fromEmail: email, toEmail: `receiver-of-${email}` },
          toName: `${toName}${made < receivers.length ? "" : ` ${made}`}`,
          toCity,
          toPostal,
        },
        parcel: { selectedBoxId: boxes[made % boxes.length], quantity: 1 + (made % 5) },
      }).booked(byAccount(owner.uid));
      const now = new Date(at.getTime() - (100 - made) * MINUTES);
      parcels.push(await (made < wanted.quotes ? parcel.unpaid() : parcel.paid()).in(world, now));
    }
    return parcels;
  });
}
