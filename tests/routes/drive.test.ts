import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Addresses } from "#app/domain/form/addresses";
import { landmarkApart, mapAddresses } from "#app/domain/form/plus-code";
import { HOURS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { aParcel } from "../../demo/a-parcel";
import { dial, post, statusOf } from "../server/raw-request";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { staff, staffList } from "../support/staff";
import { Visitor } from "../support/visitor";

/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PERSONAL = /Dlamini|Ncome|073 555|Thandi|Blue gate/;

const site = siteForAllTests();
let phone: Visitor;
beforeAll(async () => {
  phone = await aDriversPhone("Sipho Nkosi", "083 123 4567");
});

describe("a driver's phone", () => {
  test("is signed in by a link, once: a mail scanner's request changes nothing, a second phone is refused", async () => {
    const link = await linkFor("Ayanda Zulu", "082 000 0001");
    await new Visitor(site.url).open(link);
    const first = new Visitor(site.url);
    await first.open(link);
    const sent = first.filledIn("Sign in on this phone");
    expect((await first.press("Sign in on this phone")).url).toMatch(/\/drive$/);
    expect(first.page?.text).toContain("Ayanda Zulu");
    expect((await new Visitor(site.url).open(link)).status).toBe(410);

    // The answer was lost: the same form again signs the same phone in.
    const again = new Visitor(site.url);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", body: sent.body.toString(), headers };
    expect((await again.follow(await again.send(link, init))).url).toMatch(/\/drive$/);
    const forged = new URLSearchParams({ key: "another" }).toString();
    expect((await new Visitor(site.url).send(link, { ...init, body: forged })).status).toBe(410);
  });

  test("keeps its unsent marks when a customer signs out on it, or chooses Lite", async () => {
    for (const [visitor, clears] of [
      [phone, null],
      [new Visitor(site.url), '"storage"'],
    ] as const) {
      const forms = { "/forget-me": {}, "/lite": { lite: "on", back: "/" } };
      for (const [path, fields] of Object.entries(forms)) {
        const answer = await visitor.send(path, { method: "POST", body: new URLSearchParams(fields) });
        expect([path, answer.headers.get("Clear-Site-Data")]).toEqual([path, clears]);
      }
    }
  });

  test("is signed out when the driver gets another phone, and at once when the office blocks the driver", async () => {
    const old = await aDriversPhone("Lerato Mokoena", "082 000 0002");
    const stop = await aStop("Lerato Mokoena");
    const page = await old.open(`/drive/stop/${stop}`);
    expect(page.text).toContain("Sipho Dlamini");
    const fresh = await aDriversPhone("Lerato Mokoena", "082 000 0002");
    expect((await old.open("/drive")).status).toBe(403);
    await fresh.open(`/drive/stop/${stop}`);

    await done("block", "driver", "Lerato Mokoena");
    const refused = await fresh.press("Delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("This isn't counted: Lerato Mokoena is blocked.");
    expect((await fresh.open("/drive")).text).not.toMatch(PERSONAL);
    expect((await fresh.open(`/drive/stop/${stop}`)).text).not.toMatch(PERSONAL);
    expect(await events(stop)).not.toContain("delivered");
  });
});

describe("a stop", () => {
  test("shows who, where, the landmark, a phone to tap and the pieces; the next one first", async () => {
    const [first, second] = [await aStop("Sipho Nkosi", 3), await aStop("Sipho Nkosi")];
    atAnotherGate(second, "Zodwa Khumalo");
    const { text, document } = await phone.open("/drive");
    expect(text.indexOf(spoken(first))).toBeGreaterThan(-1);
    expect(document.querySelector("h2 a")?.getAttribute("href")).toBe(`/drive/stop/${first}/delivery`);
    expect(document.querySelector("ol a")?.getAttribute("href")).toBe(`/drive/stop/${second}/delivery`);
    expect(text).toContain("Deliver 3 pieces");
    expect(text).toContain("12 Ncome Crescent");
    expect(document.querySelector('a[href="tel:+27735550101"]')?.text).toContain("073 555 0101");
    // What rarely happens is far down: a link beside the address leads there.
    const page = (await phone.open(`/drive/stop/${first}`)).document;
    for (const [link, button] of [
      ["Nobody there?", "Nobody there"],
      ["Another problem?", "Something is wrong"],
    ] as const) {
      const href = page
        .querySelectorAll("main a")
        .find(({ text }) => text === link)
        ?.getAttribute("href");
      expect(page.querySelector(`form${href} button`)?.text.trim()).toBe(button);
    }
  });

  test("has the plus code of its landmark apart, with links that open a map there", async () => {
    const stop = await aStop("Sipho Nkosi");
    const typed = "Blue gate, https://www.google.com/maps?q=-26.2375,27.9125";
    await done("change", "booking", stop, "--to-landmark", typed);
    const { text, document } = await phone.open(`/drive/stop/${stop}`);
    const [, code = ""] = /Plus code ([\dA-Z]{8}\+[\dA-Z]{2}) /.exec(text) ?? [];
    expect(landmarkApart(`Blue gate, ${code}`)).toEqual({ plusCode: code, words: "Blue gate" });
    expect(text).toContain("Find it: Blue gate");
    const hrefs = document.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "");
    const { geo, web } = mapAddresses(code);
    expect(geo).toMatch(/^geo:-26\.237\d+,27\.912\d+\?q=-26/);
    expect(hrefs).toEqual(expect.arrayContaining([geo, web]));
    expect((await new Visitor(site.url).open(`/tracking?no=${stop}`)).text).not.toContain(code);
  });

  test("without a plus code opens a map at its address", async () => {
    const { document } = await phone.open(`/drive/stop/${await aStop("Sipho Nkosi")}`);
    const maps = document
      .querySelectorAll("a")
      .filter(({ text }) => /^Open in maps|^Map in the browser/.test(text.trim()));
    const address = encodeURIComponent("12 Ncome Crescent, Orlando East, Soweto 1804");
    expect(maps.map((link) => link.getAttribute("href"))).toEqual([
      `geo:0,0?q=${address}`,
      expect.stringMatching(new RegExp(`^https://.*query=${address}$`)),
    ]);
  });

  test("is one for all parcels at its gate, ticked: one press and one of their PINs mark what is still ticked, once", async () => {
    const driver = await aDriversPhone("Nandi Sithole", "082 000 0021");
    const [first, second, third, left, elsewhere] = [
      await aStop("Nandi Sithole"),
      await aStop("Nandi Sithole", 2),
      await aStop("Nandi Sithole"),
      await aStop("Nandi Sithole"),
      await aStop("Nandi Sithole"),
    ];
    atAnotherGate(elsewhere, "Zodwa Khumalo");
    const { document } = await driver.open("/drive");
    expect(document.querySelectorAll("ol li")).toHaveLength(1);
    expect(document.querySelector("ol a")?.getAttribute("href")).toBe(`/drive/stop/${elsewhere}/delivery`);
    for (const each of [first, second, third, left]) expect(driver.page?.text).toContain(spoken(each));

    await driver.open(`/drive/stop/${first}`);
    const others = driver.page?.document.querySelectorAll("form.sign input[name=also]") ?? [];
    expect(others.map((each) => each.hasAttribute("checked"))).toEqual([true, true, true]);
    expect(driver.page?.text).toContain(`${spoken(second)}, 2 pieces`);
    const also = others[0]?.getAttribute("value") ?? "";
    const pinOf = (no: string) =>
      inTheFile<{ pin: string }>(site, `SELECT pin FROM delivery_pins WHERE waybill_no = '${no}'`)[0]?.pin ?? "";
    const wrongTries = () =>
      inTheFile<{ tries: number }>(
        site,
        `SELECT wrong_tries AS tries FROM delivery_pins WHERE waybill_no IN ('${first}', '${second}', '${third}')`,
      ).reduce((sum, { tries }) => sum + tries, 0);
    const wrong = [pinOf(first), pinOf(second)].includes("1111") ? "2222" : "1111";
    // Neither an untaken parcel's PIN nor a guess is enough, and a guess counts for each that is ticked.
    await driver.press("Delivered", { pin: wrong, also });
    expect(driver.page?.text).toContain("Choose why you leave one out.");
    expect(wrongTries()).toBe(0);
    const whyLeft = "I mark it by itself";
    await driver.press("Delivered", { pin: wrong, also, whyLeft });
    expect(driver.page?.text).toContain("The PIN is wrong");
    expect(driver.page?.document.querySelector("#delivered-whyLeft [selected]")?.text).toBe(whyLeft);
    expect(wrongTries()).toBe(2);
    expect(driver.page?.document.querySelectorAll("form.sign input[name=also][checked]")).toHaveLength(1);
    const { body, action } = driver.filledIn("Delivered", { pin: pinOf(second), also, whyLeft });
    body.append("also", others[1]?.getAttribute("value") ?? "");
    for (let times = 0; times < 2; times += 1)
      expect((await driver.send(action, { method: "POST", body })).status).toBe(303);
    for (const [no, pieces] of [
      [first, 1],
      [second, 2],
      [third, 1],
    ] as const)
      expect(await events(no)).toEqual(["booked", `out_for_delivery ${pieces}`, `delivered ${pieces}`]);
    for (const no of [left, elsewhere]) expect(await events(no)).not.toContain("delivered 1");
    expect(inTheFile(site, `SELECT reason FROM driver_marks WHERE waybill_no = '${left}'`)).toEqual([]);
    const marks = `SELECT proof FROM driver_marks WHERE waybill_no IN ('${first}', '${second}', '${third}')`;
    expect(inTheFile(site, marks)).toEqual(Array(3).fill({ proof: "pin" }));

    // A tick is only taken from the page of its own gate.
    await driver.open(`/drive/stop/${elsewhere}`);
    const forged = driver.filledIn("Delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
    forged.body.append("also", others[2]?.getAttribute("value") ?? "");
    await driver.send(forged.action, { method: "POST", body: forged.body });
    expect(await events(elsewhere)).toContain("delivered 1");
    expect(await events(left)).not.toContain("delivered 1");
  });

  test("asks for no PIN where no message could reach the receiver, and takes the name and the reason", async () => {
    const [stop, other] = [await aStop("Sipho Nkosi"), await aStop("Sipho Nkosi")];
    withReceivers(stop, { toEmail: "", toPhone: "011 555 0142", toCell: "" });
    const page = await phone.open(`/drive/stop/${stop}`);
    expect(page.text).toContain("No message could reach them: take name and reason");
    expect(page.document.querySelectorAll("input[name=pin]")).toHaveLength(0);
    expect((await phone.press("Delivered")).text).toContain("write who took the parcel, and choose why");
    await phone.press("Delivered", { takenBy: "Gogo Mabena" });
    const said = `SELECT proof, taken_by, reason FROM driver_marks WHERE waybill_no = '${stop}'`;
    expect(inTheFile(site, said)).toEqual([
      { proof: "name", taken_by: "Gogo Mabena", reason: "No message could reach them" },
    ]);
    // Whoever can be told is asked for the PIN, whatever a forged form says.
    expect((await phone.open(`/drive/stop/${other}`)).text).not.toContain("No message could reach them");
    const forged = phone.filledIn("Delivered", { takenBy: "Gogo Mabena" });
    forged.body.set("reason", "No message could reach them");
    const refused = await phone.send(forged.action, { method: "POST", body: forged.body });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Ask for the PIN")]);
    expect(await events(other)).not.toContain("delivered 1");
  });

  test("reports what is left out as the driver says why, and as one press that can be taken back", async () => {
    const driver = await aDriversPhone("Thabo Moyo", "082 000 0023");
    const [first, damaged] = [await aStop("Thabo Moyo"), await aStop("Thabo Moyo")];
    await driver.open(`/drive/stop/${first}`);
    const taken = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };
    await driver.press("Delivered", { ...taken, also: "", whyLeft: "The parcel is damaged" });
    expect(driver.page?.text).toMatch(new RegExp(`${spoken(first)}.*${spoken(damaged)}.* are saved`));
    expect(driver.page?.text).toContain("Take all 2 back");
    const marks = `SELECT waybill_no, kind, reason, office_must FROM driver_marks
      WHERE waybill_no IN ('${first}', '${damaged}') ORDER BY kind`;
    expect(inTheFile(site, marks)).toEqual([
      { waybill_no: first, kind: "delivered", reason: taken.reason, office_must: null },
      {
        ...{ waybill_no: damaged, kind: "something_wrong", reason: "The parcel is damaged" },
        office_must: "Look at the parcel, then phone the sender",
      },
    ]);
  });

  test("takes as left out only what its page offered, not what has joined the gate since, which is ticked when shown", async () => {
    const driver = await aDriversPhone("Kagiso Phiri", "082 000 0025");
    const [first, refused] = [await aStop("Kagiso Phiri"), await aStop("Kagiso Phiri")];
    await driver.open(`/drive/stop/${first}`);
    const taken = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };
    const [whole, leaves] = [
      driver.filledIn("Nobody there", { reason: "The gate is closed" }),
      driver.filledIn("Delivered", { ...taken, also: "", whyLeft: "The parcel isn't here" }),
    ];
    const joined = await aStop("Kagiso Phiri");
    await driver.press("Delivered", { also: "", whyLeft: "The parcel isn't here" });
    expect(driver.page?.text).toContain("Type the receiver's PIN.");
    const ticks = driver.page?.document.querySelectorAll("#delivered label:has(input[name=also])") ?? [];
    expect(ticks.map((label) => [label.text.trim(), label.querySelector("input")?.hasAttribute("checked")])).toEqual([
      [`${spoken(refused)}, 1 piece`, false],
      [`${spoken(joined)}, 1 piece`, true],
    ]);

    expect((await driver.send(leaves.action, { method: "POST", body: leaves.body })).status).toBe(303);
    const marks = `SELECT waybill_no, reason FROM driver_marks WHERE waybill_no IN ('${refused}', '${joined}')`;
    expect(inTheFile(site, marks)).toEqual([{ waybill_no: refused, reason: "The parcel isn't here" }]);
    expect((await driver.send(whole.action, { method: "POST", body: whole.body })).status).toBe(303);
    expect(await events(joined)).not.toContain("failed_attempt 1");
  });

  test("is taken without a reason for what is left out from a phone that had kept it: its driver has left", async () => {
    const driver = await aDriversPhone("Vusi Radebe", "082 000 0024");
    const [first, left] = [await aStop("Vusi Radebe"), await aStop("Vusi Radebe")];
    await driver.open(`/drive/stop/${first}`);
    const { action, body } = driver.filledIn("Nobody there", { reason: "The gate is closed", also: "" });
    const kept = await driver.send(`${action}?at=${new Date().toISOString()}`, { method: "POST", body });
    expect(kept.status).toBe(303);
    expect((await driver.open("/drive")).text).toContain(`Deliver to Sipho Dlamini`);
    expect(await events(left)).not.toContain("failed_attempt 1");
  });

  test("asks only once a day what the driver found where nobody was there", async () => {
    const [here] = [await aStop("Sipho Nkosi"), await aStop("Sipho Nkosi")];
    await phone.open(`/drive/stop/${here}`);
    expect((await phone.press("Nobody there")).text).toContain("Choose what you found.");
    await phone.press("Nobody there", { reason: "The gate is closed" });
    const again = await phone.open(`/drive/stop/${here}`);
    expect(again.document.querySelector("h1")?.text).toBe("Deliver to Sipho Dlamini");
    expect(again.document.querySelector("h1 + p")?.text).toMatch(/^Nobody there.*The gate is closed/);
    await phone.press("Nobody there", { more: "Dogs" });
    expect(phone.page?.url).toContain(`done=${here}`);
    const said = `SELECT reason FROM driver_marks WHERE waybill_no = '${here}' ORDER BY received_at`;
    expect(inTheFile(site, said)).toEqual([{ reason: "The gate is closed" }, { reason: "The gate is closed: Dogs" }]);
  });

  test("leads to the next one after a mark, by a person and a gate as the one main button, until none is left", async () => {
    const driver = await aDriversPhone("Busi Khoza", "082 000 0022");
    const [first, second, third] = [await aStop("Busi Khoza"), await aStop("Busi Khoza"), await aStop("Busi Khoza")];
    atAnotherGate(second, "Zodwa Khumalo");
    atAnotherGate(third, "Gogo Mabena");
    const leads = () =>
      driver.page?.document.querySelectorAll("main .button:not(.plain)").map((button) => button.text.trim());
    await driver.open(`/drive/stop/${first}`);
    await driver.press("Nobody there", { reason: "The gate is closed" });
    expect(driver.page?.text).toContain(`${spoken(first)} is saved.`);
    expect(driver.page?.document.querySelector("h1")?.text.trim()).toBe("Next: Deliver to Zodwa Khumalo, Soweto");
    expect(leads()).toEqual(["Next: Deliver to Zodwa Khumalo, Soweto"]);
    expect(driver.page?.text).toContain("12 Ncome Crescent");
    await driver.clickLink("Next: Deliver to Zodwa Khumalo, Soweto");
    await driver.press("Delivered", { takenBy: "Gogo", reason: "The phone is off or lost" });
    expect(leads()).toEqual(["Next: Deliver to Gogo Mabena, Soweto"]);
    await driver.clickLink("Next: Deliver to Gogo Mabena, Soweto");
    await driver.press("Something is wrong", { reason: "They don't want it" });
    expect(driver.page?.document.querySelector("h1")?.text).toBe("All stops are done.");
    expect(leads()).toEqual([]);
    expect(driver.page?.text).toMatch(/Something is wrong: They don't want it\. At \d\d:\d\d\./);
    const { searchParams } = new URL(driver.page?.url ?? "", site.url);
    expect((await driver.clickLink("My stops")).text).toContain("0 to do, 3 done.");
    // Once there is something to do tomorrow, the way on is there.
    const { waybillNo } = await aGuestWithAWaybill(site);
    await done("assign", waybillNo, "--driver", "Busi Khoza", "--date", "tomorrow");
    await driver.open(`/drive?${searchParams}`);
    expect((await driver.clickLink("Tomorrow's stops")).text).toContain("1 to do, 0 done.");
  });

  test("isn't said to be saved before it is, whatever the address claims", async () => {
    const stop = await aStop("Sipho Nkosi");
    expect((await phone.open(`/drive?done=${stop}`)).text).not.toContain("saved");
    await phone.open(`/drive/stop/${stop}`);
    await phone.press("Nobody there", { reason: "The gate is closed" });
    expect((await phone.open(`/drive?done=${stop} TH9999999999`)).text).toContain(`${spoken(stop)} is saved.`);
    expect(phone.page?.text).not.toContain("999 999");
  });

  test("is marked once, however often its form arrives, and leads to the next stop", async () => {
    const [here, next] = [await aStop("Sipho Nkosi", 3), await aStop("Sipho Nkosi")];
    await phone.open(`/drive/stop/${here}`);
    const alone = { also: "", whyLeft: "I mark it by itself" };
    const answers = { pieces: "2", takenBy: "Gogo Mabena", reason: "The phone is off or lost", ...alone };
    const form = phone.filledIn("Delivered", answers);
    for (let times = 0; times < 3; times += 1) {
      const answer = await phone.send(form.action, multipart(form.body));
      expect(answer.status).toBe(303);
    }
    expect((await phone.open("/drive")).text).toContain("Delivered, 2 of 3 pieces");
    expect(await events(here)).toEqual(["booked", "out_for_delivery 3", "delivered 2"]);
    const tracking = await new Visitor(site.url).open(`/tracking?no=${here}`);
    expect(tracking.text).toContain("2 of 3 pieces delivered. 1 is still to come.");
    expect(tracking.text).not.toContain("Gogo");
    await phone.open(`/drive/stop/${next}`);
    expect((await phone.press("Nobody there", { reason: "The gate is closed" })).url).toContain(`done=${next}`);
    expect(await events(next)).toEqual(["booked", "out_for_delivery 1", "failed_attempt 1"]);
  });

  test("needs the receiver's PIN, or who received it and why there is none; the rest of the form stays as typed", async () => {
    const stop = await aStop("Sipho Nkosi");
    await phone.open(`/drive/stop/${stop}`);
    expect((await phone.press("Delivered")).text).toContain("Type the receiver's PIN.");
    const half = await phone.press("Delivered", { takenBy: "Gogo Mabena" });
    expect(half.status).toBe(400);
    expect(half.text).toContain("Choose why there is no PIN.");
    expect(half.document.querySelector("#takenBy")?.getAttribute("value")).toBe("Gogo Mabena");
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1"]);
    await phone.press("Delivered", { pin: pinOf(stop), takenBy: "" });
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1", "delivered 1"]);
  });

  test("locks after five wrong PINs, even for the right one; the same form sent again is one try", async () => {
    const stop = await aStop("Sipho Nkosi");
    const wrong = pinOf(stop) === "0000" ? "1111" : "0000";
    await phone.open(`/drive/stop/${stop}`);
    const form = phone.filledIn("Delivered", { pin: wrong });
    for (let times = 0; times < 7; times += 1) await phone.send(form.action, multipart(form.body));
    expect(inTheFile(site, `SELECT wrong_tries FROM delivery_pins WHERE waybill_no = '${stop}'`)).toEqual([
      { wrong_tries: 1 },
    ]);
    for (let tries = 2; tries <= 5; tries += 1) {
      await phone.open(`/drive/stop/${stop}`);
      await phone.press("Delivered", { pin: wrong });
    }
    await phone.open(`/drive/stop/${stop}`);
    expect((await phone.press("Delivered", { pin: pinOf(stop) })).text).toContain(
      "Only the office can mark this parcel",
    );
    const named = { takenBy: "Gogo", reason: "The phone is off or lost", pin: "" };
    expect((await phone.press("Delivered", named)).text).toContain("Only the office can mark this parcel");
    expect(await events(stop)).not.toContain("delivered 1");
    await done("mark", "delivered", stop);
    expect(await events(stop)).toContain("delivered 1");
  });

  test("says that a photo beside a wrong PIN has to be chosen again", async () => {
    const stop = await aStop("Sipho Nkosi");
    await phone.open(`/drive/stop/${stop}`);
    const { body } = phone.filledIn("Delivered", { pin: "no" });
    body.delete("photo");
    const refused = await phone.send(`/drive/stop/${stop}`, multipart(body, "a photo"));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/PIN.*Choose the photo again: it was not kept/s);
  });

  test("may have a photo, which is re-encoded; one that can't be read never costs the mark, and another can be sent", async () => {
    const stop = await aStop("Sipho Nkosi");
    await phone.open(`/drive/stop/${stop}`);
    const { body } = phone.filledIn("Delivered", { takenBy: "Gogo Mabena", reason: "The phone is off or lost" });
    body.delete("photo");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
    const unread = await phone.follow(await phone.send(`/drive/stop/${stop}`, multipart(body, svg)));
    expect([unread.status, unread.headers.get("Mark-Saved")]).toEqual([400, "1"]);
    expect(unread.text).toContain(`${spoken(stop)} is saved without its photo`);
    expect(unread.text).toContain("That isn't a photo");
    expect(unread.text).not.toMatch(PERSONAL);
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1", "delivered 1"]);
    expect(await staffList(site, ["proof", stop])).toEqual([
      expect.objectContaining({ photos: "a photo was taken and isn't here" }),
    ]);
    expect(await staffList(site, ["show", "photos_missing"])).toEqual([
      expect.objectContaining({ waybill_no: stop, driver: "Sipho Nkosi" }),
    ]);

    const again = phone.filledIn("Send a photo").body;
    again.delete("photo");
    const pixel = Buffer.from(PIXEL, "base64").toString("latin1");
    for (let times = 0; times < 2; times += 1)
      expect((await phone.send(`/drive/stop/${stop}`, multipart(again, pixel))).status).toBe(303);
    // The mark alone, sent once more by a phone that missed its answer.
    body.append("photo", "photo.jpg");
    expect((await phone.send(`/drive/stop/${stop}`, { method: "POST", body })).status).toBe(303);
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1", "delivered 1"]);
    expect(
      inTheFile(site, `SELECT substr(jpeg, 1, 4) AS start FROM delivery_photos WHERE waybill_no = '${stop}'`),
    ).toEqual([{ start: "/9j/" }]);
    expect(await staffList(site, ["proof", stop])).toEqual([
      expect.objectContaining({ who: "Sipho Nkosi, driver", photos: 1, proof: expect.stringContaining("Gogo Mabena") }),
    ]);
    expect(await staffList(site, ["show", "photos_missing"])).toEqual([]);
  });

  test("accepts uploads as large as a photo only from drivers' phones", async () => {
    const stop = await aStop("Sipho Nkosi");
    const large = "x".repeat(100_000);
    const stranger = new Visitor(site.url);
    expect((await stranger.send(`/drive/stop/${stop}`, multipart(new URLSearchParams(), large))).status).toBe(413);
    expect((await phone.send("/track", multipart(new URLSearchParams(), large))).status).toBe(413);
    const nine = "x".repeat(9 * 1024 * 1024);
    expect((await phone.send(`/drive/stop/${stop}`, multipart(new URLSearchParams(), nine))).status).toBe(413);
  });

  test("takes a photo in thousands of packets of the usual length; in pieces of a byte it ends the connection", async () => {
    const stop = await aStop("Sipho Nkosi");
    const { body, headers } = multipart(new URLSearchParams(), "x".repeat(3 * 1024 * 1024));
    const cookie = [...phone.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
    const inPieces = async (length: number) => {
      const { socket, received } = await dial(site.port);
      received.catch(() => {});
      const own = { ...(headers as Record<string, string>), Cookie: cookie };
      socket.write(post(`/drive/stop/${stop}`, "", { ...own, "Content-Length": "", "Transfer-Encoding": "chunked" }));
      const all = Buffer.from(body as Buffer).toString("latin1");
      const chunks: string[] = [];
      for (let at = 0; at < all.length; at += length) {
        const piece = all.slice(at, at + length);
        chunks.push(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      }
      socket.write(`${chunks.join("")}0\r\n\r\n`, "latin1");
      return statusOf(await received.catch(() => ""));
    };
    // Read in full, and refused by the page: it names no mark.
    expect(await inPieces(536)).toBe(403);
    expect(await inPieces(1)).toBe(0);
  });

  test("another driver's stop, or another day's, leads to the tracking page; a mark there is refused", async () => {
    const stop = await aStop("Sipho Nkosi");
    const other = await aDriversPhone("Thabo Molefe", "082 000 0003");
    const mine = await aStop("Thabo Molefe");
    for (const visitor of [other, new Visitor(site.url)]) {
      const page = await visitor.open(`/drive/stop/${stop}`);
      expect(page.url).toContain("/tracking");
      expect(page.text).not.toMatch(PERSONAL);
    }
    await other.open(`/drive/stop/${mine}`);
    const { body } = other.filledIn("Nobody there", { reason: "The gate is closed" });
    const answer = await other.send(`/drive/stop/${stop}`, { method: "POST", body });
    expect(answer.status).toBe(403);
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1"]);

    const later = await aStop("Thabo Molefe", 1, "2999-12-01");
    expect((await other.open(`/drive/stop/${later}`)).url).toContain("/tracking");
    const tomorrow = await aStop("Thabo Molefe", 1, "tomorrow");
    expect((await other.open(`/drive/stop/${tomorrow}`)).text).toContain("Sipho Dlamini");
    expect((await other.open("/drive?day=tomorrow")).text).toContain(spoken(tomorrow));
  });

  test("shows no names once it is delivered; every view is in the parcel's history", async () => {
    const stop = await aStop("Sipho Nkosi");
    await phone.open(`/drive/stop/${stop}`);
    await phone.press("Delivered", { pin: pinOf(stop) });
    const page = await phone.open(`/drive/stop/${stop}`);
    const said = page.document.querySelector("h1")?.text ?? "";
    expect(said).toMatch(/^Delivered/);
    expect(page.text.split(said), "it is said once").toHaveLength(2);
    expect(page.text).not.toMatch(/Dlamini|Ncome|073 555/);
    // Written within a second.
    const looks = async () =>
      (await staffList(site, ["history", stop])).filter(({ what }) => String(what).includes("looked at the stop"));
    await expect.poll(looks).not.toEqual([]);
    const history = await staffList(site, ["history", stop]);
    expect(history).toContainEqual(
      expect.objectContaining({ who: "Sipho Nkosi, driver", what: expect.stringContaining("by the receiver's PIN") }),
    );
  });

  test("is found by its QR code's address, and by the number on the parcel, whose check digit is verified", async () => {
    const stop = await aStop("Sipho Nkosi");
    expect((await phone.open(`/tracking?action=track&accno=&no=${stop}`)).url).toContain(`/drive/stop/${stop}`);
    await phone.open("/drive");
    expect((await phone.press("Find the stop", { no: ` ${spoken(stop)} ` })).url).toContain(`/drive/stop/${stop}`);
    await phone.open("/drive");
    const wrong = `${stop.slice(0, -1)}${(Number(stop.at(-1)) + 1) % 10}`;
    expect((await phone.press("Find the stop", { no: wrong })).text).toContain("A digit is wrong");
    const { document } = await phone.press("Find the stop", { no: "7".repeat(60) });
    expect(document.querySelector("[name=no]")?.getAttribute("value")).toBe("7".repeat(40));
  });

  test("before it is collected: Collected; after “nobody there” it still waits for collection", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    await done("assign", waybillNo, "--driver", "sipho nkosi");
    const page = await phone.open(`/drive/stop/${waybillNo}`);
    expect(page.text).toContain("Thandi Nkosi");
    expect(page.text).toContain("Blue gate opposite the taxi rank");
    await phone.press("Nobody there", { reason: "The gate is closed" });
    expect(await events(waybillNo)).toEqual(["booked", "failed_collection 1"]);
    expect((await new Visitor(site.url).open(`/tracking?no=${waybillNo}`)).text).toContain(
      "We came to collect the parcel",
    );
    expect(await staffList(site, ["show", "run_sheet"])).toContainEqual(
      expect.objectContaining({ waybill_no: waybillNo, driver_said: "Nobody there, 1 of 1: The gate is closed" }),
    );
    await phone.open(`/drive/stop/${waybillNo}`);
    await phone.press("Collected");
    expect(await events(waybillNo)).toEqual(["booked", "failed_collection 1", "collected 1"]);
  });

  test("where fewer pieces are given than booked: the reason is asked, all pages show what is sent, the price is the office's", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    booked(waybillNo, 3);
    await done("assign", waybillNo, "--driver", "Sipho Nkosi");
    await phone.open(`/drive/stop/${waybillNo}`);
    const asked = await phone.press("Collected", { pieces: "2" });
    expect(asked.status).toBe(400);
    expect(asked.text).toContain("Choose why there are fewer pieces.");
    expect(asked.document.querySelector("#collected-pieces")?.getAttribute("value")).toBe("2");
    const { action, body } = phone.filledIn("Collected", { reason: "They send no more" });
    for (let times = 0; times < 3; times += 1)
      expect((await phone.send(action, { method: "POST", body })).status).toBe(303);
    expect(await events(waybillNo)).toEqual(["booked", "collected 2"]);
    const told = inTheFile<{ person: string; channel: string }>(
      site,
      `SELECT person, channel FROM outgoing_mails WHERE letter_key LIKE 'collected:%' AND quote_id = (SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}')`,
    );
    expect(told.map(({ person, channel }) => `${person} ${channel}`).toSorted()).toEqual([
      "sender email",
      "sender sms",
    ]);
    expect((await phone.open(`/drive/stop/${waybillNo}`)).text).toContain(
      "Collected, 2 of 3 pieces: They send no more",
    );
    const sent = "The sender sends 2 of the 3 pieces that were booked.";
    expect((await new Visitor(site.url).open(`/tracking?no=${waybillNo}`)).text).toContain(sent);
    const waybill = await guest.open(`/waybill/${waybillNo}`);
    expect(waybill.text).toContain(sent);
    expect(waybill.document.querySelectorAll(".slip")).toHaveLength(2);

    await done("mark", "out-for-delivery", waybillNo);
    await done("assign", waybillNo, "--driver", "Sipho Nkosi");
    expect((await phone.open(`/drive/stop/${waybillNo}`)).text).toContain("Deliver 2 pieces");
    await phone.press("Delivered", { pin: pinOf(waybillNo) });
    expect((await events(waybillNo)).at(-1)).toBe("delivered 2");
    const sheet = await staffList(site, ["show", "run_sheet"]);
    expect(sheet).toContainEqual(
      expect.objectContaining({
        waybill_no: waybillNo,
        driver_said: "Collected, 2 of 3: They send no more",
        parcels: 2,
        missing: "1 of 3 not sent",
        status: "Delivered",
      }),
    );
    const line = expect.objectContaining({
      waybill_no: waybillNo,
      what_to_do: expect.stringContaining("Settle the price"),
    });
    expect(await staffList(site, ["show", "driver_reports"])).toContainEqual(line);
    await done("note", "booking", waybillNo, "agreed with the sender: nothing back");
    expect(await staffList(site, ["show", "driver_reports"])).not.toContainEqual(line);
  });

  test("where they don't want the parcel promises nothing: the office phones, and no driver is sent before", async () => {
    const stop = await aStop("Sipho Nkosi");
    await phone.open(`/drive/stop/${stop}`);
    await phone.press("Something is wrong", { reason: "They don't want it" });
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1", "reported 1"]);
    const { text } = await new Visitor(site.url).open(`/tracking?no=${stop}`);
    expect(text).not.toMatch(/could not deliver|try again|Expected|They don't want it|reported/);
    const what = "Phone the sender: bring it again, or return it";
    expect(await staffList(site, ["show", "driver_reports"])).toContainEqual(
      expect.objectContaining({
        waybill_no: stop,
        driver: "Sipho Nkosi",
        driver_said: "They don't want it",
        what_to_do: what,
      }),
    );
    const planned = async () =>
      (await staffList(site, ["plan", "--date", "tomorrow"])).map(({ waybill_no }) => waybill_no);
    expect(await planned()).not.toContain(stop);
    await done("agree", stop, "--day", "tomorrow", "--yes");
    expect(await planned()).toContain(stop);
    expect((await staffList(site, ["show", "driver_reports"])).map(({ waybill_no }) => waybill_no)).not.toContain(stop);
  });

  test("says when to come again, and the address as the driver found it: the office reads both", async () => {
    const [later, elsewhere] = [await aStop("Sipho Nkosi"), await aStop("Sipho Nkosi")];
    await phone.open(`/drive/stop/${later}`);
    await phone.press("Nobody there", { reason: "They asked for another day", more: "Friday after 5" });
    await phone.open(`/drive/stop/${elsewhere}`);
    const refused = await phone.press("Something is wrong", { more: "It is number 14" });
    expect(refused.document.querySelector("#something_wrong-more")?.getAttribute("value")).toBe("It is number 14");
    await phone.press("Something is wrong", { reason: "I can't find the place", more: "It is number 14" });
    const said = (await staffList(site, ["show", "driver_reports"])).map(({ waybill_no, driver_said }) => [
      waybill_no,
      driver_said,
    ]);
    expect(said).toContainEqual([later, "They asked for another day: Friday after 5"]);
    expect(said).toContainEqual([elsewhere, "I can't find the place: It is number 14"]);
  });

  test("that moved to another driver still takes the mark that was made before, on the first one's phone", async () => {
    const stop = await aStop("Sipho Nkosi");
    await phone.open(`/drive/stop/${stop}`);
    const { body } = phone.filledIn("Delivered", { pin: pinOf(stop) });
    const made = new Date().toISOString();
    await done("assign", stop, "--driver", "Ayanda Zulu");
    expect((await phone.open(`/drive/stop/${stop}`)).url).toContain("/tracking");
    expect((await phone.send(`/drive/stop/${stop}`, { method: "POST", body })).status).toBe(403);
    expect((await phone.send(`/drive/stop/${stop}?at=${made}`, { method: "POST", body })).status).toBe(303);
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1", "delivered 1"]);
  });

  test("can be moved earlier and later; the same form again changes nothing", async () => {
    const mover = await aDriversPhone("Zanele Dube", "082 000 0009");
    const stops = [await aStop("Zanele Dube"), await aStop("Zanele Dube"), await aStop("Zanele Dube")];
    for (const [at, stop] of stops.entries()) atAnotherGate(stop, `Zola ${"ABC"[at]}`);
    const listed = async () => {
      const { document } = await mover.open("/drive");
      return document
        .querySelectorAll("h2 a, ol a")
        .map((link) => /TH\d{10}/.exec(link.getAttribute("href") ?? "")?.[0]);
    };
    expect(await listed()).toEqual(stops);
    const [one, two, three] = stops;
    await mover.open("/drive");
    const { body } = mover.filledIn("Earlier");
    for (let times = 0; times < 2; times += 1)
      expect((await mover.send("/drive", { method: "POST", body })).status).toBe(303);
    expect(await listed()).toEqual([two, one, three]);
    await mover.open("/drive");
    await mover.press("Later");
    expect(await listed()).toEqual([two, three, one]);
  });

  test("to collect is over once the parcel is collected: the depot's scan opens no delivery, and shows no receiver", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    await done("assign", waybillNo, "--driver", "Sipho Nkosi");
    await phone.open(`/drive/stop/${waybillNo}`);
    await phone.press("Collected");
    await done("mark", "in-transit", waybillNo, "--place", "Germiston");
    const page = await phone.open(`/drive/stop/${waybillNo}`);
    expect(page.document.querySelector("h1")?.text).toMatch(/^Collected\. At \d\d:\d\d\.$/);
    expect(page.text).toContain(`${spoken(waybillNo)}. This stop is done.`);
    expect(page.document.querySelector("form, #pin")).toBeNull();
    const [over] = (await phone.open("/drive")).text.split("Done").at(-1)?.split("Not today") ?? [];
    expect(page.text + over).not.toMatch(/Dlamini|Ncome|073 555/);
    expect(await staffList(site, ["show", "run_sheet"])).toContainEqual(
      expect.objectContaining({ waybill_no: waybillNo, what_to_do: "", person: "Thandi Nkosi", city: "Germiston" }),
    );
  });

  test("to collect and one to deliver may be on the same day: the collection comes first", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    await done("assign", waybillNo, "--driver", "Sipho Nkosi", "--visit", "delivery");
    await done("assign", waybillNo, "--driver", "Sipho Nkosi");
    expect((await phone.open(`/drive/stop/${waybillNo}`)).text).toContain("Thandi Nkosi");
    await phone.press("Collected");
    expect((await phone.open(`/drive/stop/${waybillNo}`)).text).toContain("Sipho Dlamini");
    await phone.press("Nobody there", { reason: "The gate is closed" });
    expect(await events(waybillNo)).toEqual(["booked", "collected 1", "failed_attempt 1"]);
  });

  test("to bring a parcel back shows its sender, and returns it", async () => {
    const stop = await aStop("Sipho Nkosi");
    await done("assign", stop, "--driver", "Ayanda Zulu");
    await done("assign", stop, "--driver", "Sipho Nkosi", "--visit", "return", "--date", "tomorrow");
    const page = await phone.open(`/drive/stop/${stop}`);
    expect(page.text).toContain("Bring back 1 piece");
    expect(page.text).toContain("Thandi Nkosi");
    await phone.press("Returned to the sender");
    expect(await events(stop)).toEqual(["booked", "out_for_delivery 1", "returned 1"]);
  });

  test("is on the printed run sheet", async () => {
    await aStop("Sipho Nkosi");
    expect(
      await done("print", "run-sheet", "--driver", "Sipho Nkosi", "--to", `${site.dataDir}/sheet.pdf`),
    ).not.toContain("no stops");
    expect(readFileSync(`${site.dataDir}/sheet.pdf`, "latin1")).toMatch(/^%PDF-/);
  });

  test("a mark stored on a phone arrives with its own time, and says so", async () => {
    const out = aParcel()
      .at(new Date(Date.now() - 5 * HOURS))
      .outForDelivery();
    const given = out.at(new Date()).given("Sipho Nkosi");
    const { waybillNo: stop } = await atSite(site, (world) => given.in(world));
    await phone.open(`/drive/stop/${stop}`);
    const { body } = phone.filledIn("Delivered", { pin: pinOf(stop) });
    const made = new Date(Date.now() - 3_600_000).toISOString();
    expect((await phone.send(`/drive/stop/${stop}?at=${made}`, { method: "POST", body })).status).toBe(303);
    const [delivered] = inTheFile<{ at: string }>(
      site,
      `SELECT happened_at AS at FROM tracking_events WHERE waybill_no = '${stop}' AND kind = 'delivered'`,
    );
    expect(new Date(delivered?.at ?? "").toISOString()).toBe(made);
    expect((await phone.open(`/drive/stop/${stop}`)).text).toMatch(/Pressed at \d\d:\d\d, sent at \d\d:\d\d\./);
  });
});

