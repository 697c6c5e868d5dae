import { bankOfKind, fieldsForBank, outgoingFields, parsedKindOf } from '~/domain/question-bank/formats/format.rules';
import type { OutgoingQuestion, ParsedQuestion } from '~/domain/question-bank/formats/format.rules';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { derivedTitle } from '~/domain/question-bank/question-name.rules';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { writtenQuestionSchema } from '~/domain/question-bank/written-question.schema';

/** What the bank would store of these fields, with the names that are resolved on the way. */
function stored(kind: ParsedQuestion['kind'], fields: Record<string, unknown>) {
  if (kind === null) return null;
  const bank = bankOfKind(kind, 'theory');
  const input = { ...fieldsForBank({ kind, fields }, bank), kind: kind === 'essay' ? 'short' : kind };
  const schema = { oral: oralQuestionSchema, written: writtenQuestionSchema, theory: theoryQuestionSchema }[bank];
  const names = { sceneTypeName: fields.sceneTypeName ?? '', examTypeName: fields.examTypeName ?? '' };
  const row = schema.parse(input);
  const text = 'stem' in row ? row.stem : 'prompt' in row ? row.prompt : row.examContent;
  // What is left out of a file has these when it is saved.
  return { ...row, keyPoint: row.keyPoint ?? [], title: row.title || derivedTitle(text), ...names };
}

/** A question that was read, as the bank would store it; throws when the bank refuses it. */
export const asRead = (question: ParsedQuestion) => ({
  kind: question.kind,
  ...stored(question.kind, question.fields),
});

/** The same of the question that was written. */
export function asWritten(question: OutgoingQuestion) {
  const kind = parsedKindOf(question);
  return { kind, ...stored(kind, outgoingFields(question, true)) };
}
