import { useLocation } from '@remix-run/react';
import { RadioGroup, SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { ErrorSummary } from '~/components/form/error-summary';
import { FormContext } from '~/components/form/form-context';
import { ConfirmObstacle } from '~/components/list/confirm-obstacle';
import { ConfirmSection } from '~/components/list/confirm-section';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';

type Asked = { id: number; name: string; studentCount: number };

/** Asks before classes are deleted, graduate or come back; or says why they cannot. */
export function ClassConfirm({
  asked,
  intent,
  obstacle,
  moveTargets,
  problem,
}: {
  asked: Asked[];
  intent: 'delete' | 'graduate' | 'restore';
  /** Why it cannot be done now; null where it can. */
  obstacle: string | null;
  moveTargets: { id: number; name: string; year: number }[];
  problem: FormProblem | null | undefined;
}) {
  const location = useLocation();
  const names = asked.map((classroom) => `「${classroom.name}」`).join('');
  const students = asked.reduce((sum, classroom) => sum + classroom.studentCount, 0);
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const cancelHref = withParams(location, { confirm: null, ids: null, currentPage });
  if (obstacle !== null) {
    return (
      <ConfirmObstacle
        title={intent === 'delete' ? '现在还不能删除' : '现在还不能办理毕业'}
        text={obstacle}
        cancelHref={cancelHref}
      />
    );
  }
  const texts = {
    delete: `将删除${names}，删除后不能恢复；已结束的考试和成绩不受影响。${
      students > 0 ? `其中还有 ${students} 名学生，请先选择把他们转到哪个班级。` : '班级里没有学生。'
    }`,
    graduate: `${names}将毕业：从各处的班级列表和选择里移走，只在“已毕业”里；考试、成绩和作品都留着，以后还可以恢复。`,
    restore: `将恢复${names}：重新出现在班级列表和选择里，毕业时停用的学生账号也重新可用。`,
  };
  return (
    <ConfirmSection
      text={<p>{texts[intent]}</p>}
      intent={intent}
      fields={{ ids: asked.map((classroom) => classroom.id).join(',') }}
      cancelHref={cancelHref}
      danger={intent === 'delete'}
    >
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      <FormContext.Provider
        value={{
          idPrefix: '',
          intent,
          formKey: undefined,
          errors: problem?.fieldErrors ?? {},
          kept: problem?.values ?? null,
        }}
      >
        {intent === 'delete' && students > 0 ? (
          <SelectField
            name="moveTo"
            label="学生转到"
            hint={moveTargets.length === 0 ? '没有您可以转入的班级，请先新增一个班级。' : undefined}
            placeholder="请选择班级"
            width="m"
            options={classOptions(moveTargets)}
          />
        ) : null}
        {intent === 'graduate' ? (
          <RadioGroup
            name="accounts"
            label={`${students} 名学生的账号`}
            layout="list"
            defaultValue="keep"
            options={[
              { value: 'keep', label: '保留', hint: '还能登录，看自己的成绩和作品，练习' },
              { value: 'disable', label: '停用', hint: '不能再登录；成绩和作品仍保留' },
            ]}
          />
        ) : null}
      </FormContext.Provider>
    </ConfirmSection>
  );
}
