import type { FormState } from "#app/domain/values/form-state";
import type { Said } from "#app/language/said";
import type { Cell } from "#app/ui/office/answer-panel";
import type { CommandButton, CommandField } from "#app/ui/office/command-form";
import type { Came } from "#app/ui/office/command-result";

/** A command's page. */
export type CommandPage = {
  title: string;
  summary: string;
  more: Said;
  /** What is known of what it is about. */
  known?: (Cell & { label: string })[];
  fields: CommandField[];
  state: FormState;
  buttons: CommandButton[];
  /** Where its form is sent. */
  sentTo: string;
  /** Beside the fields: the form's key, and what Check showed. */
  hidden: Record<string, string>;
  /** It asks of what first; that is a part of its address. */
  isAsking?: boolean;
  result?: Came;
};

/** What a page's address or its buttons answer. */
export type PageResult = { page: CommandPage; status: number } | { leadsTo: string };
