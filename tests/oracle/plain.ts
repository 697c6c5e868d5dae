import { sql } from 'kysely';
import { db } from '~/db/db.server';

/**
 * Results computed once more in the plainest way, from the raw rows alone and without a line of the app's own rules:
 * what every place that shows a number or a word is compared with.
 */

type Row = Record<string, string | number | null>;
type Measures = Partial<Record<'zqd' | 'lld' | 'wzd' | 'gjc', number | null>>;

export type PlainPart = {
  part: 'oral' | 'written';
  /** Unrounded; null: none. */
  percent: number | null;
  /** 缺考 or 待评分 where there is none. */
  word: '缺考' | '待评分' | null;
  attemptId: number | null;
  /** Of every item by its id: what it earned of its points. */
  points: Map<number, number>;
  comments: string[];
  measures: Measures | null;
  /** Both marks where it was sat twice. */
  again: [string, string] | null;
  /** Of every item by its id: what is said beside the mark. */
  remarks: Map<number, string>;
};
export type PlainStudent = {
  studentId: number;
  classId: number | null;
  total: number | null;
  word: string | null;
  parts: PlainPart[];
};
export type PlainPaper = {
  attemptId: number;
  studentId: number;
  part: string;
  number: number;
  percent: number | null;
  state: string;
  points: Map<number, number>;
  remarks: Map<number, string>;
  /** Whose scores count, by the rows' ids. */
  counted: number[];
};
export type PlainExam = { students: PlainStudent[]; papers: PlainPaper[] };

