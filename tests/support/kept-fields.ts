import { type HTMLElement, parse } from "node-html-parser";

const ANY_SITE = "http://localhost";

type Field = [name: string, value: string];

/** The fields of a form on a page, as a browser would send them again; of passwords and files the names. */
export type Kept = { fields: Field[]; passwords: string[]; files: string[] };

/** The form on a page that leads to the address of an earlier one. */
export function formOn(html: string, address: string, fields: Field[]): Kept {
  const forms = parse(html).querySelectorAll('form[method="post"]');
  const [form] = forms
    .filter(
      (each) =>
        new URL(each.getAttribute("action") ?? address, ANY_SITE).pathname === new URL(address, ANY_SITE).pathname,
    )
    .sort((one, other) => shared(other, fields) - shared(one, fields));
  if (!form) return { fields: [], passwords: [], files: [] };
  const inputs = form.querySelectorAll("input, textarea, select, button[name]").map((field) => ({
    name: field.getAttribute("name") ?? "",
    type: field.getAttribute("type") ?? "",
    field,
  }));
  const isText = ({ type, field }: (typeof inputs)[number]) =>
    !/password|file/.test(type) && (!/radio|checkbox/.test(type) || field.hasAttribute("checked"));
  return {
    fields: inputs.filter(isText).map(({ name, field }) => [name, shownIn(field)]),
    passwords: inputs.filter(({ type }) => type === "password").map(({ name }) => name),
    files: inputs.filter(({ type }) => type === "file").map(({ name }) => name),
  };
}

/** Of several forms at one address the one with that button and those fields: the button counts most. */
function shared(form: HTMLElement, fields: Field[]): number {
  const names = fields.map(([name]) => name);
  const named = form.querySelectorAll("[name]").filter((field) => names.includes(field.getAttribute("name") ?? ""));
  const isPressed = form
    .querySelectorAll("button[name]")
    .some((button) =>
      fields.some(([name, value]) => attribute(button, "name") === name && attribute(button, "value") === value),
    );
  return named.length + (isPressed ? 1_000 : 0);
}

const attribute = (element: HTMLElement, name: string) => element.getAttribute(name) ?? "";

function shownIn(field: HTMLElement): string {
  if (field.tagName === "TEXTAREA") return field.text.replace(/^\n/, "");
  if (field.tagName !== "SELECT") return field.getAttribute("value") ?? "on";
  const chosen = field.querySelector("option[selected]");
  return chosen?.getAttribute("value") ?? chosen?.text ?? "";
}

/** What was sent and isn't in the form. */
export function missing(fields: Field[], kept: Kept): Field[] {
  return fields.filter(([name, value]) => value !== "" && !/password|secret/i.test(name) && !holds(kept, name, value));
}

/** A browser sends each line's end as CR LF, however the page has it. */
export function holds({ fields }: Kept, name: string, value: string): boolean {
  const lines = (text: string) => text.replaceAll("\r\n", "\n").trim();
  return fields.some(([other, held]) => other === name && lines(held) === lines(value));
}

/** The page says so, and has nothing left to send. */
export function isBookedMeanwhile(address: string, html: string): boolean {
  return /\/(?:review|summary)(?:\?|$)/.test(address) && html.includes("This parcel is booked");
}
