import { Fragment } from 'react';
import { Link } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { AudioPlayer } from '~/components/media/audio-player';
import { RichText } from '~/components/question/rich-text';
import { QuestionView, type AnswerNames } from '~/components/question/question-view';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { DescriptionList } from '~/components/ui/facts';
import { Note } from '~/components/ui/feedback';
import { EditIcon, PrintIcon } from '~/components/ui/teacher-icons';
import { heldWindowOf, photosHeldUntil, type ExamLimits, type ExamTimes } from '~/domain/exam/times.rules';
import { EXAM_STATUS_LABELS, type ExamStatus } from '~/domain/exam/states.rules';
import { longestMinutes } from '~/domain/exam/limit.rules';
import { PART_LABELS, hasPart, partsOf, type Part } from '~/domain/exam/parts.rules';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { numberRange, paperNumbers } from '~/domain/exam/paper-numbers.rules';
import { printUrl } from '~/domain/exam/print.rules';
import { lastStep, STEP_LABELS, type PublishProblem } from '~/domain/exam/wizard-steps.rules';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import {
  ANSWER_BY_LABELS,
  type Bank,
  type QuestionSnapshot,
  type TheoryKind,
} from '~/domain/question-bank/question.schema';
import { toBoard, toExam, toStep } from '~/lib/addresses/exams';
import { toFile } from '~/lib/addresses/files';
import { toExams } from '~/lib/addresses/sitting';
import { formatDuration, formatMinute } from '~/lib/time';

type Item = { id: number; position: number; points: number; snapshot: QuestionSnapshot };

export type PaperPreviewProps = {
  exam: ExamTimes & { closedAt: number | null } & ExamLimits & {
      id: number;
      name: string;
      status: ExamStatus;
      version: number;
      instructions: string;
      settings: Pick<ExamSettings, 'maxTakes' | 'markedBy'>;
    };
  isOwner: boolean;
  oral: Item | null;
  written: Item[];
  draws: {
    id: number;
    text: string;
    count: number;
    points: number;
    pool: { questionId: number; title: string; level: number; bank: Bank; kind: '' | TheoryKind }[] | null;
  }[];
  sections: { key: number; heading: string; instructions: string; itemIds: number[]; drawIds: number[] }[];
  writtenCount: number;
  writtenPoints: number;
  classrooms: { id: number; name: string; studentCount: number }[];
  examinerNames: Record<Part, string[]>;
  problems: PublishProblem[];
  warnings: string[];
  waitingPicks: number;
  hasAttempts: boolean;
  /** A part of it is sat today. */
  isToday: boolean;
};

const LIST = toExams();

/**
 * The last step of the wizard, and what a teacher sees of any exam: the paper as students will see it, beside it
 * times, classes and what can be done. Answering here saves nothing. Its forms post to the list of exams, which leads back here.
 */
export function PaperPreview(props: PaperPreviewProps) {
  const { exam, oral, written, draws, sections, writtenCount, writtenPoints } = props;
  const whole = { key: 0, heading: '', instructions: '' };
  const parts =
    sections.length > 0
      ? sections
      : [{ ...whole, itemIds: written.map(({ id }) => id), drawIds: draws.map(({ id }) => id) }];
  const numbers = paperNumbers(parts, draws);
  return (
    <div className="grid-aside">
      <div className="stack">
        <PublishProblems {...props} />
        {exam.instructions === '' ? null : (
          <Card title="考试须知">
            <p className="whitespace-pre-wrap">
              <RichText text={exam.instructions} />
            </p>
          </Card>
        )}
        {hasPart(exam, 'oral') ? (
          <section aria-labelledby="oral-part">
            <h2 id="oral-part" className="part-title">
              口语
            </h2>
            {oral ? <OralPaper item={oral} maxTakes={exam.settings.maxTakes} /> : <Missing text="还没有选口语题。" />}
          </section>
        ) : null}
        {hasPart(exam, 'written') ? (
          <section aria-labelledby="written-part">
            <h2 id="written-part" className="part-title">
              笔试{' '}
              <span className="quiet">
                共 {writtenCount} 题，{writtenPoints} 分
              </span>
            </h2>
            {writtenCount === 0 ? <Missing text="还没有选笔试题。" /> : null}
            {parts.map((part) => (
              <Fragment key={part.key}>
                {part.heading === '' ? null : (
                  <div className="mt-4 mb-2">
                    <h3 className="part-title">{part.heading}</h3>
                    {part.instructions === '' ? null : (
                      <p className="whitespace-pre-wrap">
                        <RichText text={part.instructions} />
                      </p>
                    )}
                  </div>
                )}
                {written.map((item) =>
                  part.itemIds.includes(item.id) ? (
                    <WrittenPaper key={item.id} item={item} number={numbers.items.get(item.id) ?? 0} />
                  ) : null,
                )}
                {draws.map((draw) =>
                  part.drawIds.includes(draw.id) ? (
                    <DrawnPaper key={draw.id} draw={draw} number={numbers.draws.get(draw.id) ?? 0} />
                  ) : null,
                )}
              </Fragment>
            ))}
          </section>
        ) : null}
      </div>
      <PreviewSide {...props} />
    </div>
  );
}