async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await staff(site, args);
  if (code !== 0) throw new Error(err);
  return out;
}

async function linkFor(name: string, phone: string): Promise<string> {
  const [, path = ""] = /(\/drive\/sign-in\S+)/.exec(await done("add", "driver", name, "--phone", phone)) ?? [];
  return path;
}

async function aDriversPhone(name: string, number: string): Promise<Visitor> {
  const visitor = new Visitor(site.url);
  await visitor.open(await linkFor(name, number));
  await visitor.press("Sign in on this phone");
  return visitor;
}

/** A parcel that is out for delivery with a driver. */
async function aStop(driver: string, pieces = 1, day = "today"): Promise<string> {
  const { waybillNo } = await aGuestWithAWaybill(site);
  booked(waybillNo, pieces);
  await done("mark", "out-for-delivery", waybillNo);
  await done("assign", waybillNo, "--driver", driver, "--date", day);
  return waybillNo;
}

/** Gives a parcel another receiver, so that it isn't for the same gate as the others. */
const atAnotherGate = (waybillNo: string, toName: string) => withReceivers(waybillNo, { toName });

/** Changes fields of a parcel's addresses. */
function withReceivers(waybillNo: string, fields: Partial<Addresses>): void {
  const id = `SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}'`;
  for (const [name, value] of Object.entries(fields)) {
    const form = isPostgres
      ? `jsonb_set(form_snapshot::jsonb, '{addresses,${name}}', '"${value}"')::json`
      : `json_set(form_snapshot, '$.addresses.${name}', '${value}')`;
    inTheFile(site, `UPDATE quotes SET form_snapshot = ${form} WHERE id = (${id})`);
  }
}

function booked(waybillNo: string, pieces: number): void {
  inTheFile(
    site,
    `UPDATE quotes SET quantity = ${pieces} WHERE id = (SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}')`,
  );
}

async function events(waybillNo: string): Promise<string[]> {
  const rows = inTheFile(
    site,
    `SELECT kind, pieces FROM tracking_events WHERE waybill_no = '${waybillNo}' ORDER BY happened_at`,
  );
  return (rows as { kind: string; pieces: number | null }[]).map(({ kind, pieces }) =>
    [kind, pieces].filter(Boolean).join(" "),
  );
}

function pinOf(waybillNo: string): string {
  const [row] = inTheFile(site, `SELECT pin FROM delivery_pins WHERE waybill_no = '${waybillNo}'`) as { pin: string }[];
  return row?.pin ?? "";
}

function spoken(waybillNo: string): string {
  return waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})(\d)$/, "TH $1 $2 $3 $4");
}
