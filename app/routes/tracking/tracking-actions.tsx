import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { catalogue } from "#app/language/language";
import { paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { ButtonLink, ButtonRow } from "../../ui/forms/button";
import { shown } from "../../ui/words";

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

/** Where each leads. */
function linksOf({ wishesHref, linkHref, phone, shareText, caseHref }: Props): Record<Action, string> {
  return {
    wish: wishesHref ?? phone.href,
    link: linkHref ?? phone.href,
    phone: phone.href,
    share: `https://wa.me/?text=${encodeURIComponent(shareText)}`,
    wrong: caseHref,
    send: paths.ship,
    another: paths.track,
    chat: paths.contact,
  };
}

/** What each says. */
function labelOf(action: Action, phone: Props["phone"]) {
  const words = catalogue().tracking.buttons;
  return shown(action === "phone" ? words.phone(phone.shown) : words[action]);
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
            href={links[action]}
            plain={index > 0}
            staysHere={action === "share" || action === "phone"}
          >
            {labelOf(action, props.phone)}
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
      <EachApart>
        {rest.filter(isLink).map((action) => (
          <a key={action} href={links[action]}>
            {labelOf(action, props.phone)}
          </a>
        ))}
      </EachApart>
    </p>
  );
}
