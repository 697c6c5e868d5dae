import { theoryRules } from '~/domain/question-bank/kinds/kinds.rules';
import { splitOralText } from '~/domain/question-bank/oral-text.rules';
import type { Bank, QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { toFile } from '~/lib/addresses/files';

/** The question of an exam item as the API answers it: the words of the bank's own calls, addresses for file ids. */

type Of<B extends Bank> = Extract<QuestionSnapshot, { bank: B }>;

function shown({ title, level, imageIds, body }: QuestionSnapshot) {
  const musicUrl = body.musicUrl ? toFile(body.musicUrl) : '';
  return { title, level, imageUrl: imageIds.map((id) => toFile(id)).join(','), musicUrl };
}

function openOral(snapshot: Of<'oral'>) {
  const { examContent, isPlay, prepSeconds, answerSeconds } = snapshot.body;
  const fields = { examContent, chunks: splitOralText(examContent), isPlay, prepSeconds, answerSeconds };
  return { bank: snapshot.bank, kind: snapshot.kind, ...shown(snapshot), ...fields };
}

function openWritten(snapshot: Of<'written'>) {
  const { prompt, answerBy } = snapshot.body;
  return { bank: snapshot.bank, kind: snapshot.kind, ...shown(snapshot), prompt, answerBy };
}

function openTheory(snapshot: Of<'theory'>) {
  const { stem, options, blanks } = snapshot.body;
  return { bank: snapshot.bank, kind: snapshot.kind, ...shown(snapshot), stem, options, blankCount: blanks.length };
}

/** As a student sees it while sitting: only what is asked, whatever else the snapshot carries. */
export function toOpenApiQuestion(snapshot: QuestionSnapshot) {
  switch (snapshot.bank) {
    case 'oral':
      return openOral(snapshot);
    case 'written':
      return openWritten(snapshot);
    case 'theory':
      return openTheory(snapshot);
  }
}

/** As its teachers see it, with what is right. */
export function toWholeApiQuestion(snapshot: QuestionSnapshot) {
  const keyPoint = snapshot.keyPoints.join(',');
  switch (snapshot.bank) {
    case 'oral':
      return { ...openOral(snapshot), keyPoint, analyzer: (snapshot.body.analyzer ?? []).join(',') };
    case 'written': {
      const { referenceAnswer, markingPoints } = snapshot.body;
      return { ...openWritten(snapshot), keyPoint, referenceAnswer, markingPoints };
    }
    case 'theory': {
      const { kind, body } = snapshot;
      const answer = theoryRules(kind).apiKey(body);
      const alsoRight = (body.alsoRight ?? []).map((keys) => keys.join(','));
      return { ...openTheory(snapshot), keyPoint, answer, alsoRight, analysis: body.analysis };
    }
  }
}
