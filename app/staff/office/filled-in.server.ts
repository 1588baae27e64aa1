import type { Command } from "../command";
import type { Desk } from "../desk.server";
import type { CommandPage, PageResult } from "./a-command-page";
import { isSame, SHOWN, shownIn } from "./only-changed.server";

const ASK = { intent: "", words: "Show the booking" };

/** A page with its fields filled in with what is stored. Before it is known of what, it asks for that alone. */
export async function filledIn(result: PageResult, { filledIn }: Command, desk: Desk): Promise<PageResult> {
  if (!filledIn || "leadsTo" in result) return result;
  const { page, status } = result;
  const { by } = filledIn;
  const { [by]: typedBy = "", ...typed } = page.state.values;
  const [asked] = page.fields.filter(({ name }) => name === by);
  const stored = typedBy && (await filledIn.stored(typedBy, desk));
  if (!stored) {
    const errors: Record<string, string[]> =
      typedBy && !page.result ? { [by]: [`There is no booking “${typedBy}”. Check the number.`] } : {};
    const state = { values: { [by]: typedBy }, errors: { ...errors, ...page.state.errors } };
    const asking: CommandPage = { ...page, more: [], fields: asked ? [asked] : [], state, hidden: {}, buttons: [ASK] };
    return { page: { ...asking, isAsking: true }, status: errors[by] ? 404 : status };
  }
  const before = shownIn(page.state.values);
  // What its reader left alone is what is stored by now.
  const values = Object.entries(stored).map(([name, now]) => {
    const isLeft = before ? isSame(typed[name], before[name]) : !typed[name];
    return [name, isLeft ? now : (typed[name] ?? "")];
  });
  return {
    status,
    page: {
      ...page,
      fields: page.fields.map((field) => (field.name === by ? { ...field, isFixed: true, hint: undefined } : field)),
      state: { ...page.state, values: { ...page.state.values, ...Object.fromEntries(values) } },
      hidden: { ...page.hidden, [SHOWN]: JSON.stringify({ ...stored, [by]: typedBy }) },
    },
  };
}
