import { type PartyField, partyFields, spokenName } from "#app/domain/form/fields";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { Notice } from "../notice";
import { shown } from "../words";

/** The address book has one party's fields, by their bare names. */
const labels: Record<string, string | undefined> = Object.fromEntries(
  Object.entries<PartyField>(partyFields).map(([name, { label }]) => [name, label]),
);

/** Asks for names and streets in Latin letters too, once. Each of these fields stands in the form below. */
export function LatinQuestion({ fields, submit }: { fields: string[]; submit: string }) {
  if (fields.length === 0) return null;
  const { title, why } = catalogue().forms.inLatin;
  return (
    <Notice tone="info" title={plainText(title)}>
      <ul>
        {fields.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{labels[name] ?? spokenName(name)}</a>
          </li>
        ))}
      </ul>
      <p>{shown(why(submit))}</p>
    </Notice>
  );
}
