import { CheckedForm } from '~/components/form/checked-form';
import { SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { FileField } from '~/components/form/file-field';
import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { ButtonLink, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { MAX_IMPORT_ROWS } from '~/domain/user/student-import.rules';
import { importStudentsSchema } from '~/domain/user/student.schema';
import { toClasses, toStudentImport, toStudentTemplate, toStudents } from '~/lib/addresses/members';
import { ImportPreview } from './import-preview';

type Problem = Parameters<typeof FieldsForm>[0]['problem'];
type Classrooms = Parameters<typeof classOptions>[0];

/** A roll of students as an xlsx file; `classId`: where those go whose class it leaves open. */
export function UploadRoll({
  classrooms,
  classId,
  problem,
}: {
  classrooms: Classrooms;
  classId: number | null;
  problem: Problem;
}) {
  return (
    <Card
      title="选择表格"
      actions={
        <a className={buttonClass({ size: 's' })} href={toStudentTemplate()} download>
          <DownloadIcon small />
          下载模板
        </a>
      }
    >
      <CheckedForm schema={importStudentsSchema} intent="upload" problem={problem} multipart>
        <FileField
          name="file"
          label="学生名单"
          hint={`按模板填写的 .xlsx 表格，最大 10 MB，一次最多 ${MAX_IMPORT_ROWS} 名学生。需要「学号」和「姓名」两列，其余可以不填。`}
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
        />
        <SelectField
          name="classId"
          label="班级"
          hint="名单里没有填班级的学生进入这个班级"
          optional
          placeholder="按表格里的班级"
          width="m"
          defaultValue={classId}
          options={classOptions(classrooms)}
        />
        <FormActions>
          <SubmitButton busyText="正在读取…">上传并核对</SubmitButton>
          <ButtonLink to={toStudents()}>取消</ButtonLink>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}

/** What the file would bring, to be confirmed. */
export function ConfirmImport({
  preview,
  classId,
  problem,
}: {
  preview: Omit<Parameters<typeof ImportPreview>[0], 'children'> & { fileId: string };
  classId: number | null;
  problem: Problem;
}) {
  return (
    <ImportPreview {...preview}>
      <FieldsForm intent="import" problem={problem}>
        <HiddenFields values={{ fileId: preview.fileId, classId: classId ?? '' }} />
        <FormActions>
          {preview.problems.length === 0 ? (
            <SubmitButton busyText="正在导入…">确认导入 {preview.count} 名学生</SubmitButton>
          ) : null}
          <ButtonLink to={toStudentImport()}>重新选择表格</ButtonLink>
        </FormActions>
      </FieldsForm>
    </ImportPreview>
  );
}

/** The same file again, after a reload or by an old address: nothing is wrong, and nothing is left to do. */
export function AlreadyImported({ count }: { count: number }) {
  return (
    <Card title="这份名单已经导入">
      <Note tone="good">名单里的 {count} 名学生已经导入，不用再导一次。</Note>
      <p>初始密码只在导入后显示一次。还没发给学生，就到班级的“账号条”里重新生成。</p>
      <FormActions>
        <ButtonLink to={toStudents()} variant="primary">
          查看学生
        </ButtonLink>
        <ButtonLink to={toClasses()}>班级管理</ButtonLink>
        <ButtonLink to={toStudentImport()}>再导入一份</ButtonLink>
      </FormActions>
    </Card>
  );
}
