import { beforeAll, expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { DAYS, HOURS } from "#app/durations";
import { officePaths, paths } from "#app/paths";
import { aParcel, type History } from "../../demo/a-parcel";
import { byAccount } from "../../demo/bookings";
import { aVerifiedCustomer } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { keyTo } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });

const phone = "Phone 010\u00a0000\u00a00000";
const elsewhere = ["Track another parcel", "Chat with us"];
/** The receiver's own page while the parcel comes to them: another day, a neighbour, the depot. */
const wishes = ["Tell the driver", "Tell the driver", "Tell the driver"];
const findMe = [...wishes, "Save", "Track the parcel"];
const sent = ["Print the waybill", "Receipt", "Send again"];
const always = ["Add a note", "Note chargeback", "Note payment", "Note refund"];
const underWay = [
  "Change booking",
  "Charge",
  "Mark",
  "Print slips",
  "Take from its driver",
  "Agree on a day",
  "Give to a driver",
];
/** On the office's page, in each state beside those that lead it. */
const moved = [...always, ...underWay, "Tell both people"];
const collected = [...moved, "Fetched", "Undo mark"];

/**
 * What can be done, in each state of a parcel, on the pages of all who have to do with it. A new state doesn't compile
 * before it has its row.
 */
const table: Record<
  ParcelState["state"],
  {
    happens: (parcel: History) => History;
    /** On tracking, for anybody with the number: the two main ones first. */
    tracking: string[];
    receiver: string[];
    /** In its row of the customer's dashboard, beside Track. */
    dashboard: string[];
    /** The buttons that lead the page, in their order; and all that can be done, in any order. */
    leads: string[];
    office: string[];
  }
> = {
  booked: {
    happens: (parcel) => parcel,
    tracking: ["Share on WhatsApp", "Something is wrong", ...elsewhere],
    receiver: findMe,
    dashboard: sent,
    leads: ["Agree on a day", "Give to a driver", "Mark"],
    office: [...moved, "Cancel booking", "Move payment"],
  },
  collected: {
    happens: (parcel) => parcel.collected(),
    tracking: ["Share on WhatsApp", "Something is wrong", ...elsewhere],
    receiver: findMe,
    dashboard: sent,
    leads: ["Give to a driver", "Agree on a day", "Mark"],
    office: collected,
  },
  on_the_way: {
    happens: (parcel) => parcel.collected().inTransit(),
    tracking: ["Share on WhatsApp", "Something is wrong", ...elsewhere],
    receiver: findMe,
    dashboard: sent,
    leads: ["Give to a driver", "Agree on a day", "Mark"],
    office: collected,
  },
  at_depot: {
    happens: (parcel) => parcel.collected().marked("at_depot"),
    tracking: [phone, "Share on WhatsApp", "Something is wrong", ...elsewhere],
    receiver: findMe,
    dashboard: sent,
    leads: ["Fetched", "Give to a driver", "Agree on a day"],
    office: collected,
  },
  out_for_delivery: {
    happens: (parcel) => parcel.collected().outForDelivery(),
    tracking: ["Share on WhatsApp", phone, "Something is wrong", ...elsewhere],
    receiver: ["Save", "Send me the PIN again", "Track the parcel"],
    dashboard: sent,
    leads: ["Mark", "Give to a driver", "Tell both people"],
    office: collected,
  },
  failed: {
    happens: (parcel) => parcel.collected().outForDelivery().missed(),
    tracking: [phone, "Send me the receiver's link", "Share on WhatsApp", "Something is wrong", ...elsewhere],
    receiver: [...wishes, "Save", "Send me the PIN again", "Track the parcel"],
    dashboard: sent,
    leads: ["Agree on a day", "Give to a driver", "Mark"],
    office: collected,
  },
  late: {
    happens: (parcel) => parcel.collected(),
    tracking: [phone, "Something is wrong", "Share on WhatsApp", ...elsewhere],
    receiver: findMe,
    dashboard: sent,
    leads: ["Tell both people", "Agree on a day", "Give to a driver"],
    office: collected,
  },
  returning: {
    happens: (parcel) => parcel.collected().outForDelivery().missed().given("Sipho Nkosi", "return"),
    tracking: [phone, "Something is wrong", "Share on WhatsApp", ...elsewhere],
    receiver: ["Track a parcel"],
    dashboard: sent,
    leads: ["Give to a driver", "Agree on a day", "Mark"],
    office: collected.filter((verb) => verb !== "Charge"),
  },
  delivered: {
    happens: (parcel) => parcel.collected().outForDelivery().delivered(),
    tracking: ["Send a parcel", "Something is wrong", "Share on WhatsApp", ...elsewhere],
    receiver: ["Track a parcel", "Send it back"],
    dashboard: [...sent, "Send it back"],
    leads: ["Undo mark", "Give to a driver", "Add a note"],
    office: [...always, "Give to a driver", "Print slips", "Undo mark"],
  },
  returned: {
    happens: (parcel) => parcel.collected().returned(),
    tracking: [phone, "Send a parcel", "Share on WhatsApp", "Something is wrong", ...elsewhere],
    receiver: ["Track a parcel"],
    dashboard: sent,
    leads: ["Undo mark", "Note refund", "Add a note"],
    office: [...always, "Print slips", "Undo mark"],
  },
  cancelled: {
    happens: (parcel) => parcel.cancelled(),
    tracking: ["Send a parcel", ...elsewhere],
    receiver: ["Track a parcel"],
    dashboard: ["See your booking", "Receipt", "Send again"],
    leads: ["Note refund", "Add a note"],
    office: [...always, "Move payment"],
  },
  ended: {
    happens: (parcel) => parcel.collected().ended("lost"),
    tracking: [phone, "Something is wrong", "Share on WhatsApp", ...elsewhere],
    receiver: ["Track a parcel"],
    dashboard: sent,
    leads: ["Note refund", "Pay claim", "Undo mark"],
    office: [...always, "Pay claim", "Print slips", "Undo mark"],
  },
};

