import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { Notice } from "#app/ui/notice";
import { shown } from "#app/ui/words";

/** Where nobody comes just now, and until when. Nothing without lines. */
export function DelayNotice({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const { title, afterwards } = catalogue().delays;
  return (
    <Notice tone="info" title={plainText(title)}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{shown(afterwards)}</p>
    </Notice>
  );
}
