import { beforeAll, describe, expect, test } from "vitest";
import { newSignInCode } from "#app/domain/drivers/driver-sessions.server";
import { addDriver, notePlate } from "#app/domain/drivers/drivers.server";
import { HOURS } from "#app/durations";
import { paths } from "#app/paths";
import { aParcel, type Parcel } from "../../demo/a-parcel";
import { inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { keyTo } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ SMS_QUIET_HOURS: "none" });
const SIPHO = { name: "Sipho Mandla Nkosi", phone: "+27831234567", plate: "23 GP" };
const BRINGS = "Sipho brings it. The number plate ends in 23\u00a0GP.";
beforeAll(() => driver(SIPHO));

const driver = (of: Parameters<typeof addDriver>[1]) =>
  atSite(site, ({ store }) => store.tx((tx) => addDriver(tx, of, new Date())));

async function pageOf({ quote }: Parcel) {
  const findMe = paths.findMe(quote.id);
  return new Visitor(site.url).open(`${findMe}?key=${keyTo(site, findMe, "receiver")}`);
}

/** Out for delivery today, by Sipho. */
const outToday = () =>
  atSite(site, (world) =>
    aParcel()
      .at(new Date(Date.now() - 20 * HOURS))
      .paid()
      .after(HOURS)
      .collected()
      .at(new Date())
      .given(SIPHO.name, "delivery")
      .outForDelivery()
      .in(world),
  );

describe("the receiver's page", () => {
  test("leads with who sends it, when it comes and where it is, and asks with folded choices whether that suits", async () => {
    const parcel = await atSite(site, (world) => aParcel().after(HOURS).collected().in(world));
    const { document, text } = await pageOf(parcel);
    const panel = document.querySelector("main .now");
    expect(panel?.querySelector("h1")?.text).toMatch(/^Your parcel should come /);
    expect(panel?.text).toMatch(/From Thandi Nkosi, TH/);
    expect(panel?.text).toMatch(/To 12 Ncome Crescent, Orlando East, Soweto.* You pay nothing\./);
    expect(panel?.querySelector("[aria-current]")?.text).toMatch(/^Collected/);
    expect(document.querySelector("title")?.text).toMatch(/^Your parcel should come /);
    expect(text).not.toContain("brings it");
    expect(document.querySelector("main h2")?.text).toBe("Does that suit you?");
    const choices = document.querySelectorAll("main details");
    expect(
      choices.map((choice) => [choice.querySelector("summary")?.firstChild?.text.trim(), choice.hasAttribute("open")]),
    ).toEqual([
      ["Another day", false],
      ["A neighbour takes it", false],
      ["I fetch it", false],
      ["Help the driver find me", false],
    ]);
  });

  test("asks whoever was missed for another day at once", async () => {
    const parcel = await atSite(site, (world) =>
      aParcel()
        .at(new Date(Date.now() - 9 * HOURS))
        .paid()
        .after(HOURS)
        .collected()
        .after(HOURS)
        .missed()
        .in(world),
    );
    const { document } = await pageOf(parcel);
    expect(document.querySelector("h1")?.text).toMatch(/^We missed you/);
    expect(document.querySelectorAll("main details[open]").map((one) => one.querySelector("select")?.id)).toEqual([
      "day",
    ]);
  });

  test("leads with the depot once it is ready there", async () => {
    const parcel = await atSite(site, (world) =>
      aParcel()
        .at(new Date(Date.now() - 9 * HOURS))
        .paid()
        .collected()
        .wished({ kind: "depot" })
        .marked("at_depot")
        .in(world),
    );
    const { document, text } = await pageOf(parcel);
    expect(document.querySelector("h1")?.text).toMatch(/^Ready at our depot until /);
    expect(text).toContain("Bring the PIN from our message. The depot: 12 Odendaal Street");
  });
});

describe("who brings it", () => {
  test("is on the receiver's page from out for delivery to the driver's mark, and nowhere that is passed on", async () => {
    const parcel = await outToday();
    const { text } = await pageOf(parcel);
    expect(text).toContain(`${BRINGS} Is it somebody else? Keep the PIN to yourself, and phone us at`);
    expect(text).not.toMatch(/Mandla|Nkosi brings/);
    const key = keyTo(site, paths.findMe(parcel.quote.id), "receiver");
    for (const tracking of [paths.tracking(parcel.waybillNo), `${paths.shortTracking(parcel.waybillNo)}?key=${key}`])
      expect((await new Visitor(site.url).open(tracking)).text).not.toMatch(/Sipho|23.GP/);
    const messages = JSON.stringify(inTheFile(site, "SELECT subject, text_body, html_body FROM outgoing_mails"));
    expect(messages).not.toMatch(/Sipho (?:Mandla|brings)|23.GP/);

    await atSite(site, (world) => aParcel(parcel).missed().in(world));
    expect((await pageOf(parcel)).text).not.toContain("brings it");
  });

  test.each([
    ["the office took the stop from them", `UPDATE stops SET removed_at = '2026-01-01T00:00:00.000Z'`],
    ["the stop was yesterday's", `UPDATE stops SET day = '2026-01-01'`],
    ["they were blocked", `UPDATE drivers SET blocked_at = '2026-01-01T00:00:00.000Z'`],
  ])("isn't said where %s", async (_, change) => {
    const parcel = await outToday();
    expect((await pageOf(parcel)).text).toContain(BRINGS);
    inTheFile(site, change);
    expect((await pageOf(parcel)).text).not.toContain("brings it");
    await driver(SIPHO);
  });

  test("isn't said where the driver has reported that it doesn't come", async () => {
    const parcel = await outToday();
    await atSite(site, (world) => aParcel(parcel).by(SIPHO.name).reported("broke_down").in(world));
    const { text } = await pageOf(parcel);
    expect(text).toContain("We have to settle something first");
    expect(text).not.toContain("brings it");
  });

  test("is told to the driver, on their own page", async () => {
    const { driver: sipho } = await driver(SIPHO);
    const code = await atSite(site, ({ store }) => store.tx((tx) => newSignInCode(tx, sipho, new Date())));
    const phone = new Visitor(site.url);
    await phone.open(paths.driverSignIn(code));
    expect((await phone.press("Sign in on this phone")).text).toContain(
      "sees your first name, Sipho, and that your number plate ends in 23 GP.",
    );
  });

  test("is the first name alone, where nobody has noted a number plate", async () => {
    const { driver: sipho } = await driver(SIPHO);
    await atSite(site, ({ store }) => store.tx((tx) => notePlate(tx, sipho, null)));
    const { text } = await pageOf(await outToday());
    expect(text).toContain("Sipho brings it. Is it somebody else?");
    await driver(SIPHO);
  });
});
