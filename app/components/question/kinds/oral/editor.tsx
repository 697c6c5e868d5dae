import { CheckboxField } from '~/components/form/choice-fields';
import { NumberField, TextArea, TextField } from '~/components/form/text-fields';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { SearchIcon } from '~/components/ui/teacher-icons';
import { defaultAnswerSeconds, defaultPrepSeconds } from '~/domain/question-bank/oral-text.rules';
import type { OralQuestion } from '~/domain/question-bank/question.schema';
import { KeyPointField } from '../../key-point-field';
import { AudioFields, PictureFields } from '../../question-form';

/** What an oral question asks. */
export function OralFields({
  question,
  suggested,
  isOwn = false,
}: {
  question: OralQuestion | null;
  suggested: number | null;
  /** A student's own question, in words for students. */
  isOwn?: boolean;
}) {
  const body = question?.body;
  const text = body?.examContent ?? '';
  return (
    <>
      <Card title="题目">
        <div className="stack">
          <TextField name="title" label="标题" defaultValue={question?.title} maxLength={100} />
          <TextArea
            name="examContent"
            label="朗读或口述内容"
            defaultValue={text}
            rows={10}
            hint={`${isOwn ? '练习时看到的文字，按句高亮' : '学生看到的文字；作答时按句高亮'}，在 . 。 ! ！ ； 处分句`}
          />
          <PictureFields imageIds={question?.imageIds ?? []} />
          <AudioFields musicUrl={body?.musicUrl} hint="背景音乐，或要先听的材料" />
          <CheckboxField name="isPlay" label="打开题目时自动播放" defaultChecked={body?.isPlay} />
        </div>
      </Card>
      <Card title="评分依据" hint={isOwn ? '录音以后才显示，自评时对照' : '老师评“关键词”一项时对照，学生看不到'}>
        <div id="keyPoints">
          <KeyPointField keyPoints={question?.keyPoints} hint="用逗号或换行分开；可以先提取，再增删" />
          <div className="row mt-3">
            <Button name="_intent" value="analyze" formAction="#keyPoints" size="s">
              <SearchIcon small />
              提取关键词
            </Button>
            <span className="small quiet ml-3" role="status">
              {suggested === null
                ? ''
                : suggested === 0
                  ? '没有找到新的关键词。'
                  : `已补充 ${suggested} 个，请删去不要的。`}
            </span>
          </div>
        </div>
      </Card>
      <Card title="时间" hint={isOwn ? undefined : '考试里可以另设'}>
        <div className="row2">
          <NumberField
            name="prepSeconds"
            label="准备时间"
            optional
            suffix="秒"
            defaultValue={body && body.prepSeconds !== defaultPrepSeconds(text) ? body.prepSeconds : ''}
            hint={text ? `不填为 ${defaultPrepSeconds(text)} 秒，按文字长度` : '不填时按文字长度，至少 30 秒'}
          />
          <NumberField
            name="answerSeconds"
            label="录音时长上限"
            optional
            suffix="秒"
            defaultValue={body && body.answerSeconds !== defaultAnswerSeconds(text) ? body.answerSeconds : ''}
            hint={
              text ? `不填为 ${defaultAnswerSeconds(text)} 秒，按文字长度` : '不填时按文字长度，每字 0.6 秒再加 10 秒'
            }
          />
        </div>
      </Card>
    </>
  );
}
