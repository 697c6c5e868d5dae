import { CheckedForm } from '~/components/form/checked-form';
import { CheckboxField } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { FileField } from '~/components/form/file-field';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { NumberField, TextArea, TextField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { schoolExamSchema, schoolWordsSchema } from '~/domain/user/school.schema';
import type { FormProblem } from '~/http/form-problem';

type Problem = FormProblem | null | undefined;

/** Name, picture, time zone and address. */
export function SchoolBasics({
  school,
  zones,
  problem,
}: {
  school: {
    name: string;
    logoUrl: string;
    timeZone: string;
    siteUrl: string;
    siteUrlNow: string;
    isSiteUrlFixed: boolean;
    fixedSiteUrl: string;
  };
  zones: string[];
  problem: Problem;
}) {
  return (
    <Card title="学校" id="school-basics">
      <FieldsForm intent="basics" problem={problem} multipart>
        <TextField name="name" label="学校名称" width="wide" maxLength={80} required defaultValue={school.name} />
        {school.logoUrl === '' ? null : <img className="logo-now" src={school.logoUrl} alt="现在的校徽" />}
        <FileField
          name="logo"
          label="校徽"
          hint="显示在页面左上角和登录页；JPEG、PNG 或 WebP，不超过 10 MB，横向或方形都可以"
          accept="image/jpeg,image/png,image/webp"
          optional
        />
        {school.logoUrl === '' ? null : <CheckboxField name="removeLogo" label="去掉现在的校徽" />}
        <TextField
          name="timeZone"
          label="时区"
          hint="页面、导出的表格和填写的时间都按它；全国统一用北京时间 Asia/Shanghai"
          width="m"
          required
          list="time-zones"
          autoComplete="off"
          spellCheck={false}
          defaultValue={school.timeZone}
        />
        <TextField
          name="siteUrl"
          label="网址"
          hint={
            school.isSiteUrlFixed
              ? `现在用的是服务器设置（PUBLIC_URL）里的 ${school.fixedSiteUrl}，这里填的不起作用`
              : '打印在账号条上、写在邮件和邀请链接里：师生在浏览器里输入的地址；空着就用打开页面时的地址'
          }
          width="wide"
          optional
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={school.siteUrlNow}
          defaultValue={school.siteUrl}
        />
        <FormActions>
          <SubmitButton>保存学校信息</SubmitButton>
        </FormActions>
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </FieldsForm>
    </Card>
  );
}

/** What new exams begin with, and how long recordings stay. */
export function SchoolExams({
  school,
  problem,
}: {
  school: {
    thresholds: { excellentFrom: number; goodFrom: number; passFrom: number; lowFrom: number };
    retentionDays: number;
  };
  problem: Problem;
}) {
  const { thresholds } = school;
  return (
    <Card title="考试默认值" id="school-exams" className="section">
      <CheckedForm schema={schoolExamSchema} intent="exams" problem={problem}>
        <p className="quiet mb-4">
          新建的考试从这里取各条分数线（满分的百分比），每场考试还可以在“评分设置”里改；已有的考试不变。
        </p>
        <div className="fieldrow">
          <NumberField name="excellentFrom" label="优秀线" suffix="%" decimal defaultValue={thresholds.excellentFrom} />
          <NumberField name="goodFrom" label="良好线" suffix="%" decimal defaultValue={thresholds.goodFrom} />
          <NumberField name="passFrom" label="及格线" suffix="%" decimal defaultValue={thresholds.passFrom} />
          <NumberField name="lowFrom" label="低分线" suffix="%" decimal defaultValue={thresholds.lowFrom} />
        </div>
        <NumberField
          name="retentionDays"
          label="录音保留天数"
          hint="超过这个天数的录音（考试、练习、互动，已有的也算）可以在“录音保留”页删除，那里打开自动删除的会自己删；分数和评语留着，标记为“保留”的考试不删。已删除的账号也要过这么久才能彻底删除"
          suffix="天"
          defaultValue={school.retentionDays}
        />
        <FormActions>
          <SubmitButton>保存考试默认值</SubmitButton>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}

/** The school's list of sensitive words. */
export function SchoolWords({ words, problem }: { words: string[]; problem: Problem }) {
  return (
    <Card
      title="敏感词"
      hint={words.length === 0 ? '还没有' : `${words.length} 个`}
      id="school-words"
      className="section"
    >
      <CheckedForm schema={schoolWordsSchema} intent="words" problem={problem}>
        <TextArea
          name="words"
          label="敏感词表"
          hint="一行一个，最多 2000 个，每个最多 30 个字。作品和评论里出现时会标出来交给审核的老师，不会自动删除。大小写、全角半角和空格不同也算同一个词。"
          width="wide"
          rows={8}
          optional
          spellCheck={false}
          defaultValue={words.join('\n')}
        />
        <FormActions>
          <SubmitButton>保存敏感词</SubmitButton>
        </FormActions>
      </CheckedForm>
    </Card>
  );
}
