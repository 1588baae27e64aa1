import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { commandsFor } from "#app/staff/commands/all";
import type { FactsForCommands } from "#app/staff/parcel-facts";
import { deskOfSite } from "../support/a-desk";
import { aGuestAtThePayment, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
let manager: Visitor;
let waybillNo: string;
beforeAll(async () => {
  manager = await anOfficeBrowser(site, "manager", store);
  ({ waybillNo } = await aGuestWithAWaybill(site));
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

const nothing: FactsForCommands = {
  ...{ isPaid: false, isCancelled: false, waitsForPrice: false, isCollected: false, hasArrived: false, hasMark: false },
  ...{
    isOwed: false,
    hasRefund: false,
    hasNoted: false,
    hasRefused: false,
    refundsByApi: true,
    hasInvoice: false,
    hasReport: false,
  },
  ...{
    isDelivered: false,
    isLongUndelivered: false,
    openCase: undefined,
    hasPrice: false,
    hasCharge: false,
    hasMoreOnAccount: false,
    isRefused: false,
    isReturning: false,
  },
  ...{ hasChargeback: false, cameByCard: false, isClaimable: false, hasClaim: false, isOnAccount: false },
};
const paid = { isPaid: true, hasInvoice: true, cameByCard: true };
const collected = { ...paid, isCollected: true, hasMark: true };
const moneyBack = ["note refund", "note chargeback"];
const whilePaid = ["change booking", "cancel booking", "move payment", ...moneyBack];
const onTheRoad = ["mark", "agree", "assign", "unassign", "print", "tell", "charge"];

describe("beside a note and a payment, what is possible with a parcel that", () => {
  test.each<[string, Partial<FactsForCommands>, string[]]>([
    ["waits for a price", { waitsForPrice: true }, ["change booking", "price quote", "cancel booking"]],
    ["isn't paid", {}, ["change booking", "cancel booking"]],
    [
      "isn't paid, of a payment that was noted",
      { hasNoted: true },
      ["change booking", "cancel booking", "undo payment"],
    ],
    ["is booked, and isn't paid", { hasPrice: true }, ["change booking", "cancel booking", "send link"]],
    [
      "has more to be paid for it",
      { ...collected, hasCharge: true },
      [...onTheRoad, "fetched", "undo mark", "change booking", ...moneyBack, "undo charge", "send link"],
    ],
    [
      "goes back, because its sender refused to pay more",
      { ...collected, hasCharge: true, isRefused: true, isOwed: true },
      [...onTheRoad.filter((name) => name !== "charge"), "fetched", "undo mark", "change booking"].concat(
        "pay refund",
        ...moneyBack,
        "undo charge",
      ),
    ],
    [
      "is on its way back, and more was to be paid for it",
      { ...collected, hasCharge: true, isReturning: true },
      [...onTheRoad.filter((name) => name !== "charge"), "fetched", "undo mark", "change booking", ...moneyBack],
    ],
    [
      "is back, because its sender refused to pay more",
      { ...collected, hasCharge: true, isRefused: true, hasArrived: true, isOwed: true },
      ["undo mark", "print", "pay refund", ...moneyBack],
    ],
    ["is paid", paid, [...onTheRoad, ...whilePaid]],
    ["was priced by hand, and is paid", { ...paid, waitsForPrice: true }, [...onTheRoad, ...whilePaid]],
    [
      "is paid in cash",
      { ...paid, cameByCard: false },
      [...onTheRoad, "change booking", "cancel booking", "move payment", "note refund"],
    ],
    ["is paid without an invoice", { isPaid: true, cameByCard: true }, [...onTheRoad, ...whilePaid, "issue invoice"]],
    [
      "is collected",
      { ...collected, hasNoted: true },
      [...onTheRoad, "fetched", "undo mark", "change booking", ...moneyBack],
    ],
    [
      "is collected, and has not arrived for more than 30 days",
      { ...collected, isLongUndelivered: true },
      [...onTheRoad, "fetched", "undo mark", "change booking", "cancel booking", ...moneyBack],
    ],
    [
      "is delivered, and may have to be fetched back",
      { ...collected, hasArrived: true, isDelivered: true },
      ["undo mark", "assign", "print", ...moneyBack],
    ],
    ["has arrived", { ...collected, hasArrived: true }, ["undo mark", "print", ...moneyBack]],
    [
      "was lost",
      { ...collected, hasArrived: true, isClaimable: true },
      ["undo mark", "print", ...moneyBack, "pay claim"],
    ],
    [
      "was lost, and claimed for",
      { ...collected, hasArrived: true, isClaimable: true, hasClaim: true },
      ["undo mark", "print", ...moneyBack, "undo claim"],
    ],
    [
      "is cancelled, and its money is owed",
      { ...paid, isCancelled: true, isOwed: true },
      ["pay refund", ...moneyBack, "move payment"],
    ],
    [
      "is owed money, on a site that isn't connected to PayFast for it",
      { ...paid, isCancelled: true, isOwed: true, refundsByApi: false },
      [...moneyBack, "move payment"],
    ],
    ["is cancelled and unpaid", { isCancelled: true }, []],
    ["has a chargeback", { isCancelled: true, hasChargeback: true }, ["undo chargeback"]],
    ["has a refund", { isCancelled: true, hasRefund: true }, ["undo refund"]],
    ["has a refused notice", { isCancelled: true, hasRefused: true }, ["close payment"]],
    ["has a driver's report", { isCancelled: true, hasReport: true }, ["believe mark", "drop mark"]],
    ["has an open case", { isCancelled: true, openCase: "C48210934" }, ["answer case", "close case"]],
  ])("%s", (_what, facts, expected) => {
    const possible = commandsFor({ ...nothing, ...facts }).map(({ name }) => name);
    expect(possible.toSorted()).toEqual([...expected, "note booking", "note payment"].toSorted());
  });
});

test("a payment that was noted can be undone on its parcel's page, once", async () => {
  await aGuestAtThePayment(site);
  const [quote = { no: "", rand: 0 }] = inTheFile<{ no: string; rand: number }>(
    site,
    "SELECT quote_no AS no, grand_total_cents / 100.0 AS rand FROM quotes WHERE status = 'pending_payment'",
  );
  const offers = async () => {
    const { document } = await manager.open(`/office/${quote.no}`);
    return document.querySelectorAll("main nav a").map(({ text }) => text.trim());
  };
  expect(await offers()).not.toContain("Undo payment");
  await terminal.ask(
    "note",
    "payment",
    quote.no,
    "--payfast",
    "1089998",
    "--amount",
    String(quote.rand).replace(".", ","),
  );
  expect(await offers()).toContain("Undo payment");
  await terminal.ask("undo", "payment", quote.no);
  expect(await offers()).not.toContain("Undo payment");
});

test("a mark is believed or dropped only where a driver has reported one", async () => {
  const { document } = await manager.open(`/office/${waybillNo}`);
  const offered = document.querySelectorAll("main nav a").map(({ text }) => text.trim());
  expect(offered).toContain("Mark");
  expect(offered).not.toContain("Believe mark");
});

test("a driver's page says whether they drive for us", async () => {
  await terminal.ask("add", "driver", "Themba Zulu", "--phone", "0831112222");
  const page = await manager.open("/office/Themba%20Zulu");
  expect(page.text).toContain("Drives for us");
  expect(page.document.querySelector('main a[href="tel:+27831112222"]')?.text).toBe("083 111 2222");
  await terminal.ask("block", "driver", "Themba Zulu");
  expect((await manager.open("/office/Themba%20Zulu")).text).toMatch(/Themba Zulu ?Blocked/);
});

test("a field has an example and is needed, but for a tick; what is wrong stays as it was typed", async () => {
  const { document } = await manager.open("/office/do/note-payment");
  expect(document.querySelector("#quote")?.hasAttribute("required")).toBe(true);
  expect(document.querySelector('[name="as-part"]')?.hasAttribute("required")).toBe(false);
  expect(document.querySelector("main")?.text).toContain("Such as Q48210934");
  await manager.open(`/office/do/change-booking?number=${waybillNo}`);
  const wrong = await manager.press("Check", { "to-phone": "12" });
  expect(wrong.document.querySelector('[name="to-phone"]')?.getAttribute("value")).toBe("12");
});

test("what is done says when its messages go, without the words of the terminal", async () => {
  await manager.open(`/office/do/cancel-booking?number=${waybillNo}&because=the+sender+phoned`);
  const done = await manager.press("Do it");
  expect(done.text).toContain("Messages go within a few seconds while the site runs.");
  expect(done.text).not.toContain("if the site is running");
});
