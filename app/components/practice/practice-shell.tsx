import { Link, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useSitting } from '~/components/exam/sitting-shell';
import { ExamShell } from '~/components/layout/exam-shell';
import { Breadcrumbs } from '~/components/layout/page-header';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { FlashMessage, Note } from '~/components/ui/feedback';
import { CheckIcon, CloseIcon } from '~/components/ui/icons';
import type { RunPlace } from '~/domain/practice/run.queries.server';
import { toDashboard } from '~/lib/addresses/account';
import { toPractice, toRun } from '~/lib/addresses/practice';

type RootFlash = { flash: { kind: 'success' | 'warn'; text: string } | null };

/** The frame of practice pages and their summary: one column on a phone. */
export function PracticeFrame({
  title,
  here,
  actions = (
    <ButtonLink to={toPractice()} size="s">
      返回练习
    </ButtonLink>
  ),
  bottom,
  children,
}: {
  title: string;
  /** The last breadcrumb. */
  here: string;
  actions?: ReactNode;
  bottom?: ReactNode;
  children: ReactNode;
}) {
  const { user } = useSitting();
  const root = useRouteLoaderData<RootFlash>('root');
  return (
    <ExamShell title={title} sub={user.name} actions={actions} bottom={bottom}>
      <Breadcrumbs
        items={[{ label: '首页', href: toDashboard() }, { label: '练习', href: toPractice() }, { label: here }]}
      />
      <FlashMessage flash={root?.flash ?? null} />
      {children}
    </ExamShell>
  );
}

/** A practice page: the question, at the side its tries and the run, previous and next at the bottom. */
export function PracticeShell({
  title,
  run,
  isRestored = false,
  side,
  children,
}: {
  title: string;
  run: RunPlace | null;
  /** The form shows what was sent when the session had ended. */
  isRestored?: boolean;
  side?: ReactNode;
  children: ReactNode;
}) {
  return (
    <PracticeFrame
      title={run ? run.title : '练习'}
      here={run ? `第 ${run.position} / ${run.count} 题` : title}
      actions={
        run ? (
          <ButtonLink to={toRun({ id: run.id })} size="s">
            练习小结
          </ButtonLink>
        ) : undefined
      }
      bottom={run ? <RunTurn run={run} /> : undefined}
    >
      <div className="exam__grid">
        <div className="exam__col">
          {isRestored ? (
            <div className="mb-4" role="status">
              <Note tone="warn">登录中断时没有提交的内容已恢复，请核对后再提交。</Note>
            </div>
          ) : null}
          {children}
        </div>
        <aside className="exam__side">
          {side}
          {run ? <RunGrid run={run} /> : null}
        </aside>
      </div>
    </PracticeFrame>
  );
}

function RunTurn({ run }: { run: RunPlace }) {
  return (
    <>
      {run.previousHref ? (
        <ButtonLink size="l" to={run.previousHref}>
          上一题
        </ButtonLink>
      ) : null}
      <span className="quiet small push">
        第 {run.position} / {run.count} 题
      </span>
      <ButtonLink size="l" className="push" variant="primary" to={run.nextHref ?? toRun({ id: run.id })}>
        {run.nextHref ? '下一题' : '看小结'}
      </ButtonLink>
    </>
  );
}

/** The questions of a run with what became of each. */
function RunGrid({ run }: { run: RunPlace }) {
  const done = run.items.filter((item) => item.result !== null).length;
  return (
    <Card
      title="本次练习"
      actions={
        <span className="quiet">
          {done} / {run.count}
        </span>
      }
    >
      <nav className="qgrid" aria-label="本次练习的题目">
        {run.items.map((item) => {
          const state = stateOf(item);
          const label = `第 ${item.position} 题，${state.word}`;
          return item.isAvailable ? (
            <Link
              key={item.key}
              to={item.href}
              className={state.className}
              aria-label={label}
              aria-current={item.position === run.position ? 'page' : undefined}
            >
              {item.position}
              {state.icon}
            </Link>
          ) : (
            <span key={item.key} className="qgrid__gone" title="不再共享，或已删除">
              <span className="vh">{label}</span>
              <s aria-hidden="true">{item.position}</s>
            </span>
          );
        })}
      </nav>
    </Card>
  );
}

function stateOf(item: RunPlace['items'][number]): { word: string; className?: string; icon?: ReactNode } {
  if (!item.isAvailable) return { word: '不能再练习' };
  if (!item.result) return { word: '未练' };
  if (item.result.isRight === true) return { word: '对', className: 'is-done', icon: <CheckIcon small /> };
  if (item.result.isRight === false) return { word: '错', className: 'is-part', icon: <CloseIcon small /> };
  return { word: '已练', className: 'is-done' };
}
