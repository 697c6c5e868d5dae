import { Link, useLocation } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { monthLabel, monthsBeside, type CalendarDay, type CalendarExam } from '~/domain/exam/calendar.rules';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { toExamPreview } from '~/lib/addresses/results';
import { formatMinute } from '~/lib/time';
import { withParams } from '~/http/with-params';

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
/** More than this would make one day as tall as the page. */
const SHOWN_A_DAY = 3;

export type CalendarView = { month: string; thisMonth: string; weeks: CalendarDay[][]; exams: CalendarExam[] };

const hrefOf = (examId: number) => toExamPreview({ id: examId });

/** The exams of a month: a table of its days; on a phone, whose cells are too narrow, a list in its place. */
export function ExamCalendar({ calendar, timeZone }: { calendar: CalendarView; timeZone: string }) {
  const location = useLocation();
  const { month, thisMonth, weeks, exams } = calendar;
  const { before, after } = monthsBeside(month, thisMonth);
  const monthHref = (other: string) =>
    `${withParams(location, { month: other === thisMonth ? null : other })}#calendar`;
  const link = (other: string, label: string) => (
    <ButtonLink size="s" to={monthHref(other)} className="ml-2">
      {label}
      <span className="vh">：{monthLabel(other)}</span>
    </ButtonLink>
  );
  return (
    <Card
      id="calendar"
      title="考试日历"
      hint={monthLabel(month)}
      padded={false}
      className="section"
      actions={
        <>
          {month === thisMonth ? null : link(thisMonth, '本月')}
          {before === null ? null : link(before, '上个月')}
          {after === null ? null : link(after, '下个月')}
        </>
      }
    >
      <table className="cal">
        <caption className="vh">{monthLabel(month)}的考试日历</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th scope="col" key={day}>
                <span className="vh">星期</span>
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day) => (
                <Day key={day.date} day={day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="cal__list">
        <DataTable
          caption={`${monthLabel(month)}的考试`}
          rows={exams}
          rowKey={(exam) => `${exam.examId} ${exam.part}`}
          empty={<Empty title={`${monthLabel(month)}没有考试`} />}
          columns={[
            {
              key: 'name',
              header: '考试',
              clip: true,
              cell: (exam) => <Link to={hrefOf(exam.examId)}>{exam.name}</Link>,
            },
            { key: 'part', header: '部分', nowrap: true, cell: (exam) => PART_LABELS[exam.part] },
            { key: 'begin', header: '开始', nowrap: true, cell: (exam) => formatMinute(exam.beginsAt, timeZone) },
            { key: 'end', header: '结束', nowrap: true, cell: (exam) => formatMinute(exam.endsAt, timeZone) },
          ]}
        />
      </div>
    </Card>
  );
}

function Day({ day }: { day: CalendarDay }) {
  const shown = day.entries.slice(0, SHOWN_A_DAY);
  const more = day.entries.slice(SHOWN_A_DAY);
  return (
    <td className={day.isOfMonth ? undefined : 'is-out'} aria-current={day.isToday ? 'date' : undefined}>
      <div className="cal__day">
        {Number(day.date.slice(8))}
        {day.isToday ? <Chip tone="theme">今天</Chip> : null}
      </div>
      <DayExams entries={shown} />
      {more.length > 0 ? (
        <details className="cal__more">
          <summary>还有 {more.length} 项</summary>
          <DayExams entries={more} />
        </details>
      ) : null}
    </td>
  );
}

function DayExams({ entries }: { entries: CalendarDay['entries'] }) {
  if (entries.length === 0) return null;
  return (
    <ul>
      {entries.map((entry) => (
        <li key={`${entry.examId} ${entry.part}`}>
          <Link className={`cal__exam cal__exam--${entry.part}`} to={hrefOf(entry.examId)} title={entry.name}>
            <span className="cal__name">{entry.name}</span>
            <span className="cal__time">
              {PART_LABELS[entry.part]} <span className="nowrap">{entry.time}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
