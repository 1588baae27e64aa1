import type { ReactNode } from "react";
import type { NextStep } from "#app/domain/parcels/next-steps";
import { StatePanel } from "./state-panel";

/** The end of an errand: its number, large, to write down. */
export function NumberPanel(props: {
  title: string;
  above: ReactNode;
  label: string;
  number: string;
  children: ReactNode;
}) {
  const { title, above, label, number, children } = props;
  return (
    <StatePanel headline={title} above={above}>
      <p>{label}</p>
      <b className="number">{number}</b>
      {children}
    </StatePanel>
  );
}

/** What happens next, each with its day. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <>
      <h2 id="next">What happens next</h2>
      <ol className="history">
        {steps.map(({ when, what }) => (
          <li key={when + what}>
            <b>{when}</b> {what}
          </li>
        ))}
      </ol>
    </>
  );
}
