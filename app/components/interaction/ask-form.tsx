import { SelectField } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import type { Askable } from '~/domain/interaction/subject.queries.server';
import { aboutValue, askPath, MAX_THREAD_TITLE, subjectLabel, type About } from '~/domain/interaction/thread.rules';
import type { FormProblem } from '~/http/form-problem';
import { PostFields } from './post-fields';

export type AskFormProps = {
  /** What the page was opened for; null lets the student choose. */
  about: Askable | null;
  options: Askable[];
  /** Who will see it, by name. */
  teachers: string[];
  /** Kept of a form when its session had ended. */
  held: { title: string; text: string; about: string } | null;
  requestId: string;
  problem: FormProblem | null | undefined;
};

/** A new question: what about, in a line, in words, with photos or a recording. */
export function AskForm({ about, options, teachers, held, requestId, problem }: AskFormProps) {
  const other: About = { subject: 'other', id: 0 };
  return (
    <Card>
      <FieldsForm intent="ask" problem={problem} multipart action={about ? askPath(about) : undefined}>
        <FormOwner />
        <input type="hidden" name="requestId" value={requestId} />
        <Note>
          {teachers.length === 0
            ? '你还没有加入班级，或者班级还没有老师，现在提问没有人能看到。请先联系老师。'
            : `提问会发给${teachers.map((name) => `${name}老师`).join('、')}，其他同学看不到。问成绩时，这场考试的命题和阅卷老师也会看到；问练习时，那次练习的作答、录音和照片会一起给这些老师看。`}
        </Note>
        {held ? <Note>登录过期时没有发出的内容已经放回下面，请核对后发送。照片和录音需要重新选。</Note> : null}
        {about ? (
          <div className="field mt-5">
            <input type="hidden" name="about" value={aboutValue(about)} />
            <p>
              关于{subjectLabel(about.subject)}
              {about.subject === 'other' ? '' : '：'}
              <strong>{about.subject === 'other' ? '' : about.label}</strong>
            </p>
          </div>
        ) : (
          <SelectField
            name="about"
            label="关于"
            width="wide"
            className="mt-5"
            defaultValue={held?.about ?? 'other'}
            options={[...options, { ...other, label: '' }].map((option) => ({
              value: aboutValue(option),
              label: `${subjectLabel(option.subject)}${option.label ? `：${option.label}` : ''}`,
            }))}
          />
        )}
        <TextField
          name="title"
          label="标题"
          hint="一句话说清要问什么"
          width="wide"
          maxLength={MAX_THREAD_TITLE}
          defaultValue={held?.title}
        />
        <PostFields label="内容" defaultText={held?.text} submitLabel="提交" />
      </FieldsForm>
    </Card>
  );
}
