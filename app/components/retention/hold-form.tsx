import { CheckedForm } from '~/components/form/checked-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextArea } from '~/components/form/text-fields';
import { ButtonLink } from '~/components/ui/button';
import { holdSchema, unholdSchema } from '~/domain/retention/retention.schema';
import type { FormProblem } from '~/http/form-problem';

/** 保留录音 with its reason, or letting them go again. */
export function HoldForm({
  examId,
  isHeld,
  cancelHref,
  problem,
}: {
  examId: number;
  isHeld: boolean;
  cancelHref?: string;
  problem: FormProblem | null | undefined;
}) {
  return (
    <CheckedForm
      schema={isHeld ? unholdSchema : holdSchema}
      intent={isHeld ? 'unhold' : 'hold'}
      problem={problem}
      preventScrollReset
    >
      <HiddenFields values={{ examId }} />
      <TextArea
        name="reason"
        label={isHeld ? '取消保留的理由' : '保留的理由'}
        hint={isHeld ? undefined : '例如：成绩复查、评优、教研留存'}
        optional={isHeld}
        rows={2}
        width="wide"
        maxLength={200}
      />
      <FormActions>
        <SubmitButton variant={isHeld ? 'default' : 'primary'}>{isHeld ? '取消保留' : '保留录音'}</SubmitButton>
        {cancelHref ? (
          <ButtonLink to={cancelHref} preventScrollReset>
            返回
          </ButtonLink>
        ) : null}
      </FormActions>
    </CheckedForm>
  );
}
