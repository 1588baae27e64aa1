import type { ReactNode } from "react";

type Tone = "good" | "bad" | "info";

/**
 * What the specification calls an alert: a message on the page. Screen readers read good news and information at the
 * next pause (`status`), bad news at once (`alert`).
 */
export function Notice(props: {
  tone: Tone;
  title?: string;
  /** It explains the errors at the fields: where scripts run, it goes with the last of them. */
  explains?: boolean;
  children?: ReactNode;
}) {
  const { tone, title, explains, children } = props;
  return (
    <div className={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"} data-explains={explains}>
      {title ? <h2>{title}</h2> : null}
      {children}
    </div>
  );
}

/** A notice of one paragraph. Nothing if there are no words. */
export function ShortNotice({ tone, words }: { tone: Tone; words: string | null | undefined }) {
  if (!words) return null;
  return (
    <Notice tone={tone}>
      <p>{words}</p>
    </Notice>
  );
}
