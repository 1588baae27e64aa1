import { expect, test } from "vitest";
import { compose, type EmailContent } from "#app/domain/post/compose";
import { nextMomentToLeave } from "#app/domain/post/leave-together";
import { link, name, number, say } from "#app/language/say";

const short: EmailContent = {
  headline: say`Your parcel is booked`,
  about: say`waybill ${number("TH 482 109 375 3")}`,
  greeting: say`Good day Thandi,`,
  opening: [say`Your parcel is booked.`],
  facts: [],
  closing: [],
  signature: [say`Thuma Couriers`],
};
const full: EmailContent = {
  ...short,
  opening: [say`Your parcel is booked.`, say`We collect it tomorrow.`],
  large: [say`Write on it`, say`TH 1`],
  facts: [
    [say`Waybill`, say`TH 1`],
    [say`To`, say`${name('Gogo <"Mabena"> & Tata\'s')}`],
  ],
  action: { label: say`Pay now`, url: "https://thuma.example/pay?a=1&b=2" },
  links: [
    { label: say`Where is it?`, url: "https://thuma.example/track" },
    { label: say`Print it.`, url: "https://thuma.example/print" },
  ],
  closing: [say`Any question? Phone us.`],
  signature: [say`Thuma Couriers`, say`${number("010 000 0000")}`],
  footer: { label: say`No more emails`, url: "https://thuma.example/stop" },
  structured: { "@type": "ParcelDelivery", name: "</script>" },
};

const FOOT =
  "<p><small>Thuma Couriers (Pty) Ltd · 12 Odendaal Street, Germiston South, Germiston 1401 · 010&nbsp;000&nbsp;0000</small></p>";

