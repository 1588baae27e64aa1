import { catalogue } from "#app/language/language";
import { shown } from "../words";

/** On a site without a mail server emails become files. Tells whoever tries the site where they are. */
export function EmailsInAFolder({ folder }: { folder: string | null }) {
  if (!folder) return null;
  const asCode = { verbatim: (value: string) => <code>{value}</code> };
  return <p className="hint">{shown(catalogue().forms.emailsInAFolder(folder), asCode)}</p>;
}
