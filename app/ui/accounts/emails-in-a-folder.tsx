/** On a site without a mail server letters become files: says where, to whoever tries the site out. */
export function EmailsInAFolder({ folder }: { folder: string | null }) {
  if (!folder) return null;
  return (
    <p className="hint">
      This site sends no mail yet: its letters are files in <code>{folder}</code>
    </p>
  );
}
