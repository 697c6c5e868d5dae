import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import type { ExamRecordings } from '~/domain/retention/hold.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { formatDate } from '~/lib/time';
import { HoldForm } from './hold-form';

/** 录音保留 of one exam, for its owner. */
export function ExamRecordingsCard({
  recordings,
  problem,
}: {
  recordings: ExamRecordings;
  problem: FormProblem | null | undefined;
}) {
  const { examId, isHeld, hold, retentionDays, count, dueAt, removed, timeZone } = recordings;
  const problemHere = problem?.values._intent === 'hold' || problem?.values._intent === 'unhold' ? problem : null;
  return (
    <Card
      title="录音保留"
      id="recordings"
      className="mt-4"
      hint={isHeld ? <Chip tone="theme">已保留</Chip> : <Chip tone="line">按学校期限</Chip>}
    >
      <p>
        {`学校规定学生录音保存 ${retentionDays} 天，成绩、评语和统计不受影响。`}
        {count > 0 ? `这场考试有 ${count} 条录音` : '这场考试现在没有录音'}
        {count > 0 && dueAt !== null && !isHeld ? `，最早的 ${formatDate(dueAt, timeZone)} 到期` : ''}。
        {removed > 0 ? `另有 ${removed} 条已按规定删除。` : ''}
      </p>
      {isHeld ? (
        <p>
          这场考试的录音到期不删除
          {hold ? `：${hold.reason}（${hold.byName}，${formatDate(hold.at, timeZone)}）` : ''}。
        </p>
      ) : null}
      <HoldForm examId={examId} isHeld={isHeld} problem={problemHere} />
    </Card>
  );
}
