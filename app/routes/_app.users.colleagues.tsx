import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ColleagueConfirm } from '~/components/colleague/colleague-confirm';
import { ColleagueList } from '~/components/colleague/colleague-list';
import { OpenInvitations } from '~/components/colleague/colleague-tables';
import { InviteForm } from '~/components/colleague/invite-form';
import { IssuedLink } from '~/components/colleague/issued-link';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { PlusIcon } from '~/components/ui/icons';
import { shownLink, type MadeLink } from '~/domain/user/account-link.rules';
import { inviteSchema, linkIdSchema, resetLinkSchema } from '~/domain/user/account-link.schema';
import { listOpenInvitations } from '~/domain/user/account-link.queries.server';
import { disableColleague, enableColleague, setAdministrator } from '~/domain/user/colleague.commands.server';
import { countColleagues, findColleague, listColleagues } from '~/domain/user/colleague.queries.server';
import { inviteColleague, revokeInvitation } from '~/domain/user/invitation.commands.server';
import { makeResetLink } from '~/domain/user/reset-link.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { schoolOf } from '~/http/asked-once.server';
import { redirectWithFlash } from '~/http/flash.server';
import { afterAnswer } from '~/http/after-answer.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import { toInfo } from '~/lib/addresses/personal';
import { newUuid } from '~/lib/ids.server';
import { formatMinute } from '~/lib/time';
import { idField } from '~/lib/zod';
import styles from '~/styles/accounts.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '同事 - 考评' }];

const CONFIRMS = ['', 'invite', 'revoke', 'reset', 'disable', 'enable', 'admin', 'unadmin'] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, { tab: z.enum(['', 'disabled']).catch('') });
  const asked = z
    .enum(CONFIRMS)
    .catch('')
    .parse(searchParams.get('confirm') ?? '');
  const id = idField()
    .catch(0)
    .parse(searchParams.get('id') ?? 0);
  const [page, counts, invitations, { timeZone }] = await Promise.all([
    listColleagues({ ...filter, state: filter.tab }),
    countColleagues(),
    listOpenInvitations(actor, requestTime(request)),
    schoolOf(request),
  ]);
  const invitation = asked === 'revoke' ? invitations.find((one) => one.id === id && one.canRevoke) : undefined;
  const colleague = ['', 'invite', 'revoke'].includes(asked) ? null : await findColleague(id);
  const isPossible = asked === 'revoke' ? invitation : colleague;
  return {
    page,
    filter,
    counts,
    invitations: invitations.map((one) => ({ ...one, until: formatMinute(one.expiresAt, timeZone) })),
    me: { id: actor.id, isAdmin: actor.isAdmin },
    isInviting: asked === 'invite',
    confirm:
      asked !== '' && asked !== 'invite' && isPossible ? { asked, colleague, invitation: invitation ?? null } : null,
    requestId: newUuid(),
  };
}

const userId = z.object({ userId: idField('账号编号') });

const intents = z.discriminatedUnion('_intent', [
  inviteSchema.extend({ _intent: z.literal('invite') }),
  linkIdSchema.extend({ _intent: z.literal('revoke') }),
  resetLinkSchema.extend({ _intent: z.literal('reset') }),
  userId.extend({ _intent: z.literal('disable') }),
  userId.extend({ _intent: z.literal('enable') }),
  userId.extend({ _intent: z.literal('admin') }),
  userId.extend({ _intent: z.literal('unadmin') }),
]);

/** What was done, in words or as a link to hand on. */
type Done = { text: string; link: MadeLink | null; after?: () => Promise<void> };

async function perform(actor: Actor, input: z.output<typeof intents>, now: number): Promise<Done> {
  const said = (text: string): Done => ({ text, link: null });
  switch (input._intent) {
    case 'invite': {
      const token = await inviteColleague(actor, input, now);
      return { text: '', link: { kind: 'invite', token, of: input.note, usableAt: 0 } };
    }
    case 'reset': {
      const { token, name, account, usableAt, warn } = await makeResetLink(actor, input, now);
      return { text: '', link: { kind: 'reset', token, of: `${name}（${account}）`, usableAt }, after: warn };
    }
    case 'revoke':
      await revokeInvitation(actor, input, now);
      return said('邀请已撤销，链接不能再用');
    case 'disable':
      return said(`已停用${(await disableColleague(actor, input, now)).name}的账号，所有登录已退出`);
    case 'enable':
      return said(`已启用${(await enableColleague(actor, input, now)).name}的账号，可以用原来的密码登录`);
    case 'admin':
      return said(`${(await setAdministrator(actor, { ...input, isAdmin: true }, now)).name}现在是管理员`);
    case 'unadmin':
      return said(`${(await setAdministrator(actor, { ...input, isAdmin: false }, now)).name}不再是管理员`);
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, (input) => perform(actor, input, now));
  if (!answer.ok) return answer.problem;
  const { text, link, after } = answer.value;
  if (after) afterAnswer(request, after);
  const url = new URL(request.url);
  if (!link) {
    const back = withParams(url, { confirm: null, id: null, currentPage: url.searchParams.get('currentPage') });
    return redirectWithFlash(request, back, text);
  }
  const { siteUrl, timeZone } = await getSchool();
  // The link is in this answer only: its token is stored nowhere.
  return { issued: shownLink(link, now, { siteUrl: siteUrl || url.origin, timeZone }) };
}

export default function ColleaguesPage() {
  const { page, filter, counts, invitations, me, isInviting, confirm, requestId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const location = useLocation();
  const listHref = withParams(location, { confirm: null, id: null, currentPage: page.currentPage });
  const issued = answer && 'issued' in answer ? answer.issued : null;
  const problem = answer && 'fieldErrors' in answer ? answer : null;
  return (
    <>
      <PageHeader
        title="同事"
        purpose="邀请教师加入，帮忘记密码的同事重置；停用账号、移交和管理员由管理员处理。"
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '同事' }]}
        actions={
          <ButtonLink variant="primary" to={withParams(location, { confirm: 'invite', id: null })} preventScrollReset>
            <PlusIcon />
            邀请同事
          </ButtonLink>
        }
      />
      {issued ? <IssuedLink {...issued} doneHref={listHref} /> : null}
      {isInviting && !issued ? <InviteForm requestId={requestId} cancelHref={listHref} problem={problem} /> : null}
      {confirm && !issued ? (
        <ColleagueConfirm
          {...confirm}
          isAdmin={me.isAdmin}
          requestId={requestId}
          cancelHref={listHref}
          problem={problem}
        />
      ) : null}
      <ColleagueList page={page} filter={filter} counts={counts} me={me} />
      <OpenInvitations
        rows={invitations}
        revokeHref={(id) => withParams(location, { confirm: 'revoke', id, currentPage: page.currentPage })}
      />
    </>
  );
}

export { RouteError as ErrorBoundary };
