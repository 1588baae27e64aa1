import type { ReactNode } from "react";
import { PageFrame } from "../shell/page-frame";

/** The shell of the pages on which somebody of the office isn't signed in yet. */
export function DoorShell({ children }: { children: ReactNode }) {
  return (
    <PageFrame barClass="bar account" shortFooter besideLogo={<p>Office</p>}>
      {children}
    </PageFrame>
  );
}
