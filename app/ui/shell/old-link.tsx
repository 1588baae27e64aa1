import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { ShortNotice } from "../notice";

/** For links that earlier releases signed. */
export const oldLink = () => plainText(catalogue().shell.errors.oldLink());

export const OldLinkNotice = () => <ShortNotice tone="info" words={oldLink()} />;
