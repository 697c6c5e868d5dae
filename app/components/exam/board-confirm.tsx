import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SelectField } from '~/components/form/choice-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { FormContext } from '~/components/form/form-context';
import { TextArea, TextField } from '~/components/form/text-fields';
import { ConfirmSection } from '~/components/list/confirm-section';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { ALL_PARTS } from '~/domain/room/announcement.schema';
import type { BoardHead } from '~/domain/room/board.queries.server';
import type { BoardQuestion } from '~/domain/room/board.schema';
import { closeSentence, type ClosingFigures } from '~/domain/room/close.rules';
import { extendSentences } from '~/domain/room/extend.rules';
import type { ExtendNotice } from '~/domain/room/resume.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { ExtendFields, type MovedEnd } from './extend-fields';

const TITLES: Record<BoardQuestion, string> = {
  extend: '补时',
  extendAll: '全场补时',
  handin: '代交',
  close: '结束考试',
  announce: '发公告',
  correct: '更正公告',
  withdraw: '撤回公告',
};

/** The question with its fields. */
export function BoardConfirm({
  question,
  examId,
  part,
  view,
  parts,
  closing,
  students,
  told,
  endsAt,
  notice,
  requestId,
  problem,
}: {
  question: BoardQuestion;
  examId: number;
  part: Part;
  view: '' | 'resit';
  parts: BoardHead['parts'];
  /** What ending the exam does; null where it is not asked. */
  closing: ClosingFigures | null;
  students: { studentId: number; name: string; answered: number; itemCount: number; deadlineAt: number | null }[];
  /** What is corrected or taken back. */
  told: BoardHead['announcements'][number] | null;
  /** When the part ends for the room. */
  endsAt: number;
  /** What more time opens again and undoes; null where none is given. */
  notice: ExtendNotice | null;
  /** A second click gives no second time. */
  requestId: string;
  problem: FormProblem | undefined;
}) {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const names = students.map((student) => student.name).join('、');
  if (question === 'close') {
    return (
      <ConfirmSection
        title={TITLES.close}
        text={
          <>
            {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
            <p>{closing ? closeSentence(closing) : null}</p>
          </>
        }
        intent="close"
        fields={{ id: examId }}
        confirmLabel="结束考试"
        danger
        cancelHref={withParams(location, { confirm: null, ids: null })}
      />
    );
  }
  if (question === 'announce') {
    const going = view === '' ? parts.filter((one) => one.phase !== 'ended') : [];
    const isChosen = going.length > 1;
    const who = isChosen ? '' : PART_LABELS[part];
    return (
      <ConfirmSection
        title={TITLES.announce}
        text={<p>{`${who}正在作答的学生 15 秒内在考试页上方看到，一直留着可以再看。`}</p>}
        intent="announce"
        fields={isChosen ? { id: examId, view } : { id: examId, part, view }}
        confirmLabel="发出公告"
        cancelHref={withParams(location, { confirm: null, ids: null })}
      >
        <AskedFields question="announce" problem={problem}>
          {isChosen ? (
            <SelectField
              name="part"
              label="发给"
              // The room that is watched: what is said of its paper puzzles those who sit the other.
              defaultValue={part}
              options={[
                { value: ALL_PARTS, label: `${going.map((one) => PART_LABELS[one.part]).join('和')}的学生` },
                ...going.map((one) => ({ value: one.part, label: `只发给${PART_LABELS[one.part]}的学生` })),
              ]}
            />
          ) : null}
          <TextArea name="text" label="公告" hint="200 字以内，例如“第 3 题的图看黑板”" rows={3} maxLength={200} />
        </AskedFields>
      </ConfirmSection>
    );
  }
  if (question === 'correct' || question === 'withdraw') {
    const isCorrecting = question === 'correct';
    return (
      <ConfirmSection
        title={TITLES[question]}
        text={
          <>
            {isCorrecting ? null : <p className="whitespace-pre-line">{told?.text}</p>}
            <p>
              {isCorrecting
                ? '学生的考试页 15 秒内换成更正后的话，并标明“更正”。'
                : '学生的考试页 15 秒内不再显示这条公告，原处写明老师已撤回。'}
            </p>
          </>
        }
        intent={question}
        fields={{ id: examId, announcementId: told?.id ?? 0 }}
        confirmLabel={isCorrecting ? '更正' : '撤回'}
        danger={!isCorrecting}
        cancelHref={withParams(location, { confirm: null, ids: null })}
      >
        <AskedFields question={question} problem={problem}>
          {isCorrecting ? (
            <TextArea
              name="text"
              label="公告"
              hint="200 字以内"
              rows={3}
              maxLength={200}
              defaultValue={told?.typed ?? ''}
            />
          ) : null}
        </AskedFields>
      </ConfirmSection>
    );
  }
  const fields = {
    id: examId,
    ...(question === 'handin' ? { part } : { scope: part, requestId }),
    ...(question === 'extendAll' ? { all: '1' } : { studentIds: students.map((student) => student.studentId) }),
  };
  return (
    <ConfirmSection
      title={TITLES[question]}
      text={
        <>
          <p>{textOf(question, part, names, students)}</p>
          {(notice ? extendSentences(notice, question === 'extendAll') : []).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      }
      intent={question}
      fields={fields}
      confirmLabel={question === 'handin' ? '确定代交' : '确定补时'}
      danger={question === 'handin'}
      cancelHref={withParams(location, { confirm: null, ids: null, currentPage })}
    >
      <AskedFields question={question} problem={problem}>
        {question === 'handin' ? (
          <TextField name="reason" label="原因" hint="必填，学生会看到" maxLength={100} />
        ) : (
          <ExtendFields ends={notice?.early ? [] : movedEnds(question, part, endsAt, students)} />
        )}
      </AskedFields>
    </ConfirmSection>
  );
}

/** Fields that know what was wrong with them, and what was typed. */
function AskedFields({
  question,
  problem,
  children,
}: {
  question: BoardQuestion;
  problem: FormProblem | undefined;
  children: ReactNode;
}) {
  return (
    <FormContext.Provider
      value={{
        idPrefix: '',
        intent: question,
        formKey: undefined,
        errors: problem?.fieldErrors ?? {},
        kept: problem?.values ?? null,
      }}
    >
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {children}
    </FormContext.Provider>
  );
}

/** What the minutes move, as far as it may be said. */
function movedEnds(
  question: BoardQuestion,
  part: Part,
  endsAt: number,
  students: { deadlineAt: number | null }[],
): MovedEnd[] {
  if (question === 'extendAll') return [{ word: PART_LABELS[part], first: endsAt, last: endsAt }];
  const times = students.flatMap((student) => student.deadlineAt ?? []);
  if (times.length === 0 || times.length < students.length) return [];
  return [{ word: '', first: Math.min(...times), last: Math.max(...times) }];
}

function textOf(
  question: BoardQuestion,
  part: Part,
  names: string,
  students: { answered: number; itemCount: number }[],
): string {
  if (question === 'extendAll') return `给全场学生的${PART_LABELS[part]}部分补时，结束时间和每人限时一起延后。`;
  if (question === 'extend') return `给 ${names} 补时，加在各自的截止时间上，正在作答的马上生效。`;
  const [only] = students;
  const done = students.length === 1 && only ? `已答 ${only.answered} / ${only.itemCount} 题。` : '';
  return `按已保存的内容替 ${names} 交卷。${done}交卷后学生不能再作答，会收到消息。`;
}
