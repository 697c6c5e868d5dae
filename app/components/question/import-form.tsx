import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField, SelectField } from '~/components/form/choice-fields';
import { FileField } from '~/components/form/file-field';
import { FormActions, FormOwner, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextArea } from '~/components/form/text-fields';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { uploadImportSchema } from '~/domain/question-bank/import.schema';
import { BANK_LABELS, BANKS, type Bank } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { toBank } from '~/lib/addresses/banks';

/** A file of questions or pasted text, and where they go. */
export function ImportForm({
  bank,
  directories,
  dirId,
  formats,
  accept,
  problem,
}: {
  bank: Bank;
  directories: { value: number; label: string }[];
  dirId: number | null;
  formats: { value: string; label: string }[];
  accept: string;
  problem: FormProblem | null | undefined;
}) {
  return (
    <Card padded={false}>
      <Tabs
        label="题库"
        param="bank"
        current={bank}
        items={BANKS.map((each) => ({ value: each, label: `导入到${BANK_LABELS[each]}题库` }))}
      />
      <div className="card__body">
        <CheckedForm schema={uploadImportSchema} intent="upload" problem={problem} multipart key={bank}>
          <FormOwner />
          <HiddenFields values={{ bank }} />
          <FileField
            // A refused file is let go of, as without script: what is pasted instead then stands alone.
            key={problem ? Object.values(problem.fieldErrors).join() : ''}
            name="file"
            label="试题文件"
            hint={`${formats.map((format) => format.label).join('、')} 文件，最大 20 MB`}
            accept={accept}
          />
          <TextArea
            name="text"
            label="或者粘贴试题"
            hint="从 Word、网页或聊天里复制的文字，写法见右侧"
            rows={8}
            spellCheck={false}
          />
          <div className="row2 mt-5">
            <SelectField name="format" label="格式" placeholder="自动识别" options={formats} hint="识别得不对时再选" />
            <SelectField
              name="dirId"
              label="放到目录"
              placeholder="不归入目录"
              options={directories}
              defaultValue={dirId}
            />
          </div>
          <CheckboxField
            name="byDirectory"
            className="mt-4"
            label="按文件里的目录归类"
            hint="文件写明了目录时，在上面选的目录里建好同名目录，把题放进去"
          />
          <p className="quiet small mt-2">
            单选、多选、判断、填空和简答题进入理论题库，作文等笔试题进入笔试题库，朗读题进入口语题库。
          </p>
          <FormActions>
            <SubmitButton busyText="正在读取…">读取并预览</SubmitButton>
            <ButtonLink to={toBank(bank)}>取消</ButtonLink>
          </FormActions>
        </CheckedForm>
      </div>
    </Card>
  );
}
