import type { ReactNode } from "react";

/**
 * What the specification calls an alert: a message on the page. Screen readers read good news and information at the
 * next pause (`status`), bad news at once (`alert`).
 */
export function Notice(props: { tone: "good" | "bad" | "info"; title?: string; children?: ReactNode }) {
  const { tone, title, children } = props;
  return (
    <div className={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {title ? <h2>{title}</h2> : null}
      {children}
    </div>
  );
}
