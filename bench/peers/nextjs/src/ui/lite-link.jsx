"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

/** Without the page's query: asking for that would keep a page from being rendered ahead. */
export function LiteLink() {
  return <Link href={`/lite?back=${encodeURIComponent(usePathname())}`}>Lite</Link>;
}
