import { formKeyOf } from "#app/domain/limits/done-once.server";
import { KEPT } from "#app/domain/office/kept-lists.server";
import { asList } from "#app/domain/values/delimited-text";
import { readText } from "#app/domain/values/file-text.server";
import { saDayFrom } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import type { Command } from "../command";
import type { Posted } from "./command-page.server";
import { chosenDayOf } from "./fields";
import type { FieldTexts } from "./page-call.server";

/** What an address says already. Rows that were ticked have the same name: one a line. */
export function typedIn(query: URLSearchParams): FieldTexts {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join("\n")]));
}

/** So long what Check showed can be done: after that the form's key isn't kept any more. */
const LONGEST_CHECKED_MS = 1 * DAYS;

/** What was posted on a command's page; a file is its text. A form that wasn't checked lately is checked first. */
export async function postedIn(command: Command, form: FormData, now: Date): Promise<Posted> {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const typed: FieldTexts = Object.fromEntries(texts);
  let unread: Posted["unread"];
  for (const [name, { kind }] of Object.entries(command.arguments)) {
    if (kind !== "file") continue;
    const file = form.get(name);
    const isFile = file !== null && typeof file !== "string" && file.size > 0;
    const read = isFile
      ? readText(new Uint8Array(await file.arrayBuffer()))
      : { ok: true as const, text: typed[`${name}-pasted`] ?? "" };
    if (!read.ok) unread = { field: name, why: read.why };
    typed[name] = read.ok ? asList(read.text) : "";
    if (isFile) typed[`${name}-name`] = file.name;
  }
  for (const [name, { kind }] of Object.entries({ ...command.arguments, ...command.options }))
    if (kind === "day") typed[name] = dayIn(typed[name] ?? "", typed[chosenDayOf(name)] ?? "", now);
  const { intent = "", formKey = "", checked = "", checkedAt = "" } = typed;
  const moment = new Date(checkedAt);
  // Another machine's clock may be a little ahead.
  const apartMs = Math.abs(now.getTime() - moment.getTime());
  const isChecked = /^[\w-]{1,64}$/.test(formKey) && apartMs <= LONGEST_CHECKED_MS;
  return {
    intent,
    typed,
    unread,
    form: isChecked ? { key: keyOf(command, typed), mark: checked, checkedAt: moment } : null,
  };
}

/** A day that was chosen by its name is one by its date: after midnight today is another one. */
function dayIn(date: string, choice: string, now: Date): string {
  const day = ["today", "tomorrow"].includes(choice) ? saDayFrom(choice, now) : null;
  if (!day || date === day) return date || (day ?? "");
  return date ? `${choice}, ${date}` : day;
}

/** Back to a page that was checked, and another answer: it is another form, which isn't what was checked. */
function keyOf(command: Command, typed: FieldTexts): string {
  const fields = [...Object.keys(command.arguments), ...Object.keys(command.options), KEPT];
  return formKeyOf(
    [command.name, typed.formKey ?? ""],
    fields.map((name) => (typed[name] ?? "").trim()),
  );
}
