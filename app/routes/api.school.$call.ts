import { z } from 'zod';
import { changeSchool, changeSchoolExams, saveSchoolWords } from '~/domain/user/school.commands.server';
import { getSchool, getSensitiveWords } from '~/domain/school/school.queries.server';
import { changeSchoolSchema, changeSchoolExamSchema, schoolWordsCallSchema } from '~/domain/user/school.schema';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { count } from '~/http/answers/common';
import { school } from '~/http/answers/school';
import { call, defineApi, described } from '~/http/api.server';

const none = z.object({});
const words = described(
  schoolWordsCallSchema,
  z.object({ words: z.string().or(z.array(z.string())).describe('每行一个词的文字，或列表；空为清空') }),
);

const { loader, action } = defineApi('school', {
  info: call('GET', 'teacher', none, school, ({ actor }) => schoolOf(actor)),
  save: call('POST', 'teacher', changeSchoolSchema, school, async ({ actor, input, now }) => {
    await changeSchool(actor, input, now);
    return schoolOf(actor);
  }),
  exams: call('POST', 'teacher', changeSchoolExamSchema, school, async ({ actor, input, now }) => {
    await changeSchoolExams(actor, input, now);
    return schoolOf(actor);
  }),
  words: call('POST', 'teacher', words, count, ({ actor, input, now }) => saveSchoolWords(actor, input, now)),
});

export { loader, action };

async function schoolOf(actor: Actor) {
  assertAdministrator(actor);
  const { name, timeZone, siteUrl, logoUrl, thresholds, retentionDays } = await getSchool();
  const { excellentFrom, goodFrom, passFrom, lowFrom } = thresholds;
  const wordList = await getSensitiveWords();
  const exams = { excellentFrom, goodFrom, passFrom, lowFrom, retentionDays };
  return { name, timeZone, siteUrl, logoUrl, ...exams, words: wordList };
}
