import { Button, ButtonRow } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";
import { useThisAddress } from "../../ui/shell/this-page";
import { ShareOnWhatsApp } from "../../ui/shipments/share-on-whatsapp";

/**
 * The link to a draft, to copy or share; before that, the button that makes it.
 * @param notSentTo the email or phone that it was asked for, but isn't sent to
 */
export function LinkToCopy(props: { link?: string; notSentTo?: string; keys: Record<string, string> }) {
  const { link, notSentTo, keys } = props;
  const action = useThisAddress();
  if (!link) {
    return (
      <form method="post" action={action} className="form">
        <HiddenFields fields={{ ...keys, intent: "link" }} />
        <ButtonRow>
          <Button plain busyLabel="Making it…">
            Show me the link
          </Button>
        </ButtonRow>
        <p className="hint">Copy it and send it to yourself, for example on WhatsApp. Or we send it to you:</p>
      </form>
    );
  }
  return (
    <Notice tone="good" title="Here is your link">
      <p>
        <a href={link}>{link}</a>
      </p>
      <p>
        Copy it, or share it with yourself, and open it on the other phone.
        {notSentTo ? ` No message goes to ${notSentTo} this time.` : null}
      </p>
      <ButtonRow>
        <ShareOnWhatsApp text={link} />
      </ButtonRow>
    </Notice>
  );
}
