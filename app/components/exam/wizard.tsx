import { useRef, type ReactNode } from 'react';
import { SubmitButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Button, ButtonLink } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { Stepper } from '~/components/ui/stepper';
import type { TestType } from '~/domain/exam/parts.rules';
import { stepApplies, STEP_LABELS, STEPS, type Step } from '~/domain/exam/wizard-steps.rules';
import type { FormValues } from '~/domain/exam/exam.schema';
import type { Then } from '~/domain/exam/wizard-form.rules';
import type { FormProblem } from '~/http/form-problem';
import { toPaperPreview, toStep } from '~/lib/addresses/exams';
import { toExams } from '~/lib/addresses/sitting';
import { KeptDraft } from './kept-draft';

export type WizardFrameProps = {
  step: Step;
  exam: { id: number | null; version: number; name: string; testType: TestType };
  /** The URL asks whether to start all over. */
  isResetting: boolean;
  problem: FormProblem | null | undefined;
  /** The form says what was kept of it when the session had ended. */
  isRestored: boolean;
  children: ReactNode;
};

/** What all steps of the wizard share beside the way to the others (the layout's): 清空草稿, and a conflict's way out. */
export function WizardFrame({ step, exam, isResetting, problem, isRestored, children }: WizardFrameProps) {
  const { id } = exam;
  return (
    <>
      <PageHeader
        title={exam.name === '' ? '新增考试' : exam.name}
        purpose="先定名称、对象和时间，再选题，最后核对发布；每一步都可以保存草稿，以后再继续。"
        crumbs={[
          { label: '考试' },
          { label: '我的考试', href: toExams() },
          { label: id === null ? '新增考试' : '编辑考试' },
        ]}
        actions={
          <>
            {id === null ? null : <ButtonLink to={toStep(step, { id, confirm: 'reset' })}>清空草稿</ButtonLink>}
            <ButtonLink to={toExams()}>返回列表</ButtonLink>
          </>
        }
      />
      {isResetting && id !== null ? (
        <ConfirmSection
          intent="reset"
          text="确定清空吗？这份考试已填的名称、班级、时间和选好的题目都会清空，回到第 1 步。题库里的题目不受影响。"
          fields={{ id, version: exam.version }}
          cancelHref={toStep(step, { id })}
          danger
        />
      ) : null}
      {problem?.message && id !== null ? (
        <Note tone="warn">
          <a href={toStep(step, { id })} target="_blank" rel="noreferrer">
            在新窗口打开这一步已保存的内容
          </a>
        </Note>
      ) : null}
      {isRestored ? (
        <div className="mb-4">
          <Note>登录过期前没有保存的内容已恢复，请核对后保存。</Note>
        </div>
      ) : null}
      <KeptDraft examId={id} step={step} version={exam.version} />
      {children}
    </>
  );
}

/** The way through the wizard; the preview is its last step. */
export function WizardSteps({
  current,
  exam: { id, testType },
}: {
  current: number;
  exam: { id: number | null; testType: TestType };
}) {
  return (
    <Stepper
      label="考试向导"
      current={current}
      steps={[
        ...STEPS.map((one) => ({
          label: stepApplies(one, testType) ? STEP_LABELS[one] : `${STEP_LABELS[one]}（不用）`,
          href: id === null ? undefined : toStep(one, { id }),
        })),
        { label: '预览与发布', href: id === null ? undefined : toPaperPreview({ id }) },
      ]}
    />
  );
}

/**
 * The field that tells what a submit button asks for. With script it is set when a button is pressed, because
 * Chrome 80 loses the names of submit buttons; without, the button's own name says it.
 */
function useThen() {
  const field = useRef<HTMLInputElement>(null);
  const hidden = <input ref={field} type="hidden" name="thenByScript" defaultValue="" />;
  const mark = (then: Then) => () => {
    if (field.current) field.current.value = then;
  };
  return { hidden, mark };
}

/** The buttons at the end of a step. Whatever is pressed, what was typed is saved. */
export function StepButtons({
  hasBack,
  nextLabel = '下一步',
  savedAt,
  extra,
}: {
  hasBack: boolean;
  nextLabel?: string;
  /** When the draft was last saved, as a text. */
  savedAt: string | null;
  extra?: ReactNode;
}) {
  const { hidden, mark } = useThen();
  return (
    <>
      {hidden}
      {hasBack ? (
        <Button name="then" value="back" formNoValidate onClick={mark('back')}>
          上一步
        </Button>
      ) : null}
      <Button name="then" value="draft" formNoValidate onClick={mark('draft')}>
        保存草稿
      </Button>
      {extra}
      {savedAt === null ? null : <span className="quiet small">上次保存于 {savedAt}</span>}
      <span className="push" onClickCapture={mark('next')}>
        <SubmitButton>{nextLabel}</SubmitButton>
      </span>
    </>
  );
}

/** What a kept draft lacks, in the shape that a form shows; null when there is nothing to say. */
export function draftProblem(
  values: FormValues,
  problems: Record<string, string>,
  more: { isPartial?: boolean } = {},
): FormProblem | null {
  if (Object.keys(problems).length === 0) return null;
  return { fieldErrors: problems, message: '', values, ...more };
}