let uid = "";
let [owner, office] = [new Visitor(""), new Visitor("")];
beforeAll(async () => {
  owner = await aVerifiedCustomer(site, "thandi@example.co.za");
  uid = inTheFile<{ uid: string }>(site, "SELECT uid FROM users")[0]?.uid ?? "";
  office = await anOfficeBrowser(site, "manager");
  const driver = { name: "Sipho Nkosi", phone: "0831234567" };
  await atSite(site, ({ store }) => store.tx((tx) => addDriver(tx, driver, new Date())));
});

test.each(Object.entries(table))("%s: tracking, receiver, dashboard and office offer this", async (state, row) => {
  const begun = new Date(Date.now() - (state === "late" ? 20 * DAYS : 9 * HOURS));
  const parcel = aParcel().booked(byAccount(uid)).at(begun).paid().after(HOURS);
  const { quote, waybillNo } = await atSite(site, (world) => row.happens(parcel).in(world));

  const tracking = await new Visitor(site.url).open(paths.tracking(waybillNo));
  expect(tracking.document.querySelector("main [data-state]")?.getAttribute("data-state")).toBe(state);
  expect(offered(tracking)).toEqual(row.tracking);
  const findMe = paths.findMe(quote.id);
  expect(offered(await new Visitor(site.url).open(`${findMe}?key=${keyTo(site, findMe, "receiver")}`))).toEqual(
    row.receiver,
  );
  const rows = (await owner.open(paths.dashboard)).document.querySelectorAll(`li[data-state=${state}]`);
  const own = rows.find((one) => one.innerHTML.includes(waybillNo));
  const buttons = own?.querySelectorAll("a, button").map(({ text }) => text.replace(/ INV-TEST-\d+$/, ""));
  expect(buttons).toEqual([...row.dashboard, "Track"]);
  const page = await office.open(officePaths.one(waybillNo));
  const actions = page.document.querySelectorAll("main nav a").filter((each) => isAction(each.getAttribute("href")));
  expect(actions.slice(0, row.leads.length).map(({ text }) => text)).toEqual(row.leads);
  expect(
    page.document.querySelectorAll("main details nav a").filter((each) => isAction(each.getAttribute("href"))),
  ).toHaveLength(actions.length - row.leads.length);
  expect(actions.map(({ text }) => text).toSorted()).toEqual(row.office.toSorted());
  const phones = page.document.querySelectorAll("main nav a[href^='tel:']").map(({ text }) => text);
  expect(phones).toHaveLength(2);
  const seen = page.document.querySelector("main details nav a[href^='/tracking']");
  expect(seen?.text).toBe("What the customer sees");
});

/** A command's page. */
const isAction = (href = "") => href.startsWith("/office/do/");

const offered = ({ document }: Page) => document.querySelectorAll("main a, main button").map(({ text }) => text.trim());
