import { Fragment } from "react";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";

type Action = "wish" | "link" | "phone" | "share" | "wrong" | "send" | "another" | "chat";

/** What somebody most likely wants to do in each state: at most two, the likelier first. */
const buttonsIn: Record<ParcelState["state"], readonly [Action, Action?]> = {
  booked: ["share", "wrong"],
  collected: ["share", "wrong"],
  on_the_way: ["share", "wrong"],
  at_depot: ["phone", "share"],
  out_for_delivery: ["share", "phone"],
  failed: ["phone", "wrong"],
  late: ["phone", "wrong"],
  returning: ["phone", "wrong"],
  delivered: ["send", "wrong"],
  returned: ["phone", "send"],
  cancelled: ["send"],
  ended: ["phone", "wrong"],
};

/** For a receiver who came by the link in their email, after a delivery that failed. */
const receiversButtons: readonly [Action, Action?] = ["wish", "phone"];
/** For a receiver who came without it. Anybody may press this: the link goes to the receiver's own email or phone. */
const buttonsWithoutLink: readonly [Action, Action?] = ["phone", "link"];

function buttonsOf({ state, wishesHref, linkHref }: Props) {
  if (wishesHref) return receiversButtons;
  return linkHref ? buttonsWithoutLink : buttonsIn[state];
}

type Props = {
  state: ParcelState["state"];
  wishesHref: string | null;
  /** Where a receiver without the email's link asks for it; null if it would lead to no wishes. */
  linkHref: string | null;
  caseHref: string;
  phone: { href: string; shown: string };
  shareText: string;
};

/** What each says, and where it leads. */
function linksOf(props: Props): Record<Action, { words: string; href: string }> {
  const { wishesHref, linkHref, phone, shareText, caseHref } = props;
  return {
    wish: { words: "Say when you are at home", href: wishesHref ?? phone.href },
    link: { words: "Send me the receiver's link", href: linkHref ?? phone.href },
    phone: { words: `Phone ${phone.shown}`, href: phone.href },
    share: { words: "Share on WhatsApp", href: `https://wa.me/?text=${encodeURIComponent(shareText)}` },
    wrong: { words: "Something is wrong", href: caseHref },
    send: { words: "Send a parcel", href: paths.ship },
    another: { words: "Track another parcel", href: paths.track },
    chat: { words: "Chat with us", href: paths.contact },
  };
}

/** The buttons of a parcel's state. */
export function TrackingButtons(props: Props) {
  const links = linksOf(props);
  return (
    <ButtonRow beside>
      {buttonsOf(props).map((action, index) =>
        action ? (
          <ButtonLink
            key={action}
            href={links[action].href}
            plain={index > 0}
            staysHere={action === "share" || action === "phone"}
          >
            {links[action].words}
          </ButtonLink>
        ) : null,
      )}
    </ButtonRow>
  );
}

/** What else can be done. With a booking that was cancelled nothing can be wrong, and nobody waits to hear of it. */
export function TrackingLinks(props: Props) {
  const links = linksOf(props);
  const rest: Action[] = props.state === "cancelled" ? ["another", "chat"] : ["share", "wrong", "another", "chat"];
  const isLink = (action: Action) => !buttonsOf(props).includes(action);
  return (
    <p className="links beside">
      {rest.filter(isLink).map((action) => (
        // The space separates two links in a browser without CSS.
        <Fragment key={action}>
          <a href={links[action].href}>{links[action].words}</a>{" "}
        </Fragment>
      ))}
    </p>
  );
}
