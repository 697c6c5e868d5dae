import { toFile } from '~/lib/addresses/files';
import { formatSecond } from '~/lib/time';
import { theoryRules } from './kinds/kinds.rules';
import { splitOralText } from './oral-text.rules';
import type { OralQuestion, Question, TheoryQuestion, WrittenQuestion } from './question.schema';

/** Questions as the API answers them: comma strings where the specification has them, addresses instead of file ids. */

export type TypeNames = { sceneTypeName: string; examTypeName: string };

function commonFields(question: Question & TypeNames) {
  return {
    id: question.id,
    title: question.title,
    level: question.level,
    points: question.points,
    keyPoint: question.keyPoints.join(','),
    imageUrl: question.imageIds.map((id) => toFile(id)).join(','),
    musicUrl: question.body.musicUrl ? toFile(question.body.musicUrl) : '',
    sceneTypeId: question.sceneTypeId,
    sceneTypeName: question.sceneTypeName,
    examTypeId: question.examTypeId,
    examTypeName: question.examTypeName,
    dirId: question.directoryId,
    createTime: formatSecond(question.createdAt),
    updateTime: formatSecond(question.updatedAt),
    version: question.version,
  };
}

/** An oral question. */
export function toApiOral(question: OralQuestion & TypeNames) {
  const { examContent, isPlay, prepSeconds, answerSeconds, analyzer = [] } = question.body;
  const fields = { examContent, isPlay, prepSeconds, answerSeconds, analyzer: analyzer.join(',') };
  return { ...commonFields(question), ...fields };
}

/** The same with its timed chunks. */
export function toApiTimedOral(question: OralQuestion & TypeNames) {
  return { ...toApiOral(question), chunks: splitOralText(question.body.examContent) };
}

/** A written question. */
export function toApiWritten(question: WrittenQuestion & TypeNames) {
  const { prompt, referenceAnswer, markingPoints, answerBy } = question.body;
  return { ...commonFields(question), prompt, referenceAnswer, markingPoints, answerBy };
}

/** A theory question. */
export function toApiTheory(question: TheoryQuestion & TypeNames) {
  const { stem, options, analysis } = question.body;
  const answer = theoryRules(question.kind).apiKey(question.body);
  return { ...commonFields(question), kind: question.kind, stem, options, answer, analysis };
}

/** A question of the written part's banks, told apart by `bank`. */
export function toApiImportable(question: (WrittenQuestion | TheoryQuestion) & TypeNames) {
  return question.bank === 'written'
    ? { ...toApiWritten(question), bank: question.bank }
    : { ...toApiTheory(question), bank: question.bank };
}
