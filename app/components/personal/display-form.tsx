import { CheckboxField, RadioGroup, SelectField } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { Card } from '~/components/ui/card';
import { LANGUAGES } from '~/domain/user/account.schema';
import type { FormProblem } from '~/http/form-problem';

/** How the pages look to this account. */
export function DisplayForm({
  theme,
  language,
  isLargeType,
  problem,
}: {
  theme: string;
  language: string;
  isLargeType: boolean;
  problem: FormProblem | undefined;
}) {
  return (
    <Card title="显示">
      <FieldsForm problem={problem} intent="preferences">
        <RadioGroup
          name="theme"
          label="外观"
          defaultValue={theme}
          options={[
            { value: 'light', label: '浅色' },
            { value: 'dark', label: '深色' },
          ]}
        />
        <CheckboxField name="isLargeType" label="大字" hint="文字放大约五分之一" defaultChecked={isLargeType} />
        <SelectField name="language" label="语言" width="s" defaultValue={language} options={[...LANGUAGES]} />
        <FormActions>
          <SubmitButton>保存显示设置</SubmitButton>
        </FormActions>
      </FieldsForm>
    </Card>
  );
}
