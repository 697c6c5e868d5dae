import { CheckboxGroup, RadioGroup } from '~/components/form/choice-fields';
import { DefaultSubmit } from '~/components/form/default-submit';
import { useFieldState } from '~/components/form/form-context';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, HiddenFields } from '~/components/form/submit';
import { NumberField, TextArea } from '~/components/form/text-fields';
import { PictureFields } from '~/components/question/question-form';
import { ReadingText } from '~/components/question/reading-text';
import { AudioPlayer } from '~/components/media/audio-player';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import type { FormValues } from '~/domain/exam/exam.schema';
import { MEASURE_LABELS, MEASURES } from '~/domain/exam/measures.rules';
import type { StoredFile } from '~/domain/file/file.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { StepButtons } from './wizard';
import { FieldError } from '~/components/form/field-error';

type ChosenQuestion = Extract<QuestionSnapshot, { bank: 'oral' }> & {
  isGone: boolean;
  isSharedWithStudents: boolean;
};

export type OralFormProps = {
  exam: { id: number; version: number; savedAt: string };
  values: FormValues;
  hasOral: boolean;
  hasWritten: boolean;
  question: ChosenQuestion | null;
  /** The question's own, not what this exam has in its place. */
  ownTimes: { prepSeconds: number; answerSeconds: number } | null;
  music: StoredFile | null;
  teachers: { id: number; name: string }[];
  problem: FormProblem | null | undefined;
};

/**
 * Step 2: the oral question with its material, who scores, how it is recorded and measured. Sent by the browser
 * itself: it has several buttons and files.
 */
export function OralForm({
  exam,
  values,
  hasOral,
  hasWritten,
  question,
  ownTimes,
  music,
  teachers,
  problem,
}: OralFormProps) {
  const text = (name: string) => String(values[name] ?? '');
  const list = (name: string) => [values[name] ?? []].flat();
  const options = teachers.map((teacher) => ({ value: teacher.id, label: teacher.name }));
  return (
    <FieldsForm intent="save" problem={problem} multipart reloadDocument>
      <DefaultSubmit name="then" value="next" />
      <FormOwner />
      <HiddenFields
        values={{ id: exam.id, version: exam.version, oralId: text('oralId'), musicUrl: text('musicUrl') }}
      />
      {hasOral ? null : (
        <>
          <Note>这场考试没有口语，这一步只选笔试的阅卷老师。</Note>
          <HiddenFields
            values={{
              keyPoint: text('keyPoint'),
              imageUrl: list('imageUrl'),
              oralExaminerIds: list('oralExaminerIds'),
              prepSeconds: text('prepSeconds'),
              recordSeconds: text('recordSeconds'),
              maxTakes: text('maxTakes'),
              ...Object.fromEntries(MEASURES.map((measure) => [measure, text(measure)])),
            }}
          />
        </>
      )}
      <div className="card mt-4">
        <div className="card__body">
          {hasOral ? (
            <>
              <section className="fieldset" id="oralId">
                <h2>口语题</h2>
                <OralChoice question={question} />
              </section>
              <section className="fieldset">
                <h2>材料与关键词</h2>
                <p className="hint">选题时从题目带来，这里改动只影响这场考试。</p>
                <TextArea
                  name="keyPoint"
                  label="关键词"
                  hint="用逗号或换行分开；没有关键词时，“关键词”一项不评，权重分给其他三项"
                  optional
                  rows={2}
                  defaultValue={text('keyPoint')}
                />
                <PictureFields imageIds={list('imageUrl')} />
                {music ? (
                  <div className="field">
                    <span className="label">音频</span>
                    <AudioPlayer src={music.url} label={music.name} durationMs={music.durationMs} />
                  </div>
                ) : null}
              </section>
              <section className="fieldset">
                <h2>准备与录音</h2>
                <div className="fieldrow">
                  <NumberField
                    name="prepSeconds"
                    label="准备时间"
                    suffix="秒"
                    hint={ownTimes ? `0 表示按题目：${ownTimes.prepSeconds} 秒` : '0 表示按题目'}
                    defaultValue={text('prepSeconds')}
                  />
                  <NumberField
                    name="recordSeconds"
                    label="录音时间"
                    suffix="秒"
                    hint={ownTimes ? `0 表示按题目：${ownTimes.answerSeconds} 秒` : '0 表示按题目'}
                    defaultValue={text('recordSeconds')}
                  />
                  <NumberField
                    name="maxTakes"
                    label="可录次数"
                    suffix="次"
                    hint="0 表示不限，学生自选一条交"
                    defaultValue={text('maxTakes')}
                  />
                </div>
              </section>
              <section className="fieldset">
                <h2>四项权重</h2>
                <p className="hint">口语得分是四项的加权平均，默认 30 / 30 / 20 / 20。</p>
                <div className="fieldrow">
                  {MEASURES.map((measure) => (
                    <NumberField
                      key={measure}
                      name={measure}
                      label={MEASURE_LABELS[measure]}
                      defaultValue={text(measure)}
                    />
                  ))}
                </div>
              </section>
            </>
          ) : null}
          <section className="fieldset">
            <h2>阅卷老师</h2>
            <p className="hint">不选就由您自己评；这里选请来评分的老师，您自己要评也可以选上自己。</p>
            {hasOral ? (
              <CheckboxGroup
                name="oralExaminerIds"
                label="口语评分"
                layout="columns"
                optional
                defaultValue={list('oralExaminerIds')}
                options={options}
              />
            ) : null}
            {hasWritten ? (
              <CheckboxGroup
                name="writtenExaminerIds"
                label="笔试评分"
                layout="columns"
                optional
                defaultValue={list('writtenExaminerIds')}
                options={options}
              />
            ) : (
              <HiddenFields values={{ writtenExaminerIds: list('writtenExaminerIds') }} />
            )}
            <RadioGroup
              name="markedBy"
              label="选了几位老师时"
              layout="list"
              defaultValue={text('markedBy')}
              options={[
                {
                  value: 'all',
                  label: '每份由选中的老师各评一遍',
                  hint: '都评完才算评完，几位的分数取平均；相差太大时仲裁',
                },
                { value: 'one', label: '每份由一位老师评', hint: '谁先评就用谁的分数；发布后也可以分卷' },
              ]}
            />
          </section>
        </div>
        <div className="card__foot row">
          <StepButtons hasBack savedAt={exam.savedAt} nextLabel={hasWritten ? '下一步' : '预览'} />
        </div>
      </div>
    </FieldsForm>
  );
}

function OralChoice({ question }: { question: ChosenQuestion | null }) {
  const { error } = useFieldState('oralId');
  return (
    <div className={`field${error ? ' field--error' : ''}`}>
      <FieldError text={error} />
      {question ? (
        <>
          <p>
            <strong>{question.title}</strong>
          </p>
          <details>
            <summary>查看题目内容</summary>
            <ReadingText text={question.body.examContent} />
          </details>
          {question.isSharedWithStudents ? (
            <Note tone="warn">这道题同时共享给了学生，他们可能已经练过。可以换题，或先取消共享。</Note>
          ) : null}
          {question.isGone ? <Note tone="warn">原题已从题库删除或不再共享，考试会用放入时的内容。</Note> : null}
        </>
      ) : (
        <p className="quiet">还没有选题。</p>
      )}
      <div className="row mt-3">
        <Button name="then" value="choose" variant={question ? 'default' : 'primary'} size="s">
          {question ? '换一道题' : '从口语题库选题'}
        </Button>
        <Button name="then" value="draw" size="s">
          随机抽一道
        </Button>
      </div>
    </div>
  );
}
