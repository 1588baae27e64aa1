import type { z } from "zod";
import type { FieldError, ProblemAnswer } from "../accounts/problems";

/** Validates a body or a query of a call: what was read, or a problem that names every wrong field. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  typed: unknown,
): { data: z.output<Schema> } | ProblemAnswer {
  const read = schema.safeParse(typed, { error: inOurWords });
  if (read.success) return { data: read.data };
  return wrongFields(
    read.error.issues.flatMap(({ path, message, ...issue }) => {
      const keys = "keys" in issue && issue.code === "unrecognized_keys" ? issue.keys : [];
      if (keys.length === 0) return [{ pointer: pointerTo(path), detail: message }];
      return keys.map((key) => ({ pointer: pointerTo([...path, key]), detail: "There is no such field." }));
    }),
  );
}

/** Default messages for schema rules that have none. HTML forms never trigger these, because they only send text. */
const inOurWords: z.core.$ZodErrorMap = ({ code, expected }) =>
  code === "invalid_type" ? `This must be ${expected === "object" ? "an object" : "text"}.` : undefined;

export function wrongFields(errors: FieldError[]): ProblemAnswer {
  const [first] = errors;
  const detail =
    errors.length === 1 && first ? first.detail : `${errors.length} fields are wrong. errors has them all.`;
  return { refused: "wrong-fields", detail, errors };
}

/** RFC 6901. */
function pointerTo(path: PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
