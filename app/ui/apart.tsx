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

/** Links, and what stands among them, each apart from the next. */
export function EachApart({ children }: { children: ReactNode }) {
  return Children.toArray(children)
    .filter((child) => typeof child !== "string" || child.trim() !== "")
    .map((child, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Fragment key={at}>
        {at > 0 ? <Apart /> : null}
        {child}
      </Fragment>
    ));
}
