/** An email address as text. Where it is wider than the line, it breaks after the "@" and not inside a word. */
export function EmailAddress({ children }: { children: string }) {
  const at = children.indexOf("@") + 1;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

/** A link that begins an email. */
export function MailLink({ to, subject }: { to: string; subject?: string }) {
  return (
    <a href={`mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`}>
      <EmailAddress>{to}</EmailAddress>
    </a>
  );
}
