import { escapeHtml } from "../domain/values/escape-html";
import { isSecret } from "./remembered-forms";

/**
 * A field's label, its value as text, and its value as it is sent. A page from before the last release doesn't include
 * the last.
 */
export type TypedField = { name: string; label: string; text: string; value?: string };

/**
 * The page of a form that did not get through: what was typed, and the same fields to send again, hidden ones included.
 * Passwords are left out and asked for once more.
 * @param offlinePage the cached page; it contains the words for this case as a template
 * @param unsent.address where the form was going
 * @param unsent.fields as they were sent, in their order
 * @param unsent.typedForms what pages said about forms being sent, the latest last; empty if they had no time to
 */
export function pageOfUnsentForm(
  offlinePage: string,
  unsent: { address: string; fields: [name: string, value: string][]; typedForms: TypedField[][] },
): string {
  const { address, fields } = unsent;
  const typed = [...unsent.typedForms].reverse().find((form) => isSameForm(form, fields)) ?? [];
  const template = inside(offlinePage, "template");
  const form = template
    .replace('action="/"', () => `action="${escapeHtml(address)}"`)
    .replace('<slot name="fields"></slot>', () => fields.map((field) => carried(field, typed)).join(""))
    .replace(/<slot name="typed">([^<]*)<\/slot>/, (_, title: string) => shown(title, typed, fields));
  const heading = inside(form, "h1");
  return offlinePage
    .replace(/<title>[^<·]*/, () => `<title>${heading} `)
    .replace(inside(offlinePage, "main"), () => form);
}

/** The content of the first element with this name; blank if there is none. */
function inside(html: string, name: string): string {
  const at = html.indexOf(`<${name}`);
  const end = html.indexOf(`</${name}>`, at);
  return at === -1 || end === -1 ? "" : html.slice(html.indexOf(">", at) + 1, end);
}

/** Whether a page meant this form: several may be under way, from two tabs or after a change of mind. */
export function isSameForm(form: TypedField[], fields: [string, string][]): boolean {
  const sentFields = form.filter(({ name }) => fields.some(([sent]) => sent === name));
  return sentFields.length > 0 && sentFields.every((field) => isSentAs(field, fields));
}

function isSentAs({ name, value }: TypedField, fields: [string, string][]): boolean {
  if (value === undefined || isSecret(name)) return true;
  return fields.some(([sent, text]) => sent === name && oneKindOfLine(text) === oneKindOfLine(value));
}

/** Forms are sent with other line ends than their pages have. */
function oneKindOfLine(text: string): string {
  return text.replace(/\r\n/g, "\n");
}

function shown(title: string, typed: TypedField[], fields: [string, string][]): string {
  const lines = typed
    .filter(({ name, text }) => text && !isSecret(name) && fields.some(([sent]) => sent === name))
    .map(
      ({ name, label, text }) =>
        `<div><dt data-name="${escapeHtml(name)}">${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd></div>`,
    );
  if (lines.length === 0) return "";
  return `<section class="card"><h2>${title}</h2><dl class="facts">${lines.join("")}</dl></section>`;
}

function carried([name, value]: [string, string], typed: TypedField[]): string {
  const id = escapeHtml(name);
  if (!isSecret(name)) return `<input type="hidden" name="${id}" value="${escapeHtml(value)}">`;
  const label = escapeHtml(typed.find((field) => field.name === name)?.label ?? "Password");
  const input = `<input type="password" id="${id}" name="${id}" required autocomplete="current-password">`;
  return `<div class="field"><label for="${id}">${label}</label>${input}</div>`;
}
