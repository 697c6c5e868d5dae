import { RichText } from '~/components/question/rich-text';
import { Link } from '@remix-run/react';
import { Pagination } from '~/components/list/pagination';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import { StarIcon } from '~/components/ui/icons';
import type { WorkInside, WorkView } from '~/domain/work/work.queries.server';
import {
  HIDDEN_WORDS,
  publishPath,
  WORK_MIN_SCORE,
  WORK_STATE_LABELS,
  WORK_STATE_TONES,
} from '~/domain/work/work.rules';
import { toWorks } from '~/lib/addresses/interaction';
import { toResults } from '~/lib/addresses/results';
import { toWork } from '~/lib/addresses/works';
import type { Page } from '~/lib/page';
import { formatMinute } from '~/lib/time';
import { WorkScoreText } from './work-score';

/** A student's own works with what became of each. */
export function OwnWorks({ page, timeZone }: { page: Page<{ work: WorkView; inside: WorkInside }>; timeZone: string }) {
  return (
    <Card padded={false}>
      {page.rows.length === 0 ? (
        <Empty
          title="你还没有发布作品"
          icon={StarIcon}
          action={
            <ButtonLink variant="primary" to={toResults()}>
              看我的成绩
            </ButtonLink>
          }
        >
          {WORK_MIN_SCORE} 分及以上的成绩或练习，都可以在成绩页或练习页发布。
        </Empty>
      ) : (
        <ul className="ownworks">
          {page.rows.map(({ work, inside }) => (
            <li key={work.id}>
              <div className="ownworks__main">
                <p className="row">
                  <Link to={toWork(work.id)} className="ownworks__title">
                    <RichText text={work.title} />
                  </Link>
                  <StateChip work={work} isHidden={inside.hidden !== null} />
                </p>
                <p className="small quiet">
                  {inside.sourceName}，{work.author.isAnonymous ? '匿名展示' : '署名展示'}，
                  {formatMinute(work.shownAt, timeZone)}
                  {work.state === 'approved' ? `，${work.likes} 个赞，${work.comments} 条评论` : ''}
                </p>
                <WorkRemark inside={inside} work={work} />
              </div>
              <WorkScoreText score={work.score} />
              <div className="row ownworks__acts">
                {inside.mayPublishAgain ? (
                  <ButtonLink size="s" to={publishPath(inside.source)}>
                    再次发布<span className="vh">：{work.title}</span>
                  </ButtonLink>
                ) : null}
                {inside.mayWithdraw ? (
                  <ButtonLink
                    size="s"
                    variant="quiet"
                    to={toWorks({ tab: 'mine', confirm: 'withdraw', ids: work.id })}
                    preventScrollReset
                  >
                    撤回<span className="vh">：{work.title}</span>
                  </ButtonLink>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} unit="件" />
    </Card>
  );
}

/** The state of a work, also where it is approved and still not shown. */
export function StateChip({ work, isHidden }: { work: Pick<WorkView, 'state'>; isHidden: boolean }) {
  return (
    <>
      <Chip tone={WORK_STATE_TONES[work.state]}>{WORK_STATE_LABELS[work.state]}</Chip>
      {isHidden ? <Chip tone="warn">暂不展示</Chip> : null}
    </>
  );
}

/** Why a work was rejected or withdrawn, or is not shown. */
export function WorkRemark({ work, inside }: { work: Pick<WorkView, 'state'>; inside: WorkInside }) {
  if (inside.hidden) return <Note tone="warn">{HIDDEN_WORDS[inside.hidden]}</Note>;
  if (inside.reason === '' || work.state === 'approved' || work.state === 'pending') return null;
  return (
    <Note tone={work.state === 'rejected' ? 'bad' : 'warn'}>
      老师{work.state === 'rejected' ? '驳回' : '撤回'}的理由：{inside.reason}
    </Note>
  );
}
