import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { Note } from '~/components/ui/feedback';
import type { FormProblem } from '~/http/form-problem';

/** A colleague made a link by which the password can be set anew: its owner can stop it before it can be used. */
export function WaitingLink({
  createdBy,
  from,
  problem,
}: {
  createdBy: string;
  /** From when it can be used. */
  from: string;
  problem: FormProblem | undefined;
}) {
  return (
    <Note tone="warn">
      {createdBy}为您的账号生成了重置密码的链接，{from}{' '}
      起可以用它设置新密码。不是您请对方生成的，请停止它，并告诉管理员。
      <FieldsForm problem={problem} intent="stopLinks">
        <FormActions>
          <SubmitButton>停止这个链接</SubmitButton>
        </FormActions>
      </FieldsForm>
    </Note>
  );
}
