import { contact } from "#app/contact";
import { partyFields } from "#app/domain/form/fields";
import type { LandmarkQuestion } from "#app/domain/form/landmark";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "../forms/button";
import { StepForm } from "../forms/step-form";
import { TextField } from "../forms/text-field";
import { Notice, ShortNotice } from "../notice";
import { useThisAddress } from "../shell/this-page";
import { LandmarkQuestions } from "./landmark-questions";
import { SendItBack } from "./send-it-back";

const { label, hint } = partyFields.Landmark;

/** The receiver's answer to how the driver finds them. */
export function PlaceForm(props: {
  landmark: string;
  /** What we read in it; null if it is only words. */
  readAs: string | null;
  trackingHref: string | null;
  asked: (LandmarkQuestion & { field: string })[];
  state: FormState;
}) {
  const { landmark, readAs, trackingHref, asked, state } = props;
  // Of what is typed and not saved nothing was read yet.
  const isSaved = state.values.landmark === undefined;
  return (
    <StepForm
      state={state}
      submit="Save"
      early={asked.length > 0 ? <LandmarkQuestions asked={asked} submit="Save" /> : null}
      busyLabel="Saving…"
      more={
        trackingHref ? (
          <ButtonLink plain href={trackingHref}>
            Track the parcel
          </ButtonLink>
        ) : null
      }
    >
      <TextField
        name="landmark"
        label={label}
        hint={readAs && isSaved ? `We read this as ${readAs}.` : hint}
        state={state}
        defaultValue={landmark}
        required={false}
      />
    </StepForm>
  );
}

export function PinAgain() {
  return (
    <form method="post" action={useThisAddress()} className="form">
      <p>The driver asks for your PIN when you have the parcel. It came by email or text message.</p>
      <ButtonRow>
        <Button plain name="pin" value="again">
          Send me the PIN again
        </Button>
      </ButtonRow>
    </form>
  );
}

/** What was saved, by the word in the page's address. */
export function PlaceSaved({ saved, textsWait }: { saved: string | null; textsWait: string | null }) {
  return <ShortNotice tone="good" words={savedWords(saved, textsWait)} />;
}

function savedWords(word: string | null, textsWait: string | null): string | null {
  if (word === "wish") return "Thank you. We have noted this, and sent you a message about it.";
  if (word === "taken back") return "It doesn't hold any more. We have sent you a message about it.";
  if (word === "yes") return "Thank you. The driver will read this.";
  if (word === "sent by text" && textsWait) return `We send the PIN to your phone by text message, after ${textsWait}.`;
  if (word === "sent by text") return "We have sent the PIN to your phone by text message.";
  if (word === "sent by email") return "We have sent the PIN to you by email.";
  return word === "not sent" ? `We have sent it several times today. Phone us at ${contact().phoneShown}.` : null;
}

export function NoLongerOnItsWay({ canComeBack }: { canComeBack: boolean }) {
  return (
    <>
      <Notice tone="info">
        <p>This parcel is no longer on its way, so nobody has to find you.</p>
      </Notice>
      <ButtonRow>
        <ButtonLink plain href={paths.track}>
          Track a parcel
        </ButtonLink>
      </ButtonRow>
      {canComeBack ? (
        <SendItBack>Does it have to go back? You book that here, as its sender, and pay for it.</SendItBack>
      ) : null}
    </>
  );
}
