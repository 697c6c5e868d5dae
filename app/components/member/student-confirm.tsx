import { ErrorSummary } from '~/components/form/error-summary';
import { ConfirmSection } from '~/components/list/confirm-section';
import type { FormProblem } from '~/http/form-problem';
import { MoveConfirm } from './move-confirm';

type Named = { id: number; name: string };

/** Asks before students are deleted, change class or get a new password; nothing where nobody is asked about. */
export function StudentConfirm({
  toDelete,
  sittingCount,
  toMove,
  moveTargets,
  moveEffects,
  toReset,
  requestId,
  cancelHref,
  problem,
}: {
  toDelete: Named[];
  /** How many of those are in an exam now. */
  sittingCount: number;
  toMove: Named[];
  moveTargets: { id: number; name: string; year: number }[];
  moveEffects: { begun: string[]; left: string[] };
  toReset: Named[];
  requestId: string;
  cancelHref: string;
  problem: FormProblem | null;
}) {
  const errors = problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null;
  const ids = (students: Named[]) => students.map(({ id }) => id).join(',');
  if (toDelete.length > 0) {
    const text = (
      <>
        <p>将删除 {namesOf(toDelete)}。删除后不能再登录，学号可以重新使用；已交的答卷、录音和成绩仍保留在考试里。</p>
        {sittingCount > 0 ? <p>其中 {sittingCount} 人正在考试：考试结束以前不能删除，请先从勾选里去掉他们。</p> : null}
      </>
    );
    return (
      <ConfirmSection text={text} intent="delete" fields={{ ids: ids(toDelete) }} cancelHref={cancelHref} danger>
        {errors}
      </ConfirmSection>
    );
  }
  if (toMove.length > 0) {
    return (
      <MoveConfirm
        names={namesOf(toMove)}
        ids={ids(toMove)}
        targets={moveTargets}
        effects={moveEffects}
        cancelHref={cancelHref}
        problem={problem}
      />
    );
  }
  if (toReset.length > 0) {
    return (
      <ConfirmSection
        text={
          <p>
            将为 {namesOf(toReset)}{' '}
            生成新的一次性密码。原密码立即失效，已登录的设备会退出；新密码只显示一次，学生登录后须修改。
          </p>
        }
        intent="reset"
        fields={{ ids: ids(toReset), requestId }}
        cancelHref={cancelHref}
      >
        {errors}
      </ConfirmSection>
    );
  }
  return null;
}

function namesOf(students: Named[]): string {
  const shown = students
    .slice(0, 5)
    .map(({ name }) => name)
    .join('、');
  return students.length > 5 ? `${shown} 等 ${students.length} 名学生` : shown;
}