/** Half up, as on paper. */
export const round = (value: number, digits = 0) => {
  const [whole = '0', fraction = ''] = value.toFixed(9).split('.');
  const scaled = BigInt(whole + fraction);
  const unit = 10n ** BigInt(9 - digits);
  return Number((scaled + unit / 2n) / unit) / 10 ** digits;
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export async function computeExam(examId: number): Promise<PlainExam> {
  const exam = await db().selectFrom('exams').selectAll().where('id', '=', examId).executeTakeFirstOrThrow();
  const settings = JSON.parse(exam.settings) as {
    measureWeights: Record<string, number>;
    arbitrationLimit: number;
    recordSeconds: number;
    countedAttempt: string;
    markedBy: string;
    excellentFrom: number;
    goodFrom: number;
    passFrom: number;
  };
  const all = async (table: string) =>
    (await sql<Row>`select * from ${sql.table(table)} where exam_id = ${examId} order by 1`.execute(db())).rows;
  const items = await all('exam_items');
  const attempts = await all('attempts');
  const named = await all('exam_examiners');
  const given = await all('score_assignments');
  const corrections = await all('item_corrections');
  const classIds = (await all('exam_classrooms')).map((row) => Number(row.classroom_id));
  const places = await db().selectFrom('attempt_items').selectAll().execute();
  const scores = await db().selectFrom('scores').selectAll().orderBy('id').execute();
  const marks = await db().selectFrom('score_marks').selectAll().execute();
  const decisions = await db().selectFrom('score_decisions').selectAll().execute();
  const takes = await db().selectFrom('takes').selectAll().execute();
  const journal = await db().selectFrom('answer_journal').selectAll().where('outcome', '=', 'refused').execute();
  const accepted = await db().selectFrom('late_acceptances').selectAll().execute();
  const refused = await db().selectFrom('refused_files').selectAll().execute();
  const users = await db().selectFrom('users').selectAll().where('user_type', '!=', 1).execute();

  // Who was in which class when the exam was over: what the journal of the school tells of moves since, taken back.
  const journalOf = await db()
    .selectFrom('audit_entries')
    .select(['action', 'entity_id', 'detail'])
    .where('action', 'in', ['student.move', 'student.add'])
    .where('at', '>', exam.closed_at)
    .orderBy('id')
    .execute();
  const classOf = (user: { id: number; classroom_id: number | null }): number | null => {
    const [first] = journalOf.filter((entry) => entry.entity_id === String(user.id));
    if (!first) return user.classroom_id;
    return first.action === 'student.add' ? null : (JSON.parse(first.detail) as { from: number }).from;
  };

  // Who was named for a part when the result of a student came out: what was changed since, taken back.
  const outSince = new Map(
    (await all('exam_classrooms')).map((row) => [
      Number(row.classroom_id),
      row.released_at === null ? null : Number(row.released_at),
    ]),
  );
  const changes = await db()
    .selectFrom('audit_entries')
    .select(['at', 'detail'])
    .where('action', '=', 'score.set_examiners')
    .where('entity_id', '=', String(examId))
    .execute();
  const namedThen = (studentId: number, part: string) => {
    const user = users.find((one) => one.id === studentId);
    const since = (user ? outSince.get(classOf(user) ?? 0) : null) ?? exam.released_at;
    const now = named
      .filter((row) => row.part === part && row.only_arbitrates === 0)
      .map((row) => Number(row.teacher_id));
    const later = changes
      .map(({ at, detail }) => ({
        at,
        ...(JSON.parse(detail) as { part: string; added: number[]; removed: number[] }),
      }))
      .filter((one) => one.part === part && since !== null && one.at > since);
    return [
      ...now.filter((one) => !later.some(({ added }) => added.includes(one))),
      ...later.flatMap(({ removed }) => removed),
    ];
  };

  const papers = attempts.map((attempt) => {
    const id = Number(attempt.id);
    const part = String(attempt.part) as 'oral' | 'written';
    const own = places.filter((place) => place.attempt_id === id).map((place) => place.item_id);
    const paper = items.filter((item) =>
      own.length > 0 ? own.includes(Number(item.id)) : item.part === part && item.draw_id === null,
    );
    const marksOf = (scoreId: number) => marks.filter((mark) => mark.score_id === scoreId);
    const full = paper.reduce((sum, item) => sum + Number(item.points), 0);
    const reached = (scoreId: number) => {
      if (part === 'oral') {
        // The weighted mean of the measures that apply, to an integer.
        const measures = JSON.parse(marksOf(scoreId)[0]?.measures ?? '{}') as Measures;
        const applying = Object.entries(measures).filter(([, value]) => typeof value === 'number');
        const weight = applying.reduce((sum, [name]) => sum + (settings.measureWeights[name] ?? 0), 0);
        return round(
          applying.reduce((sum, [name, value]) => sum + Number(value) * (settings.measureWeights[name] ?? 0), 0) /
            weight,
        );
      }
      return (marksOf(scoreId).reduce((sum, mark) => sum + (mark.points ?? 0), 0) / full) * 100;
    };
    const finals = scores
      .filter((score) => score.attempt_id === id && score.state === 'final')
      .map((score) => ({ ...score, reached: reached(score.id) }))
      .sort((a, b) => (a.finalised_at ?? 0) - (b.finalised_at ?? 0) || a.id - b.id);
    const byHand = paper.some(({ id: itemId, snapshot }) => {
      const { bank, kind } = JSON.parse(String(snapshot)) as { bank: string; kind: string };
      const corrected = corrections.filter((row) => row.item_id === itemId).pop();
      return (bank !== 'theory' || kind === 'short') && corrected?.kind !== 'credit';
    });
    const inPart = (row: Row) => row.part === part;
    const shared = given.filter((row) => inPart(row) && row.kind === 'examiner');
    let wanted =
      shared.length > 0
        ? shared
            .filter((row) => row.student_id === attempt.student_id)
            .map((row) => Number(row.examiner_id))
            // Who is no examiner any more is waited for nowhere.
            .filter(
              (teacherId) =>
                teacherId === exam.owner_id ||
                named.some((row) => inPart(row) && row.teacher_id === teacherId) ||
                finals.some((score) => score.examiner_id === teacherId),
            )
        : settings.markedBy === 'one'
          ? []
          : namedThen(Number(attempt.student_id), part);
    if (wanted.length < 2 || !byHand) wanted = [];
    const counted = countedScores(
      finals,
      wanted,
      settings.arbitrationLimit,
      exam.owner_id,
      decisions.find((row) => row.attempt_id === id)?.score_ids ?? null,
    );
    const points = new Map<number, number>();
    for (const item of paper) {
      const values = counted.flatMap(
        (score) => marksOf(score.id).find((mark) => mark.item_id === Number(item.id))?.points ?? [],
      );
      if (values.length > 0) points.set(Number(item.id), mean(values));
    }
    const given1 = counted.flatMap((score) =>
      marksOf(score.id).flatMap((mark) => (mark.measures ? [JSON.parse(mark.measures) as Measures] : [])),
    );
    const measures: Measures = {};
    for (const name of ['zqd', 'lld', 'wzd', 'gjc'] as const) {
      const values = given1.flatMap((one) => one[name] ?? []);
      measures[name] = values.length === 0 ? null : round(mean(values));
    }
    const remarks = new Map<number, string>();
    for (const item of paper) {
      const of = <T extends { attempt_id: number; item_id: number }>(rows: T[]) =>
        rows.filter((row) => row.attempt_id === id && row.item_id === Number(item.id));
      const yes = of(accepted);
      const isYes = (kind: string, ref: number) => yes.some((one) => one.kind === kind && one.ref_id === ref);
      const refusedTakes = of(takes).filter((take) => take.outcome === 'refused');
      const refusedAnswers = of(journal).filter((entry) => !isYes('answer', Number(entry.id)));
      const waiting = refusedTakes.length + refusedAnswers.length;
      // By how much: after the deadline, or after a paper that was closed before it.
      const [deadline, handedIn] = [Number(attempt.deadline_at), Number(attempt.submitted_at ?? attempt.deadline_at)];
      const longest = (rows: { received_at: number }[]) => {
        const most = Math.max(0, ...rows.map(({ received_at: at }) => at - (at >= deadline ? deadline : handedIn)));
        const seconds = Math.max(1, Math.round(most / 1000));
        const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
        if (most === 0) return '';
        const time =
          hours > 0
            ? `${hours} 小时${minutes > 0 ? ` ${minutes} 分` : ''}`
            : seconds < 60
              ? `${seconds} 秒`
              : seconds % 60 === 0
                ? `${minutes} 分钟`
                : `${minutes} 分 ${seconds % 60} 秒`;
        return `（${rows.length > 1 ? '最多晚' : '晚'} ${time}）`;
      };
      const chosen = of(takes).find((take) => take.is_chosen === 1);
      const counting = yes.filter((one) => one.kind !== 'take' || Number(chosen?.id) === one.ref_id);
      const acceptedRows = counting.flatMap((one) =>
        (one.kind === 'answer' ? of(journal) : of(takes)).filter((row) => Number(row.id) === one.ref_id),
      );
      const over = part === 'oral' && chosen ? chosen.duration_ms / 1000 - settings.recordSeconds : 0;
      const words = [
        over >= 1 ? `录音超时 ${round(over)} 秒` : '',
        waiting > 0 ? `${waiting} 项收卷后才到${longest([...refusedTakes, ...refusedAnswers])}，没有计入` : '',
        counting.length > 0 ? `${counting.length} 项迟到${longest(acceptedRows)}，老师已计入` : '',
        of(refused).length > 0 ? `${of(refused).length} 个文件没有收下` : '',
      ].filter((word) => word !== '');
      if (words.length > 0) remarks.set(Number(item.id), words.join('，'));
    }
    return {
      id,
      remarks,
      counted: counted.map((score) => score.id),
      studentId: Number(attempt.student_id),
      part,
      number: Number(attempt.number),
      state: String(attempt.state),
      percent: counted.length === 0 ? null : mean(counted.map((score) => score.reached)),
      // Everybody who was waited for has marked it, and no mark counts.
      isApart:
        counted.length === 0 &&
        finals.length > 1 &&
        wanted.every((teacherId) => finals.some((score) => score.examiner_id === teacherId)),
      points,
      comments: counted.map((score) => score.comment).filter((text) => text !== ''),
      measures: given1.length === 0 ? null : measures,
    };
  });

  const parts = (['oral', 'written'] as const).filter(
    (part) => exam.test_type === 2 || exam.test_type === (part === 'oral' ? 0 : 1),
  );
  const sat = new Set(papers.map((paper) => paper.studentId));
  const students = users
    .filter((user) => sat.has(user.id) || (user.deleted_at === null && classIds.includes(classOf(user) ?? -1)))
    .map((user): PlainStudent => {
      const own = parts.map((part): PlainPart => {
        const mine = papers
          .filter((paper) => paper.studentId === user.id && paper.part === part)
          .sort((a, b) => a.number - b.number);
        const scored = mine.filter((paper) => paper.percent !== null);
        // The dust of binary floats makes no attempt better than another.
        const better = (a: (typeof mine)[number], b: (typeof mine)[number]) =>
          round(b.percent ?? 0, 6) - round(a.percent ?? 0, 6) || b.number - a.number;
        const [best] = [...scored].sort(better);
        const counts =
          settings.countedAttempt === 'best'
            ? (best ?? mine[mine.length - 1])
            : (scored[scored.length - 1] ?? mine[mine.length - 1]);
        const said = (paper: (typeof mine)[number] | undefined) =>
          !paper ? '缺考' : paper.percent !== null ? `${round(paper.percent)}分` : paper.isApart ? '待仲裁' : '待评分';
        const second = mine.find((paper) => paper.number === 2);
        return {
          part,
          percent: counts?.percent ?? null,
          word: counts ? (counts.percent === null ? '待评分' : null) : '缺考',
          attemptId: counts?.id ?? null,
          points: counts?.points ?? new Map<number, number>(),
          comments: counts?.comments ?? [],
          measures: counts?.measures ?? null,
          remarks: counts?.remarks ?? new Map<number, string>(),
          again: second ? [said(mine.find((paper) => paper.number === 1)), said(second)] : null,
        };
      });
      const weightOf = (part: string) => (part === 'oral' ? exam.oral_weight : exam.written_weight);
      const weights = own.reduce((sum, part) => sum + weightOf(part.part), 0);
      const total = own.some((part) => part.percent === null)
        ? null
        : round(own.reduce((sum, part) => sum + (part.percent ?? 0) * weightOf(part.part), 0) / weights);
      const word =
        total === null
          ? null
          : total < settings.passFrom
            ? '待提高'
            : total >= settings.excellentFrom
              ? '优秀'
              : total >= settings.goodFrom
                ? '良好'
                : '及格';
      return { studentId: user.id, classId: classOf(user), total, word, parts: own };
    });
  return {
    students,
    papers: papers.map(({ id: attemptId, ...paper }) => ({ attemptId, ...paper })),
  };
}

type Final = { id: number; examiner_id: number; kind: string; comment: string; reached: number };

/** The scores whose mean a paper is; none while it waits. */
function countedScores(
  finals: Final[],
  wanted: number[],
  limit: number,
  ownerId: number,
  decision: string | null,
): Final[] {
  const chosen = decision === null ? [] : (JSON.parse(decision) as number[]);
  if (chosen.length > 0 && chosen.every((id) => finals.some((score) => score.id === id))) {
    return finals.filter((score) => chosen.includes(score.id));
  }
  const two = finals.filter((score) => score.kind === 'examiner');
  const third = finals.filter((score) => score.kind === 'arbiter');
  if (two.length === 0) return [];
  const missing = wanted.filter((id) => !two.some((score) => score.examiner_id === id)).length;
  const others = two.filter((score) => !wanted.includes(score.examiner_id) && score.examiner_id !== ownerId).length;
  if (wanted.length > 0 && missing > others) return [];
  const reached = two.map((score) => score.reached);
  if (Math.max(...reached) - Math.min(...reached) <= limit + 1e-9) return two;
  const apart = (one: Final, other: Final) => Math.abs(one.reached - other.reached);
  const [x, y, z] = two;
  if (third.length === 0 && two.length === 3 && x && y && z) {
    // Three who all mark it: the two nearest to each other, whoever came first.
    const [low, middle, high] = [x, y, z].sort((one, other) => one.reached - other.reached) as [Final, Final, Final];
    const [below, above] = [apart(low, middle), apart(middle, high)];
    if (Math.abs(below - above) <= 1e-9) return [];
    return below < above ? [low, middle] : [middle, high];
  }
  const [a, b] = two;
  const [c] = third;
  if (!a || !b || !c || two.length !== 2 || third.length !== 1) return [];
  const [toA, toB] = [apart(c, a), apart(c, b)];
  if (Math.abs(toA - toB) <= 1e-9) return [];
  return [toA < toB ? a : b, c];
}
