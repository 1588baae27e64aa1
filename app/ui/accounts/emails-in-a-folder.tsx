/** On a site without a mail server emails become files. Tells whoever tries the site where they are. */
export function EmailsInAFolder({ folder }: { folder: string | null }) {
  if (!folder) return null;
  return (
    <p className="hint">
      This site does not send email yet. It saves each email as a file in <code>{folder}</code>
    </p>
  );
}
