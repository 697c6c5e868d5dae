import { reapplyRubric, saveRubric } from '~/domain/scoring/marking/rubric.commands.server';
import { getRubricPage } from '~/domain/scoring/marking/rubric-page.queries.server';
import type { RubricVersion } from '~/domain/scoring/marking/rubric.rules';
import { reapplySchema, rubricCallSchema, rubricOfSchema } from '~/domain/scoring/marking/rubric.schema';
import { rounded } from '~/lib/bands';
import { count } from '~/http/answers/common';
import { partRubric, rubric } from '~/http/answers/score';
import { call, defineApi } from '~/http/api.server';
import { formatSecond } from '~/lib/time';

const whole = ({ id, version, rubric: body }: RubricVersion) => ({ id, version, ...body });

const { loader, action } = defineApi('exam/rubric', {
  get: call('GET', 'teacher', rubricOfSchema, partRubric, async ({ actor, input }) => {
    const { examId, part, preset, reapply: isAsking } = input;
    const ask = { examId, part, preset, version: input.olderVersion ?? 0, isAsking };
    const { inForce, form, shown, reapply, versions, presets, unversioned, outdated } = await getRubricPage(actor, ask);
    return {
      ...{ examId, part, presets, unversioned, outdated },
      rubric: whole(inForce),
      preset: form.preset === '' ? null : whole({ id: null, version: 0, rubric: form.rubric }),
      olderVersion: shown && whole(shown),
      versions: versions.map(({ createdAt, ...one }) => ({ ...one, createTime: formatSecond(createdAt) })),
      reapply: reapply?.map((row) => ({ ...row, before: rounded(row.before), after: rounded(row.after) })) ?? null,
    };
  }),
  save: call('POST', 'teacher', rubricCallSchema, rubric, async ({ actor, input, now }) =>
    whole(await saveRubric(actor, input, now)),
  ),
  // 按新规则重算, to the version that was looked at.
  reapply: call('POST', 'teacher', reapplySchema, count, ({ actor, input, now }) => reapplyRubric(actor, input, now)),
});

export { loader, action };
