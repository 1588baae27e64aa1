"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Fragment } from "react";

/** A client component, because a layout isn't told where it is. */
export function MainNav({ places }) {
  const pathname = usePathname();
  const current = (href) => {
    if (pathname === href) return "page";
    return href !== "/" && pathname.startsWith(`${href}/`) ? "true" : undefined;
  };
  return (
    <nav aria-label="Main">
      {places.map(({ href, text }) => (
        <Fragment key={href}>
          <Link href={href} aria-current={current(href)}>
            {text}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
