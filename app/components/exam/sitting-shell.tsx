import { useOutletContext, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ExamShell } from '~/components/layout/exam-shell';
import { ButtonLink } from '~/components/ui/button';
import { FlashMessage } from '~/components/ui/feedback';
import { toExams, toStudentExams } from '~/lib/addresses/sitting';

/** What the layout of the exam pages knows. */
export type SitContext = {
  user: { id: number; name: string; account: string; userType: number };
  timeZone: string;
  serverNow: number;
};

/** Who sits, the school's zone and the server's clock when the page was made. */
export function useSitting(): SitContext {
  return useOutletContext<SitContext>();
}

type RootFlash = { flash: { kind: 'success' | 'warn'; text: string } | null };

/** An exam page: bar with exam and student, the message of the last action, the content. */
export function SittingShell({
  title,
  isSitting = false,
  saved,
  time,
  notice,
  bottom,
  bottomLabel,
  bottomPhoneOnly,
  children,
}: {
  title: string;
  /** While answering nothing leads away by accident. */
  isSitting?: boolean;
  saved?: ReactNode;
  time?: ReactNode;
  /** Below the bar, always in sight: what the room was told. */
  notice?: ReactNode;
  bottom?: ReactNode;
  bottomLabel?: string;
  bottomPhoneOnly?: boolean;
  children: ReactNode;
}) {
  const { user } = useSitting();
  const root = useRouteLoaderData<RootFlash>('root');
  return (
    <ExamShell
      title={title}
      sub={`${user.name} ${user.account}`}
      saved={saved}
      time={time}
      actions={
        isSitting ? null : (
          <ButtonLink to={user.userType === 1 ? toExams() : toStudentExams()} size="s">
            返回考试
          </ButtonLink>
        )
      }
      notice={notice}
      bottom={bottom}
      bottomLabel={bottomLabel}
      bottomPhoneOnly={bottomPhoneOnly}
    >
      <FlashMessage flash={root?.flash ?? null} />
      {children}
    </ExamShell>
  );
}
