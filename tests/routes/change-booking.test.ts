import { describe, expect, test } from "vitest";
import { aParcel } from "../../demo/a-parcel";
import { aGuestAtThePayment, aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { atSite } from "../support/a-world";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();

const changedEmails = (quoteId: string) =>
  inTheFile<{ to: string; text: string }>(
    site,
    `SELECT to_address AS "to", text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'booking-changed:${quoteId}%'`,
  );
const bookingOf = (waybillNo: string) =>
  inTheFile<{ id: string; street: string; phone: string }>(
    site,
    `SELECT quotes.id, json_extract(form_snapshot, '$.addresses.toAddressLine') AS street,
      json_extract(form_snapshot, '$.addresses.toPhone') AS phone
     FROM quotes JOIN waybills ON waybills.quote_id = quotes.id WHERE waybill_no = '${waybillNo}'`,
  )[0] ?? { id: "", street: "", phone: "" };

describe("a customer changes a booking", () => {
  test("until it is collected: the waybill shows it, both people are told, and it is recorded; repeated, they are told once", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const { id } = bookingOf(waybillNo);
    await guest.open(`/payfast/return?quoteId=${id}`);
    const form = await guest.clickLink("Change a name, phone or address");
    const fillsIn = (name: string) => form.document.querySelector(`[name=${name}]`)?.getAttribute("autocomplete");
    expect([fillsIn("toName"), fillsIn("fromPhone")]).toEqual(["section-to name", "section-from tel"]);
    const changes = { toPhone: "083 111 2222", toAddressLine: "9 Vilakazi Street" };
    const page = await guest.press("Save changes", changes);
    expect(page.text).toContain("Your changes are saved. We have emailed the sender and the receiver.");
    expect((await guest.clickLink("Print the new one")).text).toContain("9 Vilakazi Street");
    expect(changedEmails(id)).toHaveLength(2);
    for (const { text } of changedEmails(id)) expect(text).toContain("9 Vilakazi Street");
    expect(inTheFile(site, `SELECT who, action, details FROM staff_history WHERE subject = '${waybillNo}'`)).toEqual([
      { who: "customer", action: "changed booking", details: "Receiver phone, Receiver address" },
    ]);
    await guest.open(`/change/${id}`);
    await Promise.all(Array.from({ length: 5 }, () => guest.pressOnce("Save changes", changes)));
    expect(changedEmails(id)).toHaveLength(2);
  });

  test("by the signed link in the email, on any phone; without it, or with another's, the booking isn't found", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const { id } = bookingOf(waybillNo);
    const [email] = inTheFile<{ text: string }>(
      site,
      `SELECT text_body AS text FROM outgoing_mails WHERE letter_key = 'booking-confirmed:${id}'`,
    );
    const link = new URL(/http\S+\/change\/\S+/.exec(asSent(site, email?.text ?? ""))?.[0] ?? "http://no.link/");
    const stranger = new Visitor(site.url);
    expect((await stranger.open(`/change/${id}`)).status).toBe(404);
    expect((await stranger.open(`/change/${id}${link.search.slice(0, -2)}`)).status).toBe(404);
    await stranger.open(link.pathname + link.search);
    await stranger.press("Save changes", { toLandmark: "Blue gate" });
    expect(stranger.page?.text).toContain("Your changes are saved.");
  });

  test("before it is paid too; what is wrong is named beside its field, with what was typed; nothing else can be changed", async () => {
    const guest = await aGuestAtThePayment(site);
    const id = new URL(guest.page?.url ?? "").pathname.split("/").at(-1) ?? "";
    await guest.open(`/change/${id}`);
    const page = await guest.press("Save changes", { toName: "", toPhone: "12", fromSuburb: "Katlehong" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Receiver full name is required");
    expect(page.text).toContain("Receiver phone must have at least 7 digits");
    expect(guest.filledIn("Save changes").body.get("fromSuburb")).toBe("Katlehong");
    const { body } = guest.filledIn("Save changes", { toName: "Zodwa", toPhone: "083 111 2222" });
    body.append("toPostal", "9999");
    body.append("toEmail", "thief@example.com");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    await guest.follow(await guest.send(`/change/${id}`, { method: "POST", body: body.toString(), headers }));
    const [after] = inTheFile<{ form: unknown }>(site, `SELECT form_snapshot AS form FROM quotes WHERE id = '${id}'`);
    expect(JSON.stringify(after?.form)).toContain("Zodwa");
    expect(JSON.stringify(after?.form)).not.toMatch(/9999|thief/);
  });

  test("not after it was collected, and not more often than a mailbox allows", async () => {
    const { guest, waybillNo } = await aGuestWithAWaybill(site);
    const { id } = bookingOf(waybillNo);
    await guest.open(`/change/${id}`);
    for (let n = 0; n < 8; n += 1) await guest.press("Save changes", { toLandmark: `Gate ${n}` });
    expect(guest.page?.status).toBe(429);
    expect(changedEmails(id).length).toBeLessThanOrEqual(12);
    await atSite(site, (world) => aParcel(waybillNo).collected().in(world));
    await guest.press("Save changes", { toLandmark: "too late" });
    expect(guest.page?.text).toContain("The parcel has been collected meanwhile. Nothing was changed.");
    expect((await guest.open(`/change/${id}`)).text).toContain("can't be changed here any more");
  });
});
