import { Children, Fragment, type ReactNode } from "react";

/**
 * What separates two links of a row in browsers without CSS: a line there. Others don't show what is hidden, and leave the
 * space.
 */
export function Apart() {
  return (
    <>
      {" "}
      <br hidden />
    </>
  );
}

/** What separates two links of a menu there: a dot, so that the menu stays in a line. */
const Dot = () => (
  <>
    {" "}
    <i hidden>· </i>
  </>
);

/** Links, and what stands among them, each apart from the next. `inALine`: those of a menu. */
export function EachApart({ children, inALine }: { children: ReactNode; inALine?: boolean }) {
  const Between = inALine ? Dot : Apart;
  return Children.toArray(children)
    .filter((child) => typeof child !== "string" || child.trim() !== "")
    .map((child, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Fragment key={at}>
        {at > 0 ? <Between /> : null}
        {child}
      </Fragment>
    ));
}
