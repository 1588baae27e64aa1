import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { workingDayAfter } from "#app/domain/values/working-days";
import { DAYS } from "#app/durations";
import { aParcel, type Parcel } from "../../demo/a-parcel";
import { addresses, parcel } from "../../demo/typed-answers";
import type { World } from "../../demo/world";
import { aVerifiedCustomer, pathOf } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { textsIn } from "../support/a-pdf";
import { atSite } from "../support/a-world";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";

const PERSONAL = /Nkosi|Dlamini|Mphuti|Ncome|082 123|thandi@|sipho@|Blue gate/;

/** Of a tracking page, in any state, without its headers. */
const MOST_BYTES = 2_000;

const site = siteForAllTests();
const happens = (happen: (world: World) => Promise<Parcel>) => atSite(site, happen);
let guest: Visitor;
let waybillNo: string;
beforeAll(async () => {
  ({ guest, waybillNo } = await aGuestWithAWaybill(site));
});

describe("tracking", () => {
  test("answers anybody who has the number, however it is typed, with nothing personal", async () => {
    const spoken = waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})(\d)$/, "TH $1 $2 $3 $4");
    for (const typed of [
      waybillNo,
      spoken,
      ` ${waybillNo.toLowerCase()} `,
      waybillNo.slice(2),
      spoken.replaceAll(" ", "-"),
    ]) {
      const page = await new Visitor(site.url).open(`/tracking?action=track&accno=&no=${encodeURIComponent(typed)}`);
      expect(page.status, typed).toBe(200);
      // The towns of the postal codes.
      expect(page.document.querySelector(".kicker")?.text).toBe(`Waybill ${spoken}, Katlehong to Soweto`);
      expect(page.text).toContain("Booked.");
      expect(page.html).not.toMatch(PERSONAL);
    }
  });

  test("has a short address, for emails, papers and typing", async () => {
    const visitor = new Visitor(site.url);
    expect((await visitor.open(`/t/${waybillNo}`)).text).toContain("Booked.");
    expect((await visitor.open(`/t/${waybillNo.slice(2)}`)).text).toContain("Booked.");
    const unknown = await visitor.open(`/t/${encodeURIComponent("<b>".repeat(20))}`);
    expect([unknown.status, unknown.document.querySelectorAll("b b").length]).toEqual([404, 0]);
  });

  test("shows the latest event first", async () => {
    const later = new Date("2999-01-01T10:00:00Z");
    await happens((world) => aParcel(waybillNo).collected(1, { place: "Katlehong" }).in(world, later));
    const { text } = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
    expect(text).toContain("1 January 2999, 12:00");
    expect(text.indexOf("Collected in Katlehong.")).toBeLessThan(text.indexOf("Booked."));
  });

  test("for several pieces says how many each mark is about, and what is missing", async () => {
    const three = aParcel({ parcel: { quantity: 3 } })
      .collected()
      .delivered(2);
    const parcel = await happens((world) => three.in(world));
    const { text, document } = await new Visitor(site.url).open(`/tracking?no=${parcel.waybillNo}`);
    expect(text).toContain("Collected. 3 of 3 pieces.");
    expect(text).toContain("Delivered. 2 of 3 pieces.");
    expect(text).toContain("2 of 3 pieces delivered. 1 is still to come.");
    expect(document.querySelector("[aria-current=step]")?.text.trim()).toBe("Collected: now");
  });

  test("opens with the parcel's state, then what happens next, the road, and at most two buttons", async () => {
    let { waybillNo } = await happens((world) => aParcel().in(world));
    const look = async () => {
      const { document, html } = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
      const panel = document.querySelector("main > :first-child");
      expect(html).not.toMatch(PERSONAL);
      // Which ones: tests/office/buttons.test.ts.
      expect(document.querySelectorAll("main .button").length).toBeLessThanOrEqual(2);
      expect(gzipSync(html).length).toBeLessThanOrEqual(MOST_BYTES);
      return {
        state: panel?.getAttribute("data-state"),
        panel: panel?.text,
        headline: panel?.querySelector("h1")?.text,
        next: panel?.querySelector("h1 + p")?.text,
        road: panel?.querySelectorAll("ol li").map((each) => each.text.trim()),
        title: document.querySelector("title")?.text,
      };
    };
    expect(await look()).toMatchObject({
      state: "booked",
      headline: "Booked. We collect it next",
      next: expect.stringMatching(/^We phone the sender, then collect it\. Delivery is usually \w+day \d+ /),
      road: [
        "Booked: now",
        "Collected: to come",
        "On its way: to come",
        "Out for delivery: to come",
        "Delivered: to come",
      ],
    });
    const late = aParcel().at(new Date("2026-01-05T08:00:00Z")).paid().after(DAYS).collected();
    ({ waybillNo } = await happens((world) => late.in(world)));
    expect(await look()).toMatchObject({
      state: "late",
      headline: "This parcel is late",
      next: expect.stringMatching(
        /^It should have been there by [\w ]+. You will hear from us by 12:00 on \w+day \d+ \w+\.$/,
      ),
    });
    const agreedDay = saDay(new Date(Date.now() + 20 * DAYS));
    inTheFile(
      site,
      `INSERT INTO agreed_visits (waybill_no, stop, day, from_time, until_time, agreed_at) VALUES ('${waybillNo}', 'delivery', '${agreedDay}', '09:00', '12:00', '2026-01-06T08:00:00.000Z')`,
    );
    expect(await look()).toMatchObject({
      state: "collected",
      headline: `Collected, here on ${shortDate(agreedDay)}`,
      next: `We come on ${shortDate(agreedDay)}, 09:00 to 12:00.`,
    });
    await happens((world) => aParcel(waybillNo).missed().in(world));
    const failed = await look();
    expect(failed).toMatchObject({
      state: "failed",
      headline: "We missed you today",
      next: `We came on ${shortDate(saDay(new Date()))}, but could not deliver it. We come again on ${shortDate(agreedDay)}, 09:00 to 12:00. Nobody pays more.`,
      title: expect.stringMatching(/^We missed you today/),
    });
    expect(failed.panel).toContain(
      "“Say when you are at home” in our email lets you choose another day, or a neighbour.",
    );
    expect(failed.road?.[3]).toBe("Missed you: now");
    await happens((world) => aParcel(waybillNo).undone().delivered().in(world));
    expect(await look()).toMatchObject({
      state: "delivered",
      headline: expect.stringMatching(/^Delivered at \d\d:\d\d$/),
    });
  });

  test("after a failed delivery leads a receiver who comes by their email to their wishes, and nobody else", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    expect(await staff(site, ["mark", "collected", waybillNo])).toMatchObject({ code: 0 });
    expect(await staff(site, ["mark", "failed-attempt", waybillNo])).toMatchObject({ code: 0 });
    const [email] = inTheFile<{ text: string }>(
      site,
      `SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'failed_attempt:%:receiver' ORDER BY queued_at DESC`,
    );
    const link = /http\S+\/t\/TH\d+\?key=\S+/.exec(asSent(site, email?.text ?? ""))?.[0] ?? "";
    const receiver = new Visitor(site.url);
    const page = await receiver.open(pathOf(link));
    expect(page.html).not.toMatch(PERSONAL);
    expect(page.text).not.toContain("Is it for you?");
    const wishes = await receiver.clickLink("Say when you are at home");
    expect([wishes.status, new URL(wishes.url).pathname]).toEqual([200, expect.stringMatching(/^\/find-me\//)]);
    expect(wishes.text).toContain("Does that suit you?");
    for (const key of ["x".repeat(22), link.slice(-22).replace(/^./, (letter) => (letter === "A" ? "B" : "A"))]) {
      const stranger = await new Visitor(site.url).open(`/t/${waybillNo}?key=${key}`);
      expect([stranger.status, stranger.text]).toEqual([200, expect.stringContaining("Is it for you?")]);
      expect(stranger.html).not.toContain("/find-me/");
    }
    const stranger = new Visitor(site.url);
    await stranger.open(`/t/${waybillNo}`);
    const asks = await stranger.clickLink("Send me the receiver's link");
    expect(asks.text).toContain(`the receiver of waybill ${spokenWaybillNumber(waybillNo).replaceAll(" ", "\u00a0")}`);
    const answer = await stranger.press("Send the links again", { contact: addresses.toEmail ?? "" });
    expect(answer.text).toContain("Check your email");
    expect(asks.html + answer.html).not.toContain("/find-me/");
    const [sent] = inTheFile<{ to: string; text: string }>(
      site,
      `SELECT to_address AS "to", text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'links-again:%' ORDER BY queued_at DESC`,
    );
    expect(sent).toEqual({ to: addresses.toEmail, text: expect.stringContaining("/find-me/") });
  });

  test("an agreed time stands on tracking, on the dashboard and on the run sheet, with a name only where it may", async () => {
    const shop = await aVerifiedCustomer(site, "shop@example.co.za");
    await shop.open("/ship-local/addresses");
    await shop.press("Next", addresses);
    await shop.press("Calculate Quote", parcel);
    await shop.press("Book This Collection", { confirm: "on" });
    await shop.press("Pay now");
    const { text } = await shop.press("Complete payment");
    const waybillNo = /TH \d{3} \d{3} \d{3} \d/.exec(text)?.[0].replaceAll(" ", "") ?? "";
    const day = workingDayAfter(saDay(new Date()), 2, new Set());
    const sheet = path.join(site.dataDir, "sheet.pdf");
    for (const args of [
      ["mark", "collected", waybillNo],
      ["agree", waybillNo, "--day", day, "--from", "09:00", "--to", "12:00", "--yes"],
      ["add", "driver", "Sipho Nkosi", "--phone", "0831234567"],
      ["assign", waybillNo, "--driver", "Sipho Nkosi", "--date", day],
      ["print", "run-sheet", "--driver", "Sipho Nkosi", "--date", day, "--to", sheet],
    ])
      expect({ args, ...(await staff(site, args)) }).toMatchObject({ args, code: 0 });
    const stranger = await new Visitor(site.url).open(`/t/${waybillNo}`);
    expect(stranger.text).toContain(`We come on ${shortDate(day)}, 09:00 to 12:00.`);
    expect(stranger.html).not.toMatch(PERSONAL);
    const row = (await shop.open("/dashboard")).document.querySelector("[data-state=collected]")?.text;
    expect(row).toContain(addresses.toName);
    expect(row).toMatch(/Collected, there .*, 09:00 to 12:00/);
    const printed = textsIn(readFileSync(sheet)).map(({ words }) => words);
    expect(printed.join(" ")).toContain("09:00 to 12:00");
    expect(printed.join(" ")).toContain(addresses.toName);
  });

  test("and a price can be shared on WhatsApp, by links without scripts", async () => {
    const tracking = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
    const price = await new Visitor(site.url).open("/ship?check=price&fromPostal=1431&toPostal=7784");
    for (const [page, words] of [
      [tracking, `no=${waybillNo}`],
      [price, "toPostal=7784"],
    ] as const) {
      const share = page.document.querySelectorAll("a").find((each) => each.text.trim() === "Share on WhatsApp");
      const address = new URL((share?.getAttribute("href") ?? "").replaceAll("&amp;", "&"));
      expect(address.host).toBe("wa.me");
      expect(address.searchParams.get("text")).toContain(site.url);
      expect(address.searchParams.get("text")).toContain(words);
    }
  });

  test("for an unknown number says that it may take a few minutes", async () => {
    const page = await new Visitor(site.url).open("/tracking?action=track&accno=&no=TH0000000000");
    expect(page.status).toBe(404);
    expect(page.text).toContain("Not found yet");
    expect(page.text).toContain("A new waybill may take a few minutes to show");
    const field = page.document.querySelector("main form input[name=waybill]");
    expect(field?.getAttribute("value")).toBe("TH 000 000 000 0");
    expect(field?.closest("form")?.hasAttribute("target")).toBe(false);
  });

  test("for an invalid number says what a valid one looks like", async () => {
    const page = await new Visitor(site.url).open(`/tracking?no=${encodeURIComponent("<b>hello</b>".repeat(20))}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("A waybill number is TH and ten digits");
    expect(page.html).not.toContain("<b>hello");
  });

  test.each(["/tracking", "/tracking?no=", "/tracking?no=%20%20"])("%s asks which parcel", async (address) => {
    const page = await new Visitor(site.url).open(address);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Which parcel?");
  });
});

describe("the waybill", () => {
  test("is there to print for the browser that booked it, with what the driver needs", async () => {
    const page = await guest.open(`/waybill/${waybillNo}`);
    expect(page.status).toBe(200);
    for (const words of [
      "Thandi Nkosi",
      "Katlehong",
      "Sipho Dlamini",
      "Blue gate opposite the taxi rank",
      "School shoes",
    ])
      expect(page.text).toContain(words);
    expect(page.document.querySelector("main img, main svg")).not.toBeNull();
    expect(page.headers.get("Cache-Control")).toBe("no-store, no-cache");
  });

  test("is not found for anybody else: the same answer as for an unknown number", async () => {
    const stranger = new Visitor(site.url);
    const theirs = await stranger.open(`/waybill/${waybillNo}`);
    const nobodys = await stranger.open("/waybill/TH0000000000");
    expect([theirs.status, nobodys.status]).toEqual([404, 404]);
    const unnumbered = (html: string, number: string) =>
      html.replaceAll(number, "").replaceAll(spokenWaybillNumber(number), "");
    expect(unnumbered(theirs.html, waybillNo)).toBe(unnumbered(nobodys.html, "TH0000000000"));

    const { guest: another } = await aGuestWithAWaybill(site);
    expect((await another.open(`/waybill/${waybillNo}`)).status).toBe(404);
  });

  test("can still be opened after “Start again”, and after the draft's cookie is gone", async () => {
    await guest.open("/ship/review");
    await guest.press("Send another parcel");
    expect((await guest.open(`/waybill/${waybillNo}`)).status).toBe(200);
  });
});
