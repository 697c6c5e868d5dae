import { ANSWERS_SHOWN } from '~/components/question/answers-shown';
import { PageHeader } from '~/components/layout/page-header';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DescriptionList } from '~/components/ui/facts';
import { CopyIcon, EditIcon, PrintIcon } from '~/components/ui/teacher-icons';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import {
  ANSWER_BY_LABELS,
  type Question,
  type TheoryQuestion,
  type WrittenQuestion,
} from '~/domain/question-bank/question.schema';
import { toBank, toQuestion, toQuestionView, toSharedBank } from '~/lib/addresses/banks';
import { BANK_PLACES } from './bank-places';
import { EditsCard, type LatestEdits } from './question-edits';
import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { AnswerKey } from './question-review';
import { QuestionView, type AnswerNames } from './question-view';
import { RichText } from './rich-text';

const NAMES: AnswerNames = { keys: 'keys', text: 'text', blank: (index) => `blank.${index}` };

type Fact = { term: string; detail: string };

/** What a preview is asked to print: nothing yet, the question, or the question with its answer. */
export type PrintMode = '' | '1' | 'answers';

type PreviewProps = {
  question: WrittenQuestion | TheoryQuestion;
  facts: Fact[];
  isOwn: boolean;
  canEdit: boolean;
  edits: LatestEdits | null;
  print: PrintMode;
};

/** The page that shows a written or theory question to a teacher, and its printed form. */
export function QuestionPreviewPage({ question, facts, isOwn, canEdit, edits, print }: PreviewProps) {
  const { title } = BANK_PLACES[question.bank];
  return (
    <>
      <PageHeader
        title={<RichText text={question.title} />}
        crumbs={[
          { label: '题库' },
          isOwn ? { label: title, href: toBank(question.bank) } : { label: '共享题库', href: toSharedBank() },
          { label: `${print ? '打印' : '预览'} ${questionNumber(question)}` },
        ]}
        actions={
          print ? (
            <PrintActions question={question} />
          ) : (
            <PreviewActions question={question} isOwn={isOwn} canEdit={canEdit} />
          )
        }
      />
      {print ? (
        <Card>
          <PaperQuestion question={question} withAnswers={print === 'answers'} />
        </Card>
      ) : (
        <QuestionPreview question={question} facts={facts} edits={edits} />
      )}
    </>
  );
}

type Actions = { question: Question; isOwn: boolean; canEdit: boolean };

function PreviewActions({ question, isOwn, canEdit }: Actions) {
  return (
    <>
      <ButtonLink to={toQuestionView(question.bank, { id: question.id, print: 1 })}>
        <PrintIcon />
        打印题目
      </ButtonLink>
      <ButtonLink to={toQuestionView(question.bank, { id: question.id, print: 'answers' })}>
        <PrintIcon />
        打印题目和答案
      </ButtonLink>
      <OwnOrCopy question={question} isOwn={isOwn} canEdit={canEdit} />
    </>
  );
}

/** Editing an own question or one shared for it; a shared one can be copied. */
export function OwnOrCopy({ question, isOwn, canEdit }: Actions) {
  const { id, bank } = question;
  return (
    <>
      {isOwn ? null : (
        <ButtonLink to={toSharedBank({ bank, confirm: 'copy', ids: id })} variant={canEdit ? undefined : 'primary'}>
          <CopyIcon />
          复制到我的题库
        </ButtonLink>
      )}
      {canEdit ? (
        <ButtonLink to={toQuestion(question.bank, { id: id })} variant="primary">
          <EditIcon />
          编辑
        </ButtonLink>
      ) : null}
    </>
  );
}

function PrintActions({ question }: { question: Question }) {
  return (
    <>
      <ButtonLink to={toQuestionView(question.bank, { id: question.id })}>返回预览</ButtonLink>
      <Button type="button" variant="primary" className="with-script" onClick={() => window.print()}>
        <PrintIcon />
        打印
      </Button>
      <span className="quiet small without-script">按 Ctrl+P 打印</span>
    </>
  );
}

/** As it stands on paper: nothing to fill in but room. */
function PaperQuestion({ question, withAnswers }: { question: PreviewProps['question']; withAnswers: boolean }) {
  const snapshot = { ...question, questionId: question.id };
  return (
    <div className="paper">
      <p className="quiet small">
        {questionKindLabel(question)}，{question.points} 分
      </p>
      <QuestionView question={snapshot} titleId="stem" />
      {withAnswers && hasKey(question) ? <AnswerKey question={snapshot} /> : null}
    </div>
  );
}

/** A written or theory question as a student meets it, and beside it what only teachers see. */
function QuestionPreview({ question, facts, edits }: Pick<PreviewProps, 'question' | 'facts' | 'edits'>) {
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
        <Card title="答案与评分" hint={ANSWERS_SHOWN}>
          {hasKey(question) ? <AnswerKey question={snapshot} /> : <p className="quiet">没有填写参考答案和解析。</p>}
        </Card>
        <EditsCard question={question} edits={edits} />
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
            ...facts,
          ]}
        />
      </Card>
    </div>
  );
}

/** Something was said of what is right; what a key decides always has one. */
function hasKey(question: WrittenQuestion | TheoryQuestion): boolean {
  if (question.keyPoints.length > 0) return true;
  if (question.bank === 'written') {
    return question.body.referenceAnswer !== '' || question.body.markingPoints.length > 0;
  }
  return !KIND_FACTS[question.kind].isMarkedByHand || question.body.reference !== '' || question.body.analysis !== '';
}
