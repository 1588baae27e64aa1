import type { LandmarkQuestion } from "#app/domain/form/landmark";
import type { FormState } from "#app/domain/values/form-state";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import { paths } from "#app/paths";
import { Choice } from "#app/routes/find-me.$quoteId/choice";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { StepForm } from "../../ui/forms/step-form";
import { TextField } from "../../ui/forms/text-field";
import { Notice } from "../../ui/notice";
import { useThisAddress } from "../../ui/shell/this-page";
import { LandmarkQuestions } from "../../ui/shipments/landmark-questions";
import { SendItBack } from "../../ui/shipments/send-it-back";
import { shown } from "../../ui/words";

/** The receiver's answer to how the driver finds them. */
export function PlaceChoice(props: {
  landmark: string;
  /** What we read in it; null if it is only words. */
  readAs: string | null;
  asked: (LandmarkQuestion & { field: string })[];
  isOpen: boolean;
  state: FormState;
}) {
  const { landmark, readAs, asked, isOpen, state } = props;
  const words = catalogue().receiver.place;
  const save = plainText(words.save);
  // Of what is typed and not saved nothing was read yet.
  const isSaved = state.values.landmark === undefined;
  return (
    <Choice title={shown(words.title)} note={landmark && isSaved ? landmark : shown(words.note)} isOpen={isOpen}>
      <StepForm
        state={state}
        submit={save}
        early={asked.length > 0 ? <LandmarkQuestions asked={asked} submit={save} /> : null}
        busyLabel={plainText(words.saving)}
      >
        <TextField
          name="landmark"
          label={plainText(words.label)}
          hint={shown(readAs && isSaved ? words.readAs(readAs) : words.hint)}
          state={state}
          defaultValue={landmark}
          required={false}
        />
      </StepForm>
    </Choice>
  );
}

export function PinAgain() {
  const words = catalogue().receiver.pin;
  return (
    <form method="post" action={useThisAddress()} className="form">
      <p>{shown(words.asks)}</p>
      <ButtonRow>
        <Button plain name="pin" value="again">
          {shown(words.again)}
        </Button>
      </ButtonRow>
    </form>
  );
}

/** What was saved, by the word in the page's address. */
export function PlaceSaved({ saved, textsWait }: { saved: string | null; textsWait: string | null }) {
  const words = savedWords(saved, textsWait);
  return words ? (
    <Notice tone="good">
      <p>{shown(words)}</p>
    </Notice>
  ) : null;
}

function savedWords(word: string | null, textsWait: string | null): Sentence | null {
  const { saved, sentLater } = catalogue().receiver;
  if (word === null || !Object.hasOwn(saved, word)) return null;
  if (word === "sent by text" && textsWait) return sentLater(textsWait);
  const words = saved[word as keyof typeof saved];
  return typeof words === "function" ? words() : words;
}

export function NoLongerOnItsWay({ canComeBack }: { canComeBack: boolean }) {
  const words = catalogue().receiver;
  return (
    <>
      <h1>{shown(words.title)}</h1>
      <Notice tone="info">
        <p>{shown(words.notOnItsWay)}</p>
      </Notice>
      <ButtonRow>
        <ButtonLink plain href={paths.track}>
          {shown(catalogue().tracking.title)}
        </ButtonLink>
      </ButtonRow>
      {canComeBack ? <SendItBack>{shown(words.goBack)}</SendItBack> : null}
    </>
  );
}
