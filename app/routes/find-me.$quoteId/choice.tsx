import type { ReactNode } from "react";

/** One of the receiver's choices: folded, until it is chosen or something in it has to be put right. */
export function Choice(props: { title: ReactNode; note: ReactNode; isOpen: boolean; children: ReactNode }) {
  const { title, note, isOpen, children } = props;
  return (
    <details className="card" open={isOpen}>
      <summary>
        {title} <small>{note}</small>
      </summary>
      {children}
    </details>
  );
}
