import { z } from 'zod';
import { checkbox, textField, textList } from '~/lib/zod';
import {
  audioReference,
  optionalPoints,
  optionalSeconds,
  questionFields,
  requiredTitle,
} from './question-fields.schema';

/** An oral question as its form and the API send it. */
export const oralQuestionSchema = z.object({
  ...questionFields,
  title: requiredTitle,
  examContent: textField('朗读或口述内容', { max: 10_000 }),
  /** The result of an analysis, kept beside the key points. */
  analyzer: textList('分析结果', { maxItems: 50, maxLength: 50 }).optional(),
  musicUrl: audioReference(),
  isPlay: checkbox().optional(),
  prepSeconds: optionalSeconds('准备时间', 0),
  answerSeconds: optionalSeconds('录音时长', 5),
  points: optionalPoints(),
});

export type OralQuestionInput = z.output<typeof oralQuestionSchema>;
