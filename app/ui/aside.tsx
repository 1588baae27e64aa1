import { type ReactNode, useId } from "react";

/** What explains a page's form, or belongs to it: below it, or beside it on a wide screen. */
export function Aside({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <aside className="aside" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </aside>
  );
}