function Missing({ text }: { text: string }) {
  return (
    <Card>
      <p className="quiet">{text}</p>
    </Card>
  );
}

/** Everything that stands in the way of publishing, each with the way to where it is mended. */
function PublishProblems({ exam, problems, warnings, waitingPicks }: PaperPreviewProps) {
  return (
    <>
      {problems.length > 0 ? (
        <section className="errsum" aria-labelledby="publish-problems">
          <h2 id="publish-problems">发布前要处理 {problems.length} 处</h2>
          <ul>
            {problems.map(({ step, field, message }) => (
              <li key={`${step} ${field}`}>
                <Link to={toStep(step, { id: exam.id }, field)}>
                  {STEP_LABELS[step]}：{message}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {waitingPicks > 0 ? (
        <Note tone="warn">
          还有 {waitingPicks} 题勾选了没有放入试卷，发布后不会有它们。
          <Link to={toStep('threeadd', { id: exam.id })}>返回第 3 步处理</Link>
        </Note>
      ) : null}
      {warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
    </>
  );
}

function OralPaper({ item, maxTakes }: { item: Item; maxTakes: number }) {
  const { snapshot } = item;
  if (snapshot.bank !== 'oral') return null;
  const { prepSeconds, answerSeconds, musicUrl } = snapshot.body;
  return (
    <Card className="item">
      <div className="item__head">
        <span className="quiet small">
          准备 {formatDuration(prepSeconds * 1000)}，录音限时 {formatDuration(answerSeconds * 1000)}，
          {maxTakes === 0 ? '可以重录，次数不限' : `最多录 ${maxTakes} 次`}
        </span>
      </div>
      <QuestionView question={snapshot} titleId={`item-${item.id}`} heading="h3" />
      {musicUrl === null ? null : <AudioPlayer src={toFile(musicUrl)} label="题目音频" />}
    </Card>
  );
}

function WrittenPaper({ item, number }: { item: Item; number: number }) {
  const { snapshot } = item;
  const names: AnswerNames = {
    keys: `keys-${item.id}`,
    text: `text-${item.id}`,
    blank: (index) => `blank-${item.id}-${index}`,
  };
  const takesPhotos = snapshot.bank === 'written' && snapshot.body.answerBy !== 'text';
  return (
    <Card className="item">
      <div className="item__head">
        <span className="quiet small">
          第 {number} 题 · {questionKindLabel(snapshot)}
          {snapshot.bank === 'written' ? `（${ANSWER_BY_LABELS[snapshot.body.answerBy]}）` : ''} · {item.points} 分
        </span>
      </div>
      <QuestionView question={snapshot} titleId={`item-${item.id}`} heading="h3" names={names}>
        {takesPhotos ? <p className="small quiet">考试时在这里拍照或上传照片，最多 9 张。</p> : null}
      </QuestionView>
    </Card>
  );
}

/** What a rule draws: the questions differ between students, so their pool is listed. */
function DrawnPaper({ draw, number }: { draw: PaperPreviewProps['draws'][number]; number: number }) {
  return (
    <Card className="item">
      <div className="item__head">
        <span className="quiet small">{numberRange(number, draw.count)}</span>
      </div>
      <h3 className="stem">
        {draw.text}：每名学生抽 {draw.count} 题，每题 {draw.points} 分
      </h3>
      {draw.pool === null ? (
        <p className="small quiet">每份答卷里有抽到的题。</p>
      ) : (
        <details>
          <summary>题池共 {draw.pool.length} 题</summary>
          <ol className="pool">
            {draw.pool.map((question) => (
              <li key={question.questionId}>
                {question.title}{' '}
                <span className="quiet small">
                  {questionKindLabel(question)} · {levelLabel(question.level)}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Card>
  );
}

function PreviewSide(props: PaperPreviewProps) {
  const { exam, isOwner, classrooms, examinerNames, problems, hasAttempts, isToday } = props;
  const students = classrooms.reduce((sum, classroom) => sum + classroom.studentCount, 0);
  const edit = isOwner && exam.status === 'draft';
  return (
    <aside>
      <Card
        title="预览"
        hint={<Chip tone={exam.status === 'draft' ? 'plain' : 'theme'}>{EXAM_STATUS_LABELS[exam.status]}</Chip>}
      >
        <div className="stack">
          <p className="small quiet">这就是学生看到的试卷。可以试着作答，不会保存。</p>
          <DescriptionList
            small
            items={[
              ...partsOf(exam.testType).map((part) => ({
                term: PART_LABELS[part],
                detail: <PartTimes exam={exam} part={part} />,
              })),
              {
                term: '班级',
                detail:
                  classrooms.length === 0
                    ? '未选'
                    : `${classrooms.map((classroom) => classroom.name).join('、')}，共 ${students} 人`,
              },
              ...partsOf(exam.testType).map((part) => ({
                term: `${PART_LABELS[part]}评分`,
                detail: whoMarks(examinerNames[part], exam),
              })),
            ]}
          />
          {isOwner ? (
            <div className="row">
              {edit ? (
                <IntentButton
                  intent="publish"
                  action={LIST}
                  fields={{ id: exam.id, version: exam.version }}
                  variant={problems.length === 0 ? 'primary' : 'default'}
                  size="m"
                >
                  发布
                </IntentButton>
              ) : null}
              {edit ? (
                <ButtonLink to={toStep(lastStep(exam.testType), { id: exam.id })}>
                  <EditIcon />
                  编辑
                </ButtonLink>
              ) : null}
              <ButtonLink to={printUrl(exam.id)}>
                <PrintIcon />
                打印
              </ButtonLink>
              {isToday ? <ButtonLink to={toBoard({ examId: exam.id })}>监考</ButtonLink> : null}
              {exam.status === 'published' && !hasAttempts ? (
                <ButtonLink to={toExams({ confirm: 'withdraw', ids: exam.id })} variant="warn">
                  撤回
                </ButtonLink>
              ) : null}
              {exam.status === 'published' || exam.status === 'closed' ? (
                <ButtonLink to={toExam({ id: exam.id })}>补时与班级</ButtonLink>
              ) : null}
            </div>
          ) : null}
          {edit && problems.length === 0 ? (
            <p className="small quiet">发布后试题不能再改，{students} 名学生会收到通知。第一位学生开考前可以撤回。</p>
          ) : null}
        </div>
      </Card>
    </aside>
  );
}

/** The examiners of a part; before the exam is out, also how they share it: later papers may be given to some of them. */
function whoMarks(names: string[], { status, settings }: PaperPreviewProps['exam']): string {
  if (names.length === 0) return '出题老师';
  const how = names.length === 1 || status !== 'draft' ? '' : settings.markedBy === 'all' ? '各评一遍' : '其中一位评';
  return `${names.join('、')}${how === '' ? '' : `，每份${how}`}`;
}

function PartTimes({ exam, part }: { exam: PaperPreviewProps['exam']; part: Part }) {
  const window = heldWindowOf(exam, part);
  const photosAt = photosHeldUntil(exam);
  if (!window) return <>未定</>;
  const minutes = longestMinutes(exam, part);
  return (
    <>
      {formatMinute(window.beginsAt)} 至 {formatMinute(window.endsAt)}
      {minutes === null ? '' : `，每人 ${minutes} 分钟`}
      {part === 'written' && photosAt !== null && photosAt > window.endsAt
        ? `；照片可传到 ${formatMinute(photosAt)}`
        : ''}
    </>
  );
}
