import { Link } from '@remix-run/react';
import { progressProps } from '~/components/scoring/progress-words';
import { Empty } from '~/components/ui/feedback';
import { ClockIcon } from '~/components/ui/icons';
import { EditIcon } from '~/components/ui/teacher-icons';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { Progress } from '~/domain/scoring/paper/share-out.rules';
import { toBoard, toResits, toStep } from '~/lib/addresses/exams';
import { toPapers, toSharing } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';

/** What a teacher has to do, with the moment it is due; null where none is set. */
export type Todo = { due: number | null } & (
  | ({
      kind: 'scoring';
      examId: number;
      name: string;
      part: Part;
      isOwner: boolean;
      /** Papers of the part that wait for this teacher: those to mark, to arbitrate, to decide. */
      toScore: number;
      toArbitrate: number;
      toDecide: number;
      /** For its owner: those that nobody can mark, and those that others are late with. */
      unshared: number;
      late: number;
      heldAt: number | null;
    } & Progress)
  | { kind: 'release'; examId: number; name: string }
  | { kind: 'resit'; examId: number; name: string; part: Part; count: number }
  | { kind: 'draft'; examId: number; name: string }
);

/** 待办, as the loader ordered it: each with its day and the way to where it is done. */
export function TodoList({ todos, now, timeZone }: { todos: Todo[]; now: number; timeZone: string }) {
  if (todos.length === 0) {
    return <Empty title="没有待办">需要评分的答卷、待公布的成绩、补考和未发布的考试会出现在这里。</Empty>;
  }
  return (
    <ul className="todos">
      {todos.map((todo) => {
        const { text, href, action, label } = wordsOf(todo);
        return (
          <li className="todo" key={`${todo.kind} ${todo.examId} ${'part' in todo ? todo.part : ''}`}>
            {todo.kind === 'scoring' ? <EditIcon /> : <ClockIcon />}
            <strong>
              <Link to={titleHref(todo, href)}>{todo.name || '未命名的考试'}</Link>
              {todo.kind === 'scoring' && !todo.isOwner ? <span className="quiet small">（您是阅卷老师）</span> : null}
            </strong>
            <span className="num">
              {text}
              <span className={`block small ${todo.due !== null && todo.due <= now ? 'font-semibold' : 'quiet'}`}>
                {dueText(todo, now, timeZone)}
              </span>
            </span>
            <Link to={href} aria-label={label} className="text-right">
              {action}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function titleHref(todo: Todo, href: string): string {
  if (todo.kind === 'resit') return toResits({ examId: todo.examId, part: todo.part });
  return todo.kind === 'scoring' ? toPapers({ examId: todo.examId, part: todo.part }) : href;
}

function wordsOf(todo: Todo) {
  if (todo.kind === 'draft') {
    const href = toStep('firstadd', { id: todo.examId });
    return { text: '草稿', href, action: '编辑', label: `编辑：${todo.name}` };
  }
  if (todo.kind === 'release') {
    const href = toPapers({ examId: todo.examId, part: 'total' });
    return { text: '全部评完，待公布', href, action: '公布', label: `公布：${todo.name}` };
  }
  const part = PART_LABELS[todo.part];
  if (todo.kind === 'resit') {
    const href = toBoard({ examId: todo.examId });
    return { text: `${part}补考 ${todo.count} 人`, href, action: '监考', label: `监考：${todo.name}补考` };
  }
  const waiting = [
    ...(todo.toScore > 0 ? [`评分 ${todo.toScore} 份`] : []),
    ...(todo.toArbitrate > 0 ? [`仲裁 ${todo.toArbitrate} 份`] : []),
    ...(todo.toDecide > 0 ? [`仲裁或裁定 ${todo.toDecide} 份`] : []),
  ].join('，');
  const others = [
    ...(todo.unshared > 0 ? [`要您分卷 ${todo.unshared} 份`] : []),
    ...(todo.late > 0 ? [`等其他老师评完 ${todo.late} 份`] : []),
  ].join('，');
  // First what is the reader's own, then what only they can share out, then what they can only ask for.
  const { href, action } = waiting
    ? { href: toPapers({ examId: todo.examId, part: todo.part, state: 'mine' }), action: '评分' }
    : todo.unshared > 0
      ? { href: toSharing({ examId: todo.examId, part: todo.part, show: 'open' }), action: '分卷' }
      : { href: toPapers({ examId: todo.examId, part: todo.part }), action: '查看' };
  return {
    text: (
      <>
        {part}
        {[waiting, others].filter(Boolean).join('，')}
        <span className="quiet small">，{progressProps(todo).text}</span>
      </>
    ),
    href,
    action,
    label: `${action}：${todo.name}${part}`,
  };
}

/** 11-23 15:00 截止; where nobody set a day, what there is to go by. */
function dueText(todo: Todo, now: number, timeZone: string): string {
  const day = (at: number) => formatMinute(at, timeZone).slice(5);
  if (todo.kind === 'draft') {
    if (todo.due === null) return '没有定开考时间';
    return `${day(todo.due)} ${todo.due <= now ? '已过开考时间' : '开考'}`;
  }
  if (todo.due !== null) return `${day(todo.due)} ${todo.due <= now ? '已过期' : '截止'}`;
  if (todo.kind === 'release') return '公布了学生才看得到';
  return todo.kind === 'scoring' && todo.heldAt !== null
    ? `${day(todo.heldAt)} ${todo.heldAt <= now ? '考完' : '结束'}，没有定阅卷期限`
    : '没有定期限';
}
