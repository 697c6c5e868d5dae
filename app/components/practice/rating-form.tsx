import { RadioGroup } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { RATINGS } from '~/domain/practice/practice.rules';
import type { FormProblem } from '~/http/form-problem';

/** The student's own rating of a try, 1 to 5, and a remark. */
export function RatingForm({
  id,
  rating,
  note,
  labels,
  hint,
  problem,
}: {
  id: number;
  rating: number | null;
  note: string;
  labels: Record<number, string>;
  hint?: string;
  problem: FormProblem | null | undefined;
}) {
  return (
    <FieldsForm intent="rate" formKey={`rate${id}`} problem={problem}>
      <FormOwner />
      <input type="hidden" name="id" value={id} />
      <RadioGroup
        name="rating"
        label="自评"
        hint={hint}
        defaultValue={rating}
        options={RATINGS.map((value) => ({ value, label: `${value} ${labels[value] ?? ''}` }))}
      />
      <TextField name="note" label="备注" optional defaultValue={note} maxLength={200} width="wide" />
      <p className="mt-3">
        <SubmitButton variant="default">保存自评</SubmitButton>
      </p>
    </FieldsForm>
  );
}
