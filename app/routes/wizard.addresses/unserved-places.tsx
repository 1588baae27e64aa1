import type { LandmarkQuestion } from "#app/domain/form/landmark";
import type { Unserved } from "#app/domain/prices/coverage-check";
import type { WhichPostal } from "#app/domain/prices/places";
import { Button } from "../../ui/forms/button";
import { Notice } from "../../ui/notice";
import { LandmarkQuestions } from "../../ui/shipments/landmark-questions";
import { LatinQuestion } from "../../ui/shipments/latin-question";

type PlaceQuestions = {
  which: WhichPostal | null;
  unserved: Unserved[] | null;
  towns: { asks: readonly TownAsked[] } | null;
  landmarks: (LandmarkQuestion & { field: string })[];
  latin: string[];
};

export function isAsking({ which, unserved, towns, landmarks, latin }: PlaceQuestions): boolean {
  return which !== null || unserved !== null || towns !== null || landmarks.length > 0 || latin.length > 0;
}

/** Questions about the first step's places, asked before anything is saved. */
export function PlaceQuestion({ which, unserved, towns, landmarks, latin }: PlaceQuestions) {
  if (which) return <PostalChoice {...which} />;
  return (
    <>
      {unserved ? <UnservedPlaces places={unserved} /> : null}
      {towns ? <TownsAsked {...towns} /> : null}
      {landmarks.length > 0 ? <LandmarkQuestions asked={landmarks} submit="Next" /> : null}
      <LatinQuestion fields={latin} submit="Next" />
    </>
  );
}

type TownAsked = { field: string; code: string; words: string; meant: { code: string; town: string } };

/** Codes that contradict their towns: one press takes the town's code, and "Next" goes on with what was typed. */
function TownsAsked({ asks }: { asks: readonly TownAsked[] }) {
  return (
    <Notice tone="info" title="Is the postal code right?" explains>
      {asks.map(({ field, code, words, meant }) => (
        <div key={field}>
          <p>{words}</p>
          <div className="buttons">
            <Button plain name="pick" value={`${field} ${meant.code}`} formNoValidate>
              Yes, {meant.town} {meant.code}
            </Button>
            <Button plain formNoValidate>
              No, {code} is right
            </Button>
          </div>
        </div>
      ))}
    </Notice>
  );
}

/** Places that we don't serve, shown at the first step: a nearby place to choose instead, or a manual price. */
function UnservedPlaces({ places }: { places: Unserved[] }) {
  return (
    <Notice tone="bad" title={`We don't go to ${places.map(inWords).join(" or ")} yet`} explains>
      {places.map(({ code, near }) =>
        near.length > 0 ? (
          <p key={code}>
            Near {code} we do go to {near.map(({ town, code }) => `${town} ${code}`).join(", ")}.
          </p>
        ) : null,
      )}
      <p>Change the postal code below, or let a person work out a price: you decide when you have it.</p>
      <Button plain name="askAbout" value={places.map(({ code }) => code).join(" ")} formNoValidate>
        Ask us for a price
      </Button>
    </Notice>
  );
}

/** Asks which place is meant; pressing one continues with it. */
function PostalChoice({ field, typed, choices }: WhichPostal) {
  return (
    <Notice tone="info" title={`Which ${typed} do you mean?`}>
      <div className="buttons">
        {choices.map(({ code, text }) => (
          <Button key={code} plain name="pick" value={`${field} ${code}`} formNoValidate>
            {text}
          </Button>
        ))}
      </div>
    </Notice>
  );
}

function inWords({ town, code }: Unserved): string {
  return town ? `${town} (${code})` : code;
}
