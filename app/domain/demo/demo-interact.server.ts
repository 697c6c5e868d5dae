import { db } from '~/db/db.server';
import { listAskable } from '~/domain/interaction/subject.queries.server';
import { addPost, closeThread, markThreadRead, startThread } from '~/domain/interaction/thread.commands.server';
import { getThread } from '~/domain/interaction/thread.queries.server';
import { aboutValue, type Subject } from '~/domain/interaction/thread.rules';
import { askSchema, replySchema } from '~/domain/interaction/thread.schema';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toSharedBank } from '~/lib/addresses/banks';
import { toClasses } from '~/lib/addresses/members';
import type { DemoFiles } from './demo-files.server';
import type { DemoPeople } from './demo-people.server';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

type Said = { by: Actor; text: string; hoursLater: number; recording?: string | undefined; photo?: string | undefined };

/** Questions of each subject with their answers: closed, answered, one with a photo that awaits an answer. */
export async function addDemoThreads(people: DemoPeople, files: DemoFiles, now: number): Promise<void> {
  const [zhou, lu, ouyang] = people.teachers;
  const [first, second, third] = people.students;
  const [inSecond, alsoInSecond] = people.students.slice(people.students.length / 2);
  if (!zhou || !lu || !ouyang || !first || !second || !third || !inSecond || !alsoInSecond) {
    throw new Error('demo data: people of both classes expected');
  }
  const recordingOf = (actor: Actor, question: string, at: number) => files.recording(actor, question, at);

  const scoreAt = now - 15 * DAY;
  const closed = await ask(first, 'score', '口语的完整度为什么扣了分？', scoreAt, {
    text: '周老师好，我听了自己的录音，觉得该讲的都讲了，不知道完整度是扣在哪里。',
  });
  await talk(closed, scoreAt, [
    {
      by: zhou,
      hoursLater: 5,
      text: '太和殿的屋脊小兽和御门听政这两处没有讲到，原稿里是要点。我把这一段示范了一遍，你听听停顿和重音。',
      recording: await recordingOf(zhou, '故宫中轴线讲解', scoreAt + 5 * HOUR),
    },
    { by: first, hoursLater: 21, text: '听完明白了，我再练两遍。谢谢老师！' },
  ]);
  if (closed) {
    await markThreadRead(zhou, await getThread(zhou, closed, scoreAt + 22 * HOUR));
    await closeThread(first, closed, true, scoreAt + 22 * HOUR);
  }

  const practiceAt = now - 6 * DAY;
  const practice = await ask(second, 'practice', '“安全带”这句怎么断句', practiceAt, {
    text: '这句我总是一口气念完，听起来很赶。应该在哪里停？',
    about: '接站欢迎词',
  });
  await talk(practice, practiceAt, [
    { by: lu, hoursLater: 3, text: '“请大家 / 系好安全带”，在“大家”后面停半拍，“系好”要重读。先慢读三遍再提速。' },
  ]);

  const workAt = now - 4 * DAY;
  const work = await ask(second, 'work', '想把这段讲得更自然一些', workAt, {
    text: '老师，这个作品里中间那段我是背下来的，听着有点硬。有没有办法讲得像聊天？',
  });
  await talk(work, workAt, [
    { by: zhou, hoursLater: 7, text: '背要点不背句子：每段只记三个词，其余用自己的话说。下周口语课我们试一次。' },
  ]);

  await talk(
    await ask(inSecond, 'other', '耳麦有杂音，考试时能换电脑吗？', now - 3 * DAY, {
      text: '机房 17 号机的耳麦一直有电流声，设备检测能过，但是回放听得到。',
    }),
    now - 3 * DAY,
    [
      {
        by: ouyang,
        hoursLater: 2,
        text: '可以，开考前举手告诉监考老师换到备用机，答过的内容不会丢。17 号机我已经报修了。',
      },
    ],
  );

  await ask(third, 'score', '手写题这样画要点可以吗？', now - 20 * HOUR, {
    text: '笔试最后一题我是按这个思路写的，照片是草稿。漏掉的是哪一条要点？',
    photo: await files.sheet(third, '设计一日游行程', now - 20 * HOUR),
  });
  await ask(alsoInSecond, 'other', '导游证面试的自我介绍要背稿吗', now - 5 * HOUR, {
    text: '题库里那篇我会背了，但是怕一紧张就忘。老师觉得准备到什么程度合适？',
  });
}

/** Starts a question about the newest thing of that kind the student has; without any there is none. */
async function ask(
  student: Actor,
  subject: Subject,
  title: string,
  at: number,
  post: { text: string; photo?: string | undefined; about?: string },
): Promise<number | null> {
  const own = (await listAskable(student, at)).filter((one) => one.subject === subject);
  const about =
    subject === 'other' ? { subject, id: 0 } : (own.find((one) => one.label.includes(post.about ?? '')) ?? own[0]);
  if (!about) return null;
  const input = { about: aboutValue(about), title, text: post.text, imageUrl: post.photo ?? '' };
  return (await startThread(student, askSchema.parse(input), at)).id;
}

async function talk(threadId: number | null, from: number, said: Said[]): Promise<void> {
  if (threadId === null) return;
  for (const { by, text, hoursLater, recording = '', photo = '' } of said) {
    await markThreadRead(by, await getThread(by, threadId, from + hoursLater * HOUR));
    await addPost(
      by,
      replySchema.parse({ threadId, text, musicUrl: recording, imageUrl: photo }),
      from + hoursLater * HOUR,
    );
  }
}

/** Words of welcome for both kinds; what is older than two days has been read. */
export async function addDemoMessages({ teachers, students }: DemoPeople, now: number): Promise<void> {
  const begun = now - 70 * DAY;
  const idsOf = (people: Actor[]) => people.map((person) => person.id);
  await sendMessages(
    idsOf(teachers),
    {
      kind: 'system',
      title: '欢迎使用考评',
      body: '建议先在“班级管理”建好班级、在“学生管理”导入学生名单，再到题库出题、在“我的考试”里新增考试。\n设备检测页可以提前检查教室电脑的麦克风。',
      link: toClasses(),
    },
    begun,
  );
  await sendMessages(
    idsOf(students),
    {
      kind: 'system',
      title: '欢迎使用考评',
      body: '考试、成绩和老师的回复都会通知到这里。平时可以在“共享题库”练习，考试前请先用设备检测页试一试麦克风。',
      link: toSharedBank(),
    },
    begun,
  );
  await db()
    .updateTable('messages')
    .set((eb) => ({ read_at: eb('created_at', '+', HOUR) }))
    .where('created_at', '<', now - 2 * DAY)
    .execute();
}
