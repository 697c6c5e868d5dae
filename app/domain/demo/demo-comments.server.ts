import { db } from '~/db/db.server';
import { putSensitiveWords } from '~/domain/school/store.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { addComment } from '~/domain/work/comment.commands.server';
import { moderate } from '~/domain/work/moderation.commands.server';
import type { DemoPeople } from './demo-people.server';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The school's sensitive words: rude ones, and what leads children out of the school. */
const WORDS = ['笨蛋', '傻瓜', '垃圾', '滚开', '加微信', '加QQ', '手机号', '代写', '刷赞'];

type Line = { text: string; answers: ['t' | 'a' | 's', string][] };

/** What classmates say of something spoken, and what is answered: by a teacher (t), the author (a) or a classmate (s). */
const OF_SPOKEN: Line[] = [
  {
    text: '声音好稳，我带团第一句话就紧张，怎么练的？',
    answers: [
      ['a', '先把开头三句背到不用想，后面就顺了。'],
      ['t', '这个办法好，大家都可以试试：开头定了，心就定了。'],
    ],
  },
  { text: '“请大家跟紧我的小旗”这句语气特别自然。', answers: [] },
  { text: '中间介绍历史的那段要是再短一点就更好了，游客容易走神。', answers: [['t', '同意，三句话讲清一个点就够。']] },
  { text: '听了三遍，准备学你的停顿。', answers: [['s', '我也是，停在数字后面真的清楚很多。']] },
  { text: '结尾还提醒了集合时间和地点，很像真的导游！', answers: [] },
  { text: '普通话好标准，平翘舌一个都没错。', answers: [['a', '谢谢！每天早读跟着录音读十分钟。']] },
  { text: '要是加一点当地的小故事就更吸引人了。', answers: [] },
];

/** And of something written. */
const OF_WRITTEN: Line[] = [
  {
    text: '步骤好清楚，我每次都忘了先安抚情绪。',
    answers: [['a', '我在草稿上先写“人”再写“事”，就不会忘。']],
  },
  { text: '时间安排得很宽松，老人家不会累。', answers: [['t', '这一点抓得准，行程是给人走的。']] },
  { text: '字写得真工整，一眼就能看懂。', answers: [] },
  { text: '要是再写上下雨怎么办就更完整了。', answers: [['s', '对，备用方案也是得分点。']] },
];

const TEACHER_SAYS_OF_WRITTEN = '要点齐全，顺序也对。下次把每一步由谁来做也写上，就能直接拿去用了。';
const TEACHER_SAYS = '开头的问候亲切，语速比上次慢了，听得很清楚。下次试着把手势也设计进去。';

/** Talk under the works that are shown, some of it still waiting, one comment rejected; the school's word list. */
export async function addDemoComments({ teachers, students, classIds }: DemoPeople, now: number): Promise<void> {
  await putSensitiveWords(WORDS);
  const works = await db()
    .selectFrom('works')
    .select(['id', 'student_id', 'classroom_id', 'part', 'decided_at'])
    .where('state', '=', 'approved')
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
  const [, first, second] = teachers;
  if (!first || !second) throw new Error('demo data: teachers expected');
  const teacherOf = (classroomId: number | null) => (classroomId === classIds[0] ? first : second);
  const write = (actor: Actor, workId: number, text: string, parentId: number | null, at: number) =>
    addComment(actor, { workId, parentId, text, fileId: '', requestId: '' }, Math.min(at, now));
  const someoneElse = (turn: number, studentId: number) => {
    const one = students[(turn * 7 + 5) % students.length];
    return one?.id === studentId ? students[(turn * 7 + 6) % students.length] : one;
  };

  for (const [turn, work] of works.entries()) {
    const teacher = teacherOf(work.classroom_id);
    const begun = (work.decided_at ?? now) + 40 * MINUTE;
    const author = students.find((student) => student.id === work.student_id);
    // Not every work is talked about, and the first ones most.
    const talk = work.part === 'oral' ? OF_SPOKEN : OF_WRITTEN;
    for (const [line, { text, answers }] of talk.slice(turn % 3, (turn % 3) + Math.max(1, 4 - turn)).entries()) {
      const commenter = someoneElse(turn + line, work.student_id);
      if (!commenter || !author || begun + (line + 1) * HOUR > now) continue;
      const at = begun + line * HOUR;
      const { id } = await write(commenter, work.id, text, null, at);
      await approve(teacher, id, at + 20 * MINUTE);
      for (const [step, [who, answer]] of answers.entries()) {
        const actor = who === 't' ? teacher : who === 'a' ? author : someoneElse(turn + line + 9, work.student_id);
        if (!actor) continue;
        const answered = await write(actor, work.id, answer, id, at + (25 + step * 5) * MINUTE);
        if (answered.state === 'pending') await approve(teacher, answered.id, at + (28 + step * 5) * MINUTE);
      }
    }
    if (turn % 4 === 0)
      await write(
        teacher,
        work.id,
        work.part === 'oral' ? TEACHER_SAYS : TEACHER_SAYS_OF_WRITTEN,
        null,
        begun + 15 * MINUTE,
      );
  }

  const [last, beforeLast] = [...works].reverse();
  if (!last || !beforeLast) return;
  const [one, two, three, four] = [11, 17, 23, 38].map((turn) => someoneElse(turn, last.student_id));
  if (!one || !two || !three || !four) return;
  const rejected = await write(one, last.id, '关注我，加 微 信 互相刷赞', null, now - 5 * HOUR);
  await moderate(
    teacherOf(last.classroom_id),
    {
      targets: [{ kind: 'comment', id: rejected.id }],
      decision: 'reject',
      reason: '含有联系方式或个人信息；评论请说说作品本身。',
    },
    now - 4 * HOUR,
  );
  await write(two, last.id, '中间那段能不能再说说？我没太明白。', null, now - 3 * HOUR);
  await write(three, last.id, '这也能上高分作品？像个笨 蛋做的。', null, now - 2 * HOUR);
  await write(four, beforeLast.id, '想知道准备了多久，我也想试一次。', null, now - 50 * MINUTE);
}

function approve(teacher: Actor, id: number, at: number): Promise<number> {
  return moderate(teacher, { targets: [{ kind: 'comment', id }], decision: 'approve', reason: '' }, at);
}
