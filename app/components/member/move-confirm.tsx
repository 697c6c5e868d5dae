import { SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { ErrorSummary } from '~/components/form/error-summary';
import { FormContext } from '~/components/form/form-context';
import { ConfirmSection } from '~/components/list/confirm-section';
import type { FormProblem } from '~/http/form-problem';

/** Asks to which class students go, saying first what that means for exams under way. */
export function MoveConfirm({
  names,
  ids,
  targets,
  effects,
  cancelHref,
  problem,
}: {
  names: string;
  ids: string;
  targets: { id: number; name: string; year: number }[];
  effects: { begun: string[]; left: string[] };
  cancelHref: string;
  problem: FormProblem | null;
}) {
  return (
    <ConfirmSection
      title="转班"
      text={
        <>
          <p>将把 {names} 转到另一个班级。账号、密码、已有的成绩和作品都不变。</p>
          {effects.begun.length > 0 ? (
            <p>已经开始作答的考试「{effects.begun.join('」「')}」照常进行，答卷和成绩完整保留。</p>
          ) : null}
          {effects.left.length > 0 ? (
            <p>还没有作答的考试「{effects.left.join('」「')}」会按新班级：新班级不参加的，转班后就看不到了。</p>
          ) : null}
        </>
      }
      intent="move"
      fields={{ ids }}
      cancelHref={cancelHref}
      confirmLabel="确认转班"
    >
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} idPrefix="move-" /> : null}
      <FormContext.Provider
        value={{
          // The list's filter has a field of that name too.
          idPrefix: 'move-',
          intent: 'move',
          formKey: undefined,
          errors: problem?.fieldErrors ?? {},
          kept: problem?.values ?? null,
        }}
      >
        <SelectField name="classId" label="转到" placeholder="请选择班级" width="m" options={classOptions(targets)} />
      </FormContext.Provider>
    </ConfirmSection>
  );
}
