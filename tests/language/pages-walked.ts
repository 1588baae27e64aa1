import { endings } from "#app/domain/parcels/endings";
import { DAYS } from "#app/durations";
import { paths } from "#app/paths";
import { aParcel, type History } from "../../demo/a-parcel";
import { atSite } from "../support/a-world";
import { keyTo } from "../support/as-sent";
import type { Site } from "../support/open-site";
import { staff } from "../support/staff";
import { type Page, Visitor } from "../support/visitor";

const three = () => aParcel({ parcel: { quantity: 3 } });
const DRIVER = "Sipho Mabena";
/** What the receiver's neighbour is to the driver, who reads English. */
export const DRIVER_READS = "Leave it with Gogo Mabena, 14 Ncome. Ask that person for the PIN. (By the receiver)";

/** Histories whose tracking pages together say all that one can say. */
const histories: Record<string, () => History> = {
  booked: () => aParcel().paid(),
  "to be collected on a day": () => aParcel().agreed(),
  collected: () => aParcel().collected(1, { place: "Katlehong" }),
  "partly collected": () => three().collected(2),
  "on its way": () => aParcel().collected().inTransit("Germiston"),
  "at the depot": () => aParcel().collected().marked("at_depot"),
  "to be fetched": () => aParcel().collected().wished({ kind: "depot" }).marked("at_depot"),
  "out for delivery": () => aParcel().collected().outForDelivery(),
  "partly delivered": () => three().collected().outForDelivery().delivered(1),
  missed: () => aParcel().collected().outForDelivery().missed(),
  "not collected": () => aParcel().notCollected(),
  late: () =>
    aParcel()
      .at(new Date(Date.now() - 40 * DAYS))
      .collected(),
  "late to be collected": () =>
    aParcel()
      .at(new Date(Date.now() - 40 * DAYS))
      .paid(),
  "going back": () => aParcel().collected().missed().given(DRIVER, "return"),
  delivered: () => aParcel().collected().delivered(),
  "delivered long ago": () =>
    aParcel()
      .at(new Date(Date.now() - 300 * DAYS))
      .collected()
      .delivered(),
  returned: () => aParcel().collected().missed().returned(),
  cancelled: () => aParcel().cancelled(),
  ...Object.fromEntries(endings.map((because) => [because, () => aParcel().collected().ended(because)])),
};

/**
 * The pages of tracking and of a parcel's receiver, in each state.
 * @param said how the site says what English says so, for buttons
 */
export async function walk(site: Site, said: (english: string) => string, see: (name: string, page: Page) => void) {
  await staff(site, ["add", "driver", DRIVER, "--phone", "083 123 4567"]);
  const anybody = new Visitor(site.url);
  const addressed: Record<string, string> = {
    "track form": paths.track,
    "no such page": "/no-such-page",
    "nothing typed": "/tracking",
    "no number": "/tracking?no=12",
    "unknown number": "/tracking?no=TH0000000000",
    "closed waybill": "/waybill/TH0000000000",
    offline: "/offline",
    contact: paths.contact,
    lite: paths.lite(),
    "a lost number": paths.lost(),
    "a lost link": paths.lost({ no: "TH4821093753" }),
    "what was lost is sent": paths.lost({ sent: "1" }),
  };
  for (const [name, address] of Object.entries(addressed)) see(name, await anybody.open(address));

  await anybody.open(paths.lost());
  see("nothing lost", await anybody.press(said("Send the links again"), { contact: "nobody" }));
  await anybody.open(paths.lite());
  await anybody.press(said("Use Lite"));
  see("lite, chosen", await anybody.open(paths.lite()));

  for (const [name, history] of Object.entries(histories)) {
    const { waybillNo, quote } = await atSite(site, (world) => history().in(world));
    see(`tracking, ${name}`, await anybody.open(paths.tracking(waybillNo)));
    const waybill = paths.waybill(waybillNo);
    see(`waybill, ${name}`, await new Visitor(site.url).open(`${waybill}?key=${keyTo(site, waybill)}`));
    const receiver = new Visitor(site.url);
    see(`receiver, ${name}`, await receiver.open(receiversPage(site, quote.id)));
    if (name === "out for delivery") see("receiver, PIN", await receiver.press(said("Send me the PIN again")));
  }

  const { quote } = await atSite(site, (world) => aParcel().collected().in(world));
  const receiver = new Visitor(site.url);
  await receiver.open(receiversPage(site, quote.id));
  const day = receiver.page?.document.querySelectorAll("#day option")[3]?.getAttribute("value") ?? "";
  const press = async (name: string, button: string, answers: Record<string, string> = {}) =>
    see(`receiver, ${name}`, await receiver.press(said(button), answers));
  for (const person of ["sender", "receiver"] as const) {
    const stop = paths.stopMessages(quote.id, person);
    const reader = new Visitor(site.url);
    see(`messages to the ${person}`, await reader.open(`${stop}?key=${keyTo(site, stop, person)}`));
    see(`no messages to the ${person}`, await reader.press(said("Stop emails")));
  }
  await press("nothing wished", "Tell the driver");
  await press("half a neighbour", "Tell the driver", { wish: "neighbour", neighbour: "X" });
  await press("no day", "Tell the driver", { wish: "day" });
  await press("too long", "Save", { landmark: "x".repeat(1000) });
  await press("place", "Save", { landmark: "4FC8+XG Blue gate" });
  await press("place kept", "Save");
  await press("day", "Tell the driver", { wish: "day", day, part: "morning" });
  await press("neighbour", "Tell the driver", { wish: "neighbour", neighbour: "Gogo Mabena", neighbourAt: "14 Ncome" });
  const wishes = receiver.page?.document.querySelectorAll("button[name=takeBack]") ?? [];
  const notMe = paths.notMyWish(quote.id, wishes[0]?.getAttribute("value") ?? "");
  await press("taken back", "Take it back");
  await press("depot", "Tell the driver", { wish: "depot" });
  for (const saved of ["wish", "taken back", "yes", "sent by text", "sent by email", "not sent"])
    see(`receiver, saved ${saved}`, await receiver.open(receiversPage(site, quote.id, { saved })));
  await receiver.open(`${notMe}?key=${keyTo(site, notMe)}`);
  see("not me?", receiver.page as Page);
  see("not me", await receiver.press(said("This wasn't me")));
  see("receiver, closed", await receiver.open(receiversPage(site, quote.id)));
}

function receiversPage(site: Site, id: string, query: { saved?: string } = {}): string {
  return paths.findMe(id, { key: keyTo(site, paths.findMe(id), "receiver"), ...query });
}
