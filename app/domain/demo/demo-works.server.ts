import { WRITTEN_ANSWERS } from '~/db/demo/exam-data';
import { db } from '~/db/db.server';
import { addPractice, markPractice, ratePractice } from '~/domain/practice/practice.commands.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { moderate } from '~/domain/work/moderation.commands.server';
import { publishWork, setLike, setPinned } from '~/domain/work/work.commands.server';
import { WORK_MIN_SCORE } from '~/domain/work/work.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import type { DemoFiles } from './demo-files.server';
import type { DemoPeople, DemoQuestions } from './demo-people.server';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What students say about their works: title and a few words. */
const WORDS: Record<string, [string, string][]> = {
  故宫中轴线讲解: [
    ['跟我走中轴线', '午门到太和殿那段练了很多遍，语速放慢了，想让游客跟得上。'],
    ['三分钟讲故宫', '听了老师的建议，结尾又强调了一遍集合地点。'],
    ['站在太和殿广场上', ''],
    ['中轴线上的左右对称', '写讲解词之前先画了一张平面图，顺序就不会乱。'],
    ['故宫讲解练习', '第一次拿到这么高的分，请大家提意见。'],
  ],
  接站欢迎词: [
    ['一路辛苦了，欢迎', '对着镜子练的，笑着说声音会不一样。'],
    ['接站欢迎词，第五遍', '“安全带”那句以前总停太久，这次顺了。'],
    ['上车先说三件事', ''],
    ['从车站到酒店四十分钟', '把行程说清楚，再说注意事项。'],
  ],
  江南古镇朗读: [
    ['清晨的古镇', '轻声和停顿标在稿子上再读，好多了。'],
    ['卖豆花的老人', '“吆喝声又慢又软”想读出画面来。'],
    ['石桥流水', ''],
    ['白墙黛瓦', '录了三条，选了最慢的一条。'],
  ],
  设计一日游行程: [
    ['给爷爷奶奶的一日游', '每两小时安排一次休息，午饭后不爬山。'],
    ['慢一点的行程', '坐车时间加起来不到两小时。'],
    ['带一把折叠凳去看展', ''],
    ['一日游，写在一页纸上', '先画时间轴，再填地点，字也写整齐了。'],
  ],
  处理游客投诉: [
    ['先道歉，再解决', '把“核实”放在“方案”前面，老师说这样最稳。'],
    ['湖景房变成了街景房', ''],
    ['投诉处理四步', '道歉、核实、方案、回访，背下来就不慌了。'],
  ],
};

const COMPLAINT =
  '先请游客坐下，为没有达到预期道歉，让他把话说完，边听边记，不打断也不争辩。\n接着拿出合同和酒店订单核对房型，当着游客的面打电话给酒店经理和旅行社，弄清楚是谁订错的。\n酒店有湖景房就马上换，帮忙搬行李；没有就说明原因，给出退差价、升级晚餐、明晚换房三个办法，请游客自己选，写下来双方签字。\n换好以后当晚再去看一次，第二天早上问问睡得怎么样，把经过写进带团日志。';

/** Works in every state, liked and pinned: of released exams, and of what some students practised. */
export async function addDemoWorks(
  people: DemoPeople,
  questions: DemoQuestions,
  files: DemoFiles,
  now: number,
): Promise<void> {
  const school = new DemoWorks(people, questions, files);
  await school.ofExams(now);
  await school.ofPractice(now);
  await school.decide(now);
  await school.like(now);
}

class DemoWorks {
  private readonly told = new Map<string, number>();
  private readonly works: { id: number; at: number; author: Actor; isSpoken: boolean }[] = [];

  constructor(
    private readonly people: DemoPeople,
    private readonly questions: DemoQuestions,
    private readonly files: DemoFiles,
  ) {}

  async ofExams(now: number): Promise<void> {
    const rows = await db()
      .selectFrom('attempts')
      .innerJoin('exams', 'exams.id', 'attempts.exam_id')
      .innerJoin('users', 'users.id', 'attempts.student_id')
      .innerJoin('exam_items', (join) =>
        join.onRef('exam_items.exam_id', '=', 'exams.id').onRef('exam_items.part', '=', 'attempts.part'),
      )
      .select(['attempts.id', 'attempts.student_id', 'attempts.part', 'exams.released_at', 'exam_items.snapshot'])
      .where('exams.status', '=', 'released')
      .where('attempts.percent', '>=', WORK_MIN_SCORE)
      .where('users.has_consent', '=', 1)
      .where('exam_items.snapshot', 'not like', '%"bank":"theory"%')
      // Where the program came without its demo files there is nothing to show.
      .where((eb) =>
        eb.or([
          eb.exists(eb.selectFrom('takes').select('takes.id').whereRef('takes.attempt_id', '=', 'attempts.id')),
          eb.exists(eb.selectFrom('photos').select('photos.id').whereRef('photos.attempt_id', '=', 'attempts.id')),
        ]),
      )
      // Never by the papers' ids, which are drawn by chance: every demo school is the same.
      .orderBy('attempts.exam_id')
      .orderBy('attempts.submitted_at')
      .orderBy('attempts.student_id')
      .orderBy('exam_items.position')
      .execute();
    for (const row of new Map(rows.map((each) => [each.id, each])).values()) {
      const author = this.people.students.find((student) => student.id === row.student_id);
      if (!author || this.works.length >= 12) continue;
      const { title } = JSON.parse(row.snapshot) as { title: string };
      const at = Math.min(now - HOUR, (row.released_at ?? now) + (3 + this.works.length * 7) * HOUR);
      await this.publish(author, { attemptId: row.id, practiceId: null }, title, at);
    }
  }

