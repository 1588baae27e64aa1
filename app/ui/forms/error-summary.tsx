import type { FormState } from "#app/domain/values/form-state";
import { catalogue } from "#app/language/language";
import { shown } from "../words";

/** The form's errors, above it; each links to its field. Nothing when there are none. */
export function ErrorSummary({ errors }: { errors: FormState["errors"] }) {
  const complaints = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  if (complaints.length === 0) return null;
  return (
    <div className="notice bad" role="alert" tabIndex={-1} id="errors" data-focus>
      <h2>{shown(catalogue().forms.problem)}</h2>
      <ul>
        {complaints.map(({ name, message }) => (
          <li key={name + message}>{name ? <a href={`#${name}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
