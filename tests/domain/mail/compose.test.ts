import { expect, test } from "vitest";
import { compose, type EmailContent } from "#app/domain/mail/compose";
import { nextMomentToLeave } from "#app/domain/mail/leave-together";

const short: EmailContent = {
  greeting: "Good day Thandi,",
  opening: ["Your parcel is booked."],
  facts: [],
  closing: [],
  signature: ["Thuma Couriers"],
};
const full: EmailContent = {
  ...short,
  opening: ["Your parcel is booked.", "We collect it tomorrow."],
  large: ["Write on it", "TH 1"],
  facts: [
    ["Waybill", "TH 1"],
    ["To", 'Gogo <"Mabena"> & Tata\'s'],
  ],
  action: { label: "Pay now", url: "https://thuma.example/pay?a=1&b=2" },
  links: [
    { label: "Where is it?", url: "https://thuma.example/track" },
    { label: "Print it.", url: "https://thuma.example/print" },
  ],
  closing: ["Any question? Phone us."],
  signature: ["Thuma Couriers", "010 000 0000"],
  footer: { label: "No more emails", url: "https://thuma.example/stop" },
  structured: { "@type": "ParcelDelivery", name: "</script>" },
};

test("a short email is a greeting, a paragraph and a signature", () => {
  const { text, html } = compose(short);
  expect(text).toBe("Good day Thandi,\n\nYour parcel is booked.\n\nThuma Couriers\n");
  expect(bodyOf(html)).toEqual(["<p>Good day Thandi,</p>", "<p>Your parcel is booked.</p>", "<p>Thuma Couriers</p>"]);
  expect(html).not.toContain("<script");
});

test("a full email as text has its facts in columns and each link below its label", () => {
  expect(compose(full).text.split("\n")).toEqual([
    ...["Good day Thandi,", "", "Your parcel is booked.", "", "We collect it tomorrow.", ""],
    ...["Write on it:  TH 1", "", "Waybill: TH 1", 'To:      Gogo <"Mabena"> & Tata\'s', ""],
    ...["Pay now:", "https://thuma.example/pay?a=1&b=2", ""],
    ...["Where is it?", "https://thuma.example/track", "", "Print it.", "https://thuma.example/print", ""],
    ...["Any question? Phone us.", "", "Thuma Couriers", "010 000 0000", ""],
    ...["No more emails:", "https://thuma.example/stop", ""],
  ]);
});

test("a full email as HTML has a table, one button and plain links, all escaped", () => {
  const { html } = compose(full);
  const button = /<a href="https:\/\/thuma.example\/pay\?a=1&amp;b=2" style="[^"]+">Pay now<\/a>/;
  expect(html.match(/style="display:inline-block/g)).toHaveLength(1);
  expect(bodyOf(html.replace(button, "BUTTON").replaceAll(/ (?:align|valign|style)="[^"]+"/g, ""))).toEqual([
    "<p>Good day Thandi,</p>",
    "<p>Your parcel is booked.</p>",
    "<p>We collect it tomorrow.</p>",
    "<p>Write on it<br><b>TH 1</b></p>",
    "<table><tr><th>Waybill</th><td>TH 1</td></tr><tr><th>To</th><td>Gogo &lt;&quot;Mabena&quot;&gt; &amp; Tata&#39;s</td></tr></table>",
    "<p>BUTTON</p>",
    '<p><a href="https://thuma.example/track">Where is it?</a></p>',
    '<p><a href="https://thuma.example/print">Print it.</a></p>',
    "<p>Any question? Phone us.</p>",
    "<p>Thuma Couriers<br>010 000 0000</p>",
    '<p><small><a href="https://thuma.example/stop">No more emails</a></small></p>',
  ]);
});

test("what mail programs read can't end its element", () => {
  expect(compose(full).html).toContain(
    '<script type="application/ld+json">{"@type":"ParcelDelivery","name":"\\u003c/script>"}</script>',
  );
});

test("links without a button are links in the text, too", () => {
  const { action: _, ...content } = full;
  expect(compose(content).text).not.toContain("Pay now");
  expect(compose(content).text).toContain("Where is it?\nhttps://thuma.example/track\n");
});

test.each([
  ["08:00:00.000", "08:00:04.000"],
  ["08:00:02.999", "08:00:04.000"],
  ["08:00:03.000", "08:00:04.000"],
  ["08:00:03.001", "08:00:08.000"],
])("what is queued at %s and must not show in the answer's time is sent at %s", (queued, leaves) => {
  const moment = (time: string) => new Date(`2026-11-23T${time}Z`);
  expect(nextMomentToLeave(moment(queued))).toEqual(moment(leaves));
});

/** The lines between the body's tags. */
function bodyOf(html: string): string[] {
  return (/<body[^>]*>\n(.*)\n<\/body>/s.exec(html)?.[1] ?? "").split("\n").filter(Boolean);
}
