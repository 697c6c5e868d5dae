import { AnswerKey } from '~/components/question/question-review';
import { QuestionView, type AnswerNames } from '~/components/question/question-view';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DescriptionList } from '~/components/ui/facts';
import { EditIcon, PrintIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import { ANSWER_BY_LABELS, type TheoryQuestion, type WrittenQuestion } from '~/domain/question-bank/question.schema';

const NAMES: AnswerNames = { keys: 'keys', text: 'text', blank: (index) => `blank.${index}` };

/** Editing and printing, at the head of a preview. */
export function PreviewActions({ editHref }: { editHref: string }) {
  const isHydrated = useHydrated();
  return (
    <>
      {isHydrated ? (
        <Button type="button" onClick={() => window.print()}>
          <PrintIcon />
          打印
        </Button>
      ) : null}
      <ButtonLink to={editHref} variant="primary">
        <EditIcon />
        编辑
      </ButtonLink>
    </>
  );
}

/** A written or theory question as a student meets it, and beside it what only teachers see. */
export function QuestionPreview({ question, usedIn }: { question: WrittenQuestion | TheoryQuestion; usedIn: number }) {
  const snapshot = { ...question, questionId: question.id };
  return (
    <div className="grid-aside">
      <div className="stack">
        <Card title="学生看到的" hint="可以试着作答，不会保存">
          <p className="quiet small">
            {questionKindLabel(question)}，{question.points} 分
          </p>
          <QuestionView question={snapshot} titleId="stem" names={NAMES}>
            {question.bank === 'written' && question.body.answerBy !== 'text' ? (
              <p className="small quiet mt-2">考试时在这里上传照片，最多 9 张。</p>
            ) : null}
          </QuestionView>
        </Card>
        <Card title="答案与评分" hint="学生在公布成绩后才能看到">
          {hasKey(question) ? <AnswerKey question={snapshot} /> : <p className="quiet">没有填写参考答案和解析。</p>}
        </Card>
      </div>
      <Card title="归类">
        <DescriptionList
          small
          items={[
            { term: '难度', detail: levelLabel(question.level) },
            { term: '分值', detail: `${question.points} 分` },
            ...(question.bank === 'written'
              ? [{ term: '作答方式', detail: ANSWER_BY_LABELS[question.body.answerBy] }]
              : []),
            { term: '用在', detail: usedIn === 0 ? '还没有考试用到' : `${usedIn} 场考试` },
          ]}
        />
      </Card>
    </div>
  );
}

function hasKey(question: WrittenQuestion | TheoryQuestion): boolean {
  if (question.bank === 'written') {
    return (
      question.body.referenceAnswer !== '' || question.body.markingPoints.length > 0 || question.keyPoints.length > 0
    );
  }
  return question.kind !== 'short' || question.body.reference !== '' || question.body.analysis !== '';
}
