import { z } from 'zod';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import { handOverCallSchema } from '~/domain/handover/handover.schema';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { inviteSchema, linkIdSchema, resetLinkSchema } from '~/domain/user/account-link.schema';
import { findLinkUrl, listOpenInvitations } from '~/domain/user/account-link.queries.server';
import { disableColleague, enableColleague, setAdministrator } from '~/domain/user/colleague.commands.server';
import { listColleagues } from '~/domain/user/colleague.queries.server';
import { inviteColleague, revokeInvitation } from '~/domain/user/invitation.commands.server';
import { makeResetLink } from '~/domain/user/reset-link.commands.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import { afterAnswer } from '~/http/after-answer.server';
import { idName } from '~/http/answers/common';
import { colleague, handOverDone, handOverPreview, invitation, issuedLink } from '~/http/answers/school';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { formatSecond } from '~/lib/time';
import { checkbox, idField, optionalText } from '~/lib/zod';

const userInput = z.object({ userId: idField('账号编号') });
const listInput = apiList({
  keyword: optionalText('关键词', 100),
  state: z.enum(['', 'disabled'], { errorMap: () => ({ message: 'state 应为空或 disabled' }) }).default(''),
});

const { loader, action } = defineApi('teacher', {
  examinerList: call(
    'GET',
    'teacher',
    z.object({ keyword: optionalText('关键词', 100) }),
    z.array(idName),
    async ({ input }) => (await listExaminers(input.keyword)).map(({ id, name }) => ({ id, name })),
  ),
  list: call('GET', 'teacher', listInput, pageOf(colleague), async ({ input }) => paged(await listColleagues(input))),
  invitations: call('GET', 'teacher', z.object({}), z.array(invitation), async ({ actor, now }) =>
    (await listOpenInvitations(actor, now)).map(({ createdAt, expiresAt, ...one }) => ({
      ...one,
      createTime: formatSecond(createdAt),
      until: formatSecond(expiresAt),
    })),
  ),
  invite: call('POST', 'teacher', inviteSchema, issuedLink, async ({ actor, input, now, request }) => {
    const token = await inviteColleague(actor, input, now);
    return { token, url: await findLinkUrl('invite', token, request), usableFrom: null };
  }),
  revoke: call('POST', 'teacher', linkIdSchema, z.null(), async ({ actor, input, now }) => {
    await revokeInvitation(actor, input, now);
    return null;
  }),
  resetLink: call('POST', 'teacher', resetLinkSchema, issuedLink, async ({ actor, input, now, request }) => {
    const { token, usableAt, warn } = await makeResetLink(actor, input, now);
    afterAnswer(request, warn);
    const usableFrom = usableAt > now ? formatSecond(usableAt) : null;
    return { token, url: await findLinkUrl('reset', token, request), usableFrom };
  }),
  disable: call('POST', 'teacher', userInput, colleague, ({ actor, input, now }) =>
    disableColleague(actor, input, now),
  ),
  enable: call('POST', 'teacher', userInput, colleague, ({ actor, input, now }) => enableColleague(actor, input, now)),
  admin: call(
    'POST',
    'teacher',
    userInput.extend({ isAdmin: checkbox().optional().describe('不给时为 1') }),
    colleague,
    ({ actor, input, now }) => setAdministrator(actor, { ...input, isAdmin: input.isAdmin ?? true }, now),
  ),
  handOver: [
    call('GET', 'teacher', handOverCallSchema.pick({ fromId: true }), handOverPreview, ({ actor, input }) => {
      assertAdministrator(actor);
      return previewHandOver(input.fromId);
    }),
    call('POST', 'teacher', handOverCallSchema, handOverDone, ({ actor, input, now }) => handOver(actor, input, now)),
  ],
});

export { loader, action };
