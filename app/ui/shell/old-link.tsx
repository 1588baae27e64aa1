import { contact } from "#app/contact";
import { ShortNotice } from "../notice";

/** For links that earlier releases signed: with them a page can be read, but nothing on it changed. */
export const oldLink = () =>
  `This link is old: nothing can be changed with it any more. Use the phone or the account that booked, or phone us at ${contact().phoneShown}.`;

export const OldLinkNotice = () => <ShortNotice tone="info" words={oldLink()} />;
