import { contact } from "#app/contact";

/** Our phone number in a sentence: no line breaks it, and a tap calls it. */
export function OurPhone() {
  return (
    <a href={`tel:${contact().phone}`} className="nowrap">
      {contact().phoneShown}
    </a>
  );
}
