import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { openSite, type Site } from "../support/open-site";
import { Visitor } from "../support/visitor";

const PERSONAL = /Nkosi|Dlamini|Mphuti|Ncome|082 123|thandi@|sipho@|Blue gate/;

let site: Site;
let guest: Visitor;
let waybillNo: string;
beforeAll(async () => {
  site = await openSite();
  ({ guest, waybillNo } = await aGuestWithAWaybill(site));
});
afterAll(() => site.stop());

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
      expect(page.text).toContain(spoken);
      expect(page.text).toContain("Booked and paid. We will collect the parcel next.");
      expect(page.html).not.toMatch(PERSONAL);
    }
  });

  test("shows the latest event first", async () => {
    inTheFile(
      site,
      `INSERT INTO tracking_events (id, waybill_no, kind, happened_at, place) VALUES ('e', '${waybillNo}', 'collected', '2999-01-01T10:00:00.000Z', 'Katlehong')`,
    );
    const { text } = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
    expect(text).toContain("1 January 2999, 12:00");
    expect(text.indexOf("Collected in Katlehong.")).toBeLessThan(text.indexOf("Booked and paid."));
  });

  test("for several pieces says how many each mark is about, and what is missing", async () => {
    const parcel = await aGuestWithAWaybill(site);
    inTheFile(
      site,
      `UPDATE quotes SET quantity = 3 WHERE id = (SELECT quote_id FROM waybills WHERE waybill_no = '${parcel.waybillNo}')`,
    );
    inTheFile(
      site,
      `INSERT INTO tracking_events (id, waybill_no, kind, happened_at, pieces) VALUES
        ('p1', '${parcel.waybillNo}', 'collected', '2999-01-01T10:00:00.000Z', 3),
        ('p2', '${parcel.waybillNo}', 'delivered', '2999-01-02T10:00:00.000Z', 2)`,
    );
    const { text, document } = await new Visitor(site.url).open(`/tracking?no=${parcel.waybillNo}`);
    expect(text).toContain("Collected. 3 of 3 pieces.");
    expect(text).toContain("Delivered. 2 of 3 pieces.");
    expect(text).toContain("2 of 3 pieces delivered. 1 is still to come.");
    expect(document.querySelector("[aria-current=step] b")?.text).toBe("Collected");
  });

  test("shows all stages in words: done, present, to come, and the usual days", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const stagesOf = async () => {
      const { document } = await new Visitor(site.url).open(`/tracking?no=${waybillNo}`);
      return document.querySelectorAll("main ol:first-of-type li").map((each) => each.text.replace(/\s+/g, " ").trim());
    };
    const booked = await stagesOf();
    expect(booked).toHaveLength(5);
    expect(booked[0]).toMatch(/^Booked since \d+ \w+ 20\d\d, \d\d:\d\d$/);
    expect(booked[4]).toMatch(/^Delivered still to come\. Usually /);

    inTheFile(
      site,
      `INSERT INTO tracking_events (id, waybill_no, kind, happened_at, place) VALUES ('way', '${waybillNo}', 'in_transit', '2999-01-01T10:00:00.000Z', 'Bloemfontein')`,
    );
    const [, collected, onItsWay, out] = await stagesOf();
    expect(collected).toBe("Collected done");
    expect(onItsWay).toBe("On its way since 1 January 2999, 12:00, Bloemfontein");
    expect(out).toBe("Out for delivery still to come");
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
