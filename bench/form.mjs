import { parse } from "node-html-parser";

export const answers = {
  fromName: "Thandi Nkosi",
  fromEmail: "thandi@example.co.za",
  fromPhone: "082 123 4567",
  fromAddressLine: "Stand 114, Moshoeshoe Street",
  fromSuburb: "Katlehong",
  fromCity: "Germiston",
  fromPostal: "1431",
  fromLandmark: "Blue gate opposite the taxi rank",
  toName: "Sipho Dlamini",
  toEmail: "sipho@example.co.za",
  toPhone: "083 765 4321",
  toAddressLine: "2210 Vilakazi Street",
  toSuburb: "Orlando West",
  toCity: "Soweto",
  toPostal: "1804",
};

/** The same form with three errors. */
export const wrongAnswers = { ...answers, fromEmail: "thandi", fromPostal: "14", toName: "" };

/**
 * What a browser without scripts posts from a page's form.
 * @param page { url, html }
 * @returns { url, headers, body }
 */
export function filledIn(page, button, typed) {
  const form = parse(page.html)
    .querySelectorAll("form")
    .find((candidate) => candidate.querySelectorAll("button").some((found) => textOf(found).split(": ")[0] === button));
  if (!form) throw new Error(`no button "${button}" on ${page.url}`);

  const fields = [];
  for (const field of form.querySelectorAll("input, textarea, select")) {
    const name = field.getAttribute("name");
    const type = field.getAttribute("type");
    if (!name) continue;
    const chosen = typed[name];
    const value = field.getAttribute("value") ?? "";
    if (type === "radio" || type === "checkbox") {
      const isOn = chosen === undefined ? field.hasAttribute("checked") : chosen === (value || "on");
      if (isOn) fields.push([name, value || "on"]);
    } else fields.push([name, chosen ?? value]);
  }
  const url = new URL(form.getAttribute("action") || page.url, page.url).href;
  const origin = new URL(url).origin;
  const isMultipart = form.getAttribute("enctype") === "multipart/form-data";
  const { type, body } = isMultipart ? inParts(fields) : inOne(fields);
  return { url, headers: { "content-type": type, origin, "sec-fetch-site": "same-origin" }, body };
}

const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

function inOne(fields) {
  return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() };
}

function inParts(fields) {
  const boundary = "----BenchFormBoundary7MA4YWxkTrZu0gW";
  const part = ([name, value]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${decoded(value)}\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${fields.map(part).join("")}--${boundary}--\r\n`,
  };
}

const decoded = (text) => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