  /** Takes that their students find very good, and pen answers that meet every point. */
  async ofPractice(now: number): Promise<void> {
    const [, stationId] = this.questions.oral;
    const [, complaintId] = this.questions.written;
    const { students } = this.people;
    for (const [turn, index] of [30, 33, 36, 40].entries()) {
      const author = students[index];
      const at = now - (9 - turn * 2) * DAY;
      const fileId = author && (await this.files.recording(author, '接站欢迎词', at));
      if (!author || !fileId || !stationId) continue;
      const take = await addPractice(author, practiceSchema.parse({ questionId: stationId, fileIds: fileId }), at);
      await ratePractice(author, { id: take.id, rating: 5, note: '' }, at + MINUTE);
      await this.publish(author, { attemptId: null, practiceId: take.id }, '接站欢迎词', at + HOUR);
    }
    for (const [turn, index] of [0, 4, 8].entries()) {
      const author = students[index];
      const at = now - (6 - turn * 2) * DAY;
      if (!author || !complaintId) continue;
      const text = [COMPLAINT, ...WRITTEN_ANSWERS][turn];
      const answer = practiceSchema.parse({ questionId: complaintId, answer: { text }, begunAt: at });
      const { id } = await addPractice(author, answer, at + 20 * MINUTE);
      await markPractice(author, { id, met: [0, 1, 2, 3] }, at + 22 * MINUTE);
      await this.publish(author, { attemptId: null, practiceId: id }, '处理游客投诉', at + HOUR);
    }
  }

  private async publish(
    author: Actor,
    source: { attemptId: number | null; practiceId: number | null },
    question: string,
    at: number,
  ): Promise<void> {
    const turn = this.told.get(question) ?? 0;
    this.told.set(question, turn + 1);
    const words = WORDS[question] ?? [];
    const [title, description] = words[turn % Math.max(1, words.length)] ?? [question, ''];
    const anonymous = this.works.length % 3 !== 1;
    const { id } = await publishWork(author, { ...source, title, description, anonymous, pieces: null }, at);
    this.works.push({ id, at, author, isSpoken: question !== '处理游客投诉' });
  }

  /** The newest three still wait, one of the others is rejected, two are pinned. */
  async decide(now: number): Promise<void> {
    const byAge = [...this.works].sort((a, b) => a.at - b.at);
    const decided = byAge.slice(0, -3);
    const rejected = decided.filter((work) => work.isSpoken).pop();
    for (const [turn, work] of decided.entries()) {
      const at = Math.min(now - 30 * MINUTE, work.at + (2 + (turn % 5) * 3) * HOUR);
      const teacher = this.teacherOf(work.author);
      const target = [{ kind: 'work' as const, id: work.id }];
      if (work === rejected) {
        const reason = '录音开头有同学叫你的名字，请剪掉再发。';
        await moderate(teacher, { targets: target, decision: 'reject', reason }, at);
        continue;
      }
      await moderate(teacher, { targets: target, decision: 'approve', reason: '' }, at);
      if (turn === 2 || turn === 6) await setPinned(teacher, { id: work.id, on: true }, at + HOUR);
    }
  }

  private teacherOf(author: Actor): Actor {
    const [, first, second] = this.people.teachers;
    if (!first || !second) throw new Error('demo data: teachers expected');
    return author.classroomId === this.people.classIds[0] ? first : second;
  }

  async like(now: number): Promise<void> {
    const { students, teachers } = this.people;
    const approved = await db()
      .selectFrom('works')
      .select(['id', 'student_id'])
      .where('state', '=', 'approved')
      .orderBy('id')
      .execute();
    for (const [turn, work] of approved.entries()) {
      const count = (turn * 7 + 3) % 19;
      const fans = [
        ...students.filter((_, index) => (index * 5 + turn * 11) % 60 < count),
        ...teachers.slice(0, turn % 3),
      ];
      for (const fan of fans) {
        if (fan.id !== work.student_id) await setLike(fan, { id: work.id, on: true }, now - 20 * MINUTE);
      }
    }
  }
}
