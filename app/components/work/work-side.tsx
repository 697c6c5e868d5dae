import { Link } from '@remix-run/react';
import { FieldsForm } from '~/components/form/fields-form';
import { IntentButton, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { ConfirmSection } from '~/components/list/confirm-section';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import type { WorkInside, WorkView } from '~/domain/work/work.queries.server';
import { publishPath } from '~/domain/work/work.rules';
import type { FormProblem } from '~/http/form-problem';
import { toModeration } from '~/lib/addresses/interaction';
import { toThreads, toWork } from '~/lib/addresses/works';
import { formatMinute } from '~/lib/time';
import { LikeButton, LikeCount } from './like-button';
import { StateChip, WorkRemark } from './own-works';
import { AuthorName } from './work-card';
import { WorkScoreText } from './work-score';

/** Score, author, likes, and what the reader may do with the work. */
export function WorkSide({
  work,
  inside,
  mayModerate,
  isShown,
  timeZone,
}: {
  work: WorkView;
  inside: WorkInside | null;
  mayModerate: boolean;
  isShown: boolean;
  timeZone: string;
}) {
  return (
    <Card>
      <p>
        <WorkScoreText score={work.score} size="l" />
      </p>
      {work.score.isSelfRated ? <p className="small quiet">练习的自评，不是老师打的分。</p> : null}
      <dl className="dl">
        <dt>作者</dt>
        <dd>
          <AuthorName author={work.author} isOwn={work.isOwn} />
        </dd>
        <dt>{work.state === 'approved' ? '展示于' : '提交于'}</dt>
        <dd className="num">{formatMinute(work.shownAt, timeZone)}</dd>
        {inside ? (
          <>
            <dt>来自</dt>
            <dd>{inside.sourceName}</dd>
            <dt>状态</dt>
            <dd>
              <StateChip work={work} isHidden={inside.hidden !== null} />
            </dd>
          </>
        ) : null}
      </dl>
      {work.isPinned ? (
        <p>
          <Chip tone="warn">置顶</Chip>
        </p>
      ) : null}
      {inside ? <WorkRemark work={work} inside={inside} /> : null}
      <div className="workacts">
        {work.isOwn || !isShown ? <LikeCount likes={work.likes} /> : <LikeButton work={work} />}
        {mayModerate && work.state === 'pending' ? (
          <ButtonLink size="s" variant="primary" to={toModeration()}>
            去审核
          </ButtonLink>
        ) : null}
        {mayModerate && work.state === 'approved' ? (
          <IntentButton intent="pin" fields={{ on: work.isPinned ? 0 : 1 }}>
            {work.isPinned ? '取消置顶' : '置顶'}
          </IntentButton>
        ) : null}
        {work.isOwn && inside?.mayPublishAgain ? (
          <ButtonLink size="s" to={publishPath(inside.source)}>
            再次发布
          </ButtonLink>
        ) : null}
        {inside?.mayWithdraw ? (
          <ButtonLink size="s" variant="warn" to={toWork(work.id, { confirm: 'withdraw' })} preventScrollReset>
            撤回
          </ButtonLink>
        ) : null}
      </div>
      {work.isOwn ? (
        <p className="small">
          <Link className="tap" to={toThreads({ ask: 1, subject: 'work', workId: work.id })}>
            向老师提问
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

/** Asks before a work is taken back; a teacher says why. */
export function WithdrawConfirm({ work, problem }: { work: WorkView; problem: FormProblem | undefined }) {
  if (work.isOwn) {
    return (
      <ConfirmSection
        text={`确定撤回“${work.title}”吗？撤回后别人看不到它，以后可以再次发布，要重新审核。`}
        intent="withdraw"
        cancelHref={toWork(work.id)}
        danger
      />
    );
  }
  return (
    <section className="confirm" aria-labelledby="withdraw-title">
      <h2 id="withdraw-title">撤回作品</h2>
      <FieldsForm intent="withdraw" problem={problem}>
        <TextField
          name="reason"
          label="撤回的理由"
          hint="作者会收到消息，看到这个理由；撤回后作者不能自己再次发布"
          maxLength={200}
          required
        />
        <div className="row confirm__buttons">
          <ButtonLink to={toWork(work.id)} preventScrollReset>
            取消
          </ButtonLink>
          <SubmitButton variant="danger" busyText="正在撤回…">
            确定
          </SubmitButton>
        </div>
      </FieldsForm>
    </section>
  );
}
