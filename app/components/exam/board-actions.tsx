import { useLocation } from '@remix-run/react';
import { ButtonLink } from '~/components/ui/button';
import type { Part } from '~/domain/exam/parts.rules';
import { printUrl } from '~/domain/exam/print.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { withParams } from '~/http/with-params';
import { toResits, toScan } from '~/lib/addresses/exams';

/** What can be done from the board: its other look, the attendance sheet, and what asks first about the whole room. */
export function BoardActions({
  exam,
  part,
  isOwner,
  isScannable,
  isList,
  isSitting,
  view,
}: {
  exam: { id: number; status: ExamStatus };
  part: Part;
  isOwner: boolean;
  /** Its written sheets may be scanned into the papers. */
  isScannable: boolean;
  isList: boolean;
  /** Somebody may still sit what is shown. */
  isSitting: boolean;
  view: '' | 'resit';
}) {
  const location = useLocation();
  const look = (value: '' | 'list') =>
    withParams(location, { look: value, confirm: null, ids: null, keyword: null, classId: null, currentPage: null });
  return (
    <>
      <ButtonLink to={look(isList ? '' : 'list')}>{isList ? '座位' : '列表'}</ButtonLink>
      {isOwner ? <ButtonLink to={printUrl(exam.id, 'attendance')}>签到表</ButtonLink> : null}
      {isOwner && isScannable ? <ButtonLink to={toScan({ id: exam.id })}>扫描答题纸</ButtonLink> : null}
      {isSitting ? (
        <ButtonLink to={withParams(location, { confirm: 'announce', ids: null })} preventScrollReset>
          发公告
        </ButtonLink>
      ) : null}
      {isOwner && view === '' && (isSitting || exam.status === 'closed') ? (
        <>
          <ButtonLink to={withParams(location, { confirm: 'extendAll', ids: null })} preventScrollReset>
            全场补时
          </ButtonLink>
          {isSitting && exam.status === 'published' ? (
            <ButtonLink to={withParams(location, { confirm: 'close', ids: null })} variant="warn" preventScrollReset>
              结束考试
            </ButtonLink>
          ) : null}
        </>
      ) : null}
      {isOwner && exam.status !== 'published' ? (
        <ButtonLink to={toResits({ examId: exam.id, part })}>补考</ButtonLink>
      ) : null}
    </>
  );
}
