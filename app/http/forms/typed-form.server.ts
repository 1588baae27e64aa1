import { cleaned } from "#app/domain/values/typed-text";

/** What counts letter by letter; and lists, whose cells are cleaned one by one. */
const KEPT_AS_SENT = /password|-pasted$|^(?:code|key|list|pin|reference|secret|token)$/i;

/** The form that somebody sent, each text as `cleaned` reads it. Files, and what counts letter by letter, as they came. */
export async function typedForm(request: Pick<Request, "formData">): Promise<FormData> {
  return cleanedFields(await request.formData(), new FormData());
}

/** The query of a request's address, in the same way. */
export function typedQuery({ url }: Pick<Request, "url">): URLSearchParams {
  return cleanedFields(new URL(url).searchParams, new URLSearchParams());
}

/** Most forms are plain, and stay what they are: building another costs as much as reading it did. */
function cleanedFields<Sent extends FormData | URLSearchParams>(sent: Sent, empty: Sent): Sent {
  const fields = [...sent].map(([name, value]) => {
    const read = typeof value === "string" && !KEPT_AS_SENT.test(name) ? cleaned(value) : value;
    return { name, read, isAsSent: read === value };
  });
  if (fields.every(({ isAsSent }) => isAsSent)) return sent;
  for (const { name, read } of fields) (empty as FormData).append(name, read as string);
  return empty;
}
