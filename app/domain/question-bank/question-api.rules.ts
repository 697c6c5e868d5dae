import { fileUrl } from '~/domain/file/file.rules';
import { formatSecond } from '~/lib/time';
import { splitOralText } from './oral-text.rules';
import type { Question } from './question.schema';

/** A question as the API answers it: comma strings where the specification has them, addresses instead of file ids. */
export function toApiQuestion(question: Question & { sceneTypeName?: string; examTypeName?: string }) {
  return {
    id: question.id,
    title: question.title,
    level: question.level,
    points: question.points,
    keyPoint: question.keyPoints.join(','),
    imageUrl: question.imageIds.map(fileUrl).join(','),
    sceneTypeId: question.sceneTypeId,
    sceneTypeName: question.sceneTypeName ?? '',
    examTypeId: question.examTypeId,
    examTypeName: question.examTypeName ?? '',
    dirId: question.directoryId,
    createTime: formatSecond(question.createdAt),
    updateTime: formatSecond(question.updatedAt),
    ...bodyFields(question),
  };
}

/** One oral question with its timed chunks. */
export function toApiOralQuestion(question: Question) {
  const chunks = question.bank === 'oral' ? splitOralText(question.body.examContent) : [];
  return { ...toApiQuestion(question), chunks };
}

function bodyFields(question: Question) {
  switch (question.bank) {
    case 'oral':
    case 'written':
      return { ...question.body, musicUrl: audioUrl(question) };
    case 'theory': {
      const { stem, options, keys, blanks, reference, analysis } = question.body;
      const answer = question.kind === 'cloze' ? blanks : question.kind === 'short' ? reference : keys.join(',');
      return { kind: question.kind, stem, options, answer, analysis, musicUrl: audioUrl(question) };
    }
  }
}

function audioUrl(question: Question): string {
  return question.body.musicUrl ? fileUrl(question.body.musicUrl) : '';
}