test("a short email is a headline, a greeting and a signature; what the headline says isn't said again", () => {
  const { subject, text, html } = compose({ ...short, opening: [say`Your parcel is booked.`, say`Thank you.`] });
  expect(subject).toBe("Your parcel is booked: waybill TH 482 109 375 3");
  expect(text).toBe("Good day Thandi,\n\nYour parcel is booked.\n\nThank you.\n\nThuma Couriers\n");
  expect(bodyOf(html)).toEqual([
    ...["<h1>Your parcel is booked</h1>", "<p>Good day Thandi,</p>", "<p>Thank you.</p>", "<p>Thuma Couriers</p>"],
    FOOT,
  ]);
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
  const { html } = compose({ ...full, road: { names: ["Booked", "On its way", "Delivered"], reached: 2 } });
  expect(html.match(/<a [^>]*background:#ffb612/g)).toHaveLength(1);
  expect(bodyOf(html)).toEqual([
    "<h1>Your parcel is booked</h1>",
    "<p>Booked&nbsp;✓ → <b>On&nbsp;its&nbsp;way&nbsp;(now)</b> → Delivered</p>",
    "<p>Good day Thandi,</p>",
    "<p>We collect it tomorrow.</p>",
    "<p>Write on it<br><b>TH 1</b></p>",
    '<p><a href="https://thuma.example/pay?a=1&amp;b=2">Pay now</a></p>',
    "<table><tr><th>Waybill</th><td>TH 1</td></tr><tr><th>To</th><td>Gogo &lt;&quot;Mabena&quot;&gt; &amp; Tata&#39;s</td></tr></table>",
    '<div><a href="https://thuma.example/track">Where is it?</a></div>',
    '<div><a href="https://thuma.example/print">Print it.</a></div>',
    "<p>Any question? Phone us.</p>",
    "<p>Thuma Couriers<br>010&nbsp;000&nbsp;0000</p>",
    FOOT,
    '<small><a href="https://thuma.example/stop">No more emails</a></small>',
  ]);
});

test("what can be pressed is 44 px high; every background brings the colour of its text", () => {
  const { html } = compose(full);
  const links = [...html.matchAll(/<a href="[^"]+" style="([^"]+)"/g)].map(([, style = ""]) => style);
  expect(links).toHaveLength(4);
  expect(html).toContain("font:medium/1.5 ");
  for (const style of links) {
    expect(style).toContain("display:inline-block");
    expect(Number(/padding:(\d+)px/.exec(style)?.[1])).toBeGreaterThanOrEqual(10);
  }
  for (const [, style] of html.matchAll(/style="([^"]*background[^"]*)"/g)) expect(style).toMatch(/(?:^|;)color:/);
});

test("every size of text and line grows with the reader's own", () => {
  const { html } = compose({ ...full, road: { names: ["Booked", "Delivered"], reached: 1 } });
  const sizes = [...html.matchAll(/(?:font|font-size|line-height):([^;"]+)/g)].map(([, size]) => size);
  expect(new Set(sizes)).toEqual(new Set(["medium/1.5 sans-serif", "1.6em", "2.6em", "1.2"]));
});

test.each([
  [say`Phone ${number("010 000 0000")}.`, "Phone 010&nbsp;000&nbsp;0000."],
  [
    say`${number("TH 482 109 375 3")}, 2 pieces of 4 821 093`,
    "TH&nbsp;482&nbsp;109&nbsp;375&nbsp;3, 2 pieces of 4 821 093",
  ],
])("a number never breaks over two lines: %s", (opening, shown) => {
  expect(compose({ ...short, opening: [opening] }).html).toContain(`<p>${shown}</p>`);
});

test("words that lead somewhere are a link in HTML, and have their address after them in text", () => {
  const { text, html } = compose({
    ...short,
    opening: [say`Our ${link("https://thuma.example/terms", say`terms`)} hold.`],
  });
  expect(text).toContain("Our terms: https://thuma.example/terms hold.");
  expect(html).toContain('Our <a href="https://thuma.example/terms">terms</a> hold.');
});

test("its language is the site's", () => {
  expect(compose(short).html).toContain('<html lang="en-ZA">');
});

test("nobody signs what somebody wrote like one of our links", () => {
  const trick = "https://thuma.example/waybill/TH1?signed";
  const email = { ...short, headline: say`${trick}`, facts: [[say`${name(trick)}`, say`${number(trick)}`]] as const };
  const { subject, text, html } = compose({ ...email, facts: [...email.facts], structured: { name: trick } });
  expect(subject + text + html).not.toContain("?signed");
});

test("only a number in large type may: at twice the text it would be wider than a phone", () => {
  const { html } = compose({ ...short, large: [say`Waybill number`, say`${number("TH 482 109 375 3")}`] });
  expect(html).toMatch(/<b style="font-size:[^"]+">TH 482 109 375 3<\/b>/);
});

test("a PIN is larger than a waybill number: somebody says it at a gate", () => {
  const sizeOf = (value: string) =>
    Number(/<b style="font-size:([\d.]+)em/.exec(compose({ ...short, large: [say`It`, say`${value}`] }).html)?.[1]);
  expect(sizeOf("PIN 1234")).toBeGreaterThan(1.5 * sizeOf("TH 482 109 375 3"));
});

test("a long email stays below 12 KB, at which some mail programs ask before they show the rest", () => {
  const sentence = "We came with your parcel, but could not deliver it, and we are sorry for that. ";
  const [opening, closing] = [[say`${sentence.repeat(10)}`], [say`${sentence.repeat(10)}`]];
  const long = { ...full, opening, closing };
  expect(Buffer.byteLength(compose(long).html)).toBeLessThan(6_000);
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

test("it opens with the company's mark on black, then with the headline and the road on the wall's yellow", () => {
  const { html } = compose({ ...full, road: { names: ["Booked", "Delivered"], reached: 1 } });
  expect(html).toMatch(
    /background:#1d1410;[^>]*><span aria-hidden="true" style="color:#1d1410;background:#ffb612;[^>]*>T<\/span>Thuma/,
  );
  expect(html).toMatch(/background:#ffb612;[^>]*><h1 [^>]*>Your parcel is booked<\/h1>\n<p [^>]*><b>Booked/);
});

/** The lines below the header, without their styles. */
function bodyOf(html: string): string[] {
  const body = /<h1.*(?=<\/div><\/body>)/s.exec(html)?.[0] ?? "";
  return body
    .replaceAll(/ (?:align|valign|width|style)="[^"]+"/g, "")
    .split("\n")
    .filter((line) => line && !/^<\/?div>$/.test(line));
}
