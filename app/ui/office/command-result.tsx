import { type Said, wordsOf } from "#app/language/said";
import { Notice } from "../notice";
import { AnswerPanel, type ShownAnswer } from "./answer-panel";
import { SaidWords } from "./said";

type Result = {
  kind: "preview" | "changed" | "done" | "unchanged" | "looked" | "refused" | "given";
  title: string;
  now?: string;
  answer: ShownAnswer;
  questions: Said[];
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
export function CommandResult({ result }: { result: Result }) {
  const { kind, title, now, answer, questions, since } = result;
  if (kind === "given")
    return (
      <div className="wide">
        <AnswerPanel answer={answer} caption="What was found" />
      </div>
    );
  return (
    <Notice tone={tones[kind]} title={title}>
      {since.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {now ? <h3>{now}</h3> : null}
      {questions.map((line) => (
        <p key={wordsOf(line)}>
          <b>
            <SaidWords said={line} />
          </b>
        </p>
      ))}
      <AnswerPanel answer={answer} caption="What would happen" />
      {answer.why.map((line) => (
        <p key={wordsOf(line)}>
          <SaidWords said={line} />
        </p>
      ))}
    </Notice>
  );
}
