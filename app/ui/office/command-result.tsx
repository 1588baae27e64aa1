import { Notice } from "../notice";
import { AnswerPanel, Linked, type ShownAnswer } from "./answer-panel";

type Result = {
  kind: "preview" | "changed" | "done" | "refused" | "given";
  title: string;
  answer: ShownAnswer;
  questions: string[];
  since: string[];
};

const tones = { preview: "info", changed: "bad", done: "good", refused: "bad" } as const;

/** What a command answered, or would do. */
export function CommandResult({ result }: { result: Result }) {
  const { kind, title, answer, questions, since } = result;
  if (kind === "given")
    return (
      <div className="wide">
        <AnswerPanel answer={answer} caption="What was found" />
      </div>
    );
  const why = (
    <>
      {answer.why.map((line) => (
        <p key={line}>
          <Linked words={line} />
        </p>
      ))}
    </>
  );
  return (
    <Notice tone={tones[kind]} title={title}>
      {since.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {kind === "changed" ? <h3>This would happen now</h3> : null}
      {questions.map((line) => (
        <p key={line}>
          <b>{line}</b>
        </p>
      ))}
      <AnswerPanel answer={answer} caption="What would happen" />
      {why}
    </Notice>
  );
}
