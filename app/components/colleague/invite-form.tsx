import { CheckedForm } from '~/components/form/checked-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { inviteSchema } from '~/domain/user/account-link.schema';
import type { FormProblem } from '~/http/form-problem';

/** Whom an invitation is for; the answer shows its link. */
export function InviteForm({
  requestId,
  cancelHref,
  problem,
}: {
  requestId: string;
  cancelHref: string;
  problem: FormProblem | null;
}) {
  return (
    <Card title="邀请同事" className="issued">
      <CheckedForm schema={inviteSchema} intent="invite" problem={problem}>
        <HiddenFields values={{ requestId }} />
        <p className="quiet mb-4">将生成一个邀请链接，7 天内可用一次，打开就能注册一个教师账号。</p>
        <TextField
          name="note"
          label="邀请谁"
          hint="只给同事们看，例如 英语组 王老师"
          width="m"
          maxLength={80}
          autoComplete="off"
          optional
        />
        <FormActions>
          <SubmitButton busyText="正在生成…">生成链接</SubmitButton>
          <ButtonLink to={cancelHref}>取消</ButtonLink>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}
