import { Notice } from "../notice";
import { AnswerPanel, Linked, type NamedPages, type ShownAnswer } from "./answer-panel";

type Result = {
  kind: "preview" | "changed" | "done" | "unchanged" | "looked" | "refused" | "given";
  title: string;
  now?: string;
  answer: ShownAnswer;
  questions: string[];
  since: string[];
};

const tones = {
  preview: "info",
  changed: "bad",
  done: "good",
  unchanged: "info",
  looked: "info",
  refused: "bad",
} as const;

/** What a command answered, or would do. */
export function CommandResult({ result, named }: { result: Result; named: NamedPages }) {
  const { kind, title, now, answer, questions, since } = result;
  if (kind === "given")
    return (
      <div className="wide">
        <AnswerPanel answer={answer} caption="What was found" named={named} />
      </div>
    );
  return (
    <Notice tone={tones[kind]} title={title}>
      {since.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {now ? <h3>{now}</h3> : null}
      {questions.map((line) => (
        <p key={line}>
          <b>
            <Linked words={line} named={named} />
          </b>
        </p>
      ))}
      <AnswerPanel answer={answer} caption="What would happen" named={named} />
      {answer.why.map((line) => (
        <p key={line}>
          <Linked words={line} named={named} />
        </p>
      ))}
    </Notice>
  );
}
