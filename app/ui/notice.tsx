import type { ReactNode } from "react";

/**
 * What the spec calls an alert: words on the page. Good news and facts are read out when there is a pause (`status`),
 * bad news at once (`alert`).
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
