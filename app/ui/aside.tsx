import type { ReactNode } from "react";

/** What explains a page's form, or belongs to it: below it, or beside it on a wide screen. */
export function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <aside className="aside" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </aside>
  );
}
