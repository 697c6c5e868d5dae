import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { Chip, type ChipTone } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { ScoreText } from '~/components/ui/score-text';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { ScoringRow } from '~/domain/scoring/paper/paper-rows.queries.server';
import type { ScoringList, ScoringListRow } from '~/domain/scoring/paper/papers.queries.server';
import { SCORING_STATE_WORDS, type ScoringState } from '~/domain/scoring/paper/scoring.rules';
import { openingWord, OWN_SCORE_WORDS } from '~/domain/scoring/paper/share-out.rules';
import { toPaper } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';

/** The colour of a state, where papers or students are listed. */
export const STATE_TONES: Record<ScoringState, ChipTone> = {
  absent: 'bad',
  not_started: 'line',
  in_progress: 'theme',
  waiting: 'warn',
  marking: 'theme',
  arbitration: 'bad',
  scored: 'good',
};

/** Where a paper is scored; the class the list was filtered by stays. */
export function paperHref(attemptId: number, classId: number): string {
  return toPaper({ attemptId, classId: classId || undefined });
}

/** The papers of one part, absent students among them. */
export function PapersTable({
  list,
  classId,
  isFiltered,
}: {
  list: Omit<ScoringList, 'exam'> & { exam: Pick<ScoringList['exam'], 'status' | 'releasedAt' | 'releases'> };
  classId: number;
  isFiltered: boolean;
}) {
  return (
    <DataTable
      caption={`${PART_LABELS[list.part]}答卷`}
      rows={list.rows}
      rowKey={(row) => row.attemptId ?? `s${row.studentId}`}
      empty={
        isFiltered ? (
          <Empty title="没有符合条件的答卷">换个条件再查，或点“重置”。</Empty>
        ) : list.sealed ? (
          <Empty title="答卷还没有列出来">全部考完以后再来评。</Empty>
        ) : !list.isOwner ? (
          <Empty title="没有要您评的答卷" />
        ) : (
          <Empty title="这场考试的班级里还没有学生">先在“学生管理”里把学生加进班级。</Empty>
        )
      }
      columns={[
        {
          key: 'name',
          header: list.isBlind ? '答卷' : '姓名',
          rowHeader: true,
          isName: true,
          cell: (row) => (
            <>
              {canOpen(row) ? <Link to={paperHref(row.attemptId, classId)}>{row.studentName}</Link> : row.studentName}
              {row.number >= RESIT_NUMBER ? <span className="small quiet">（补考）</span> : null}
            </>
          ),
        },
        ...(list.isBlind
          ? []
          : [
              {
                key: 'account',
                header: '学号',
                nowrap: true,
                cell: (row: ScoringRow) => <span className="num">{row.account}</span>,
              },
              { key: 'class', header: '班级', isName: true, cell: (row: ScoringRow) => row.className },
            ]),
        {
          key: 'state',
          header: '状态',
          nowrap: true,
          cell: (row) => (
            <>
              <Chip tone={STATE_TONES[row.state]}>{SCORING_STATE_WORDS[row.state]}</Chip>
              {list.isOwner && row.settlement === 'owner' ? <span className="small quiet"> 请您裁定</span> : null}
            </>
          ),
        },
        ...(list.rows.some((row) => row.recordings.length > 0)
          ? [
              {
                key: 'recordings',
                header: '录音',
                cell: (row: ScoringListRow) =>
                  row.recordings.map((text) => (
                    <Chip key={text} tone="warn">
                      {text}
                    </Chip>
                  )),
              },
            ]
          : []),
        ...(list.hasSeveralExaminers
          ? [
              {
                key: 'own',
                header: '我的评分',
                nowrap: true,
                quiet: true,
                cell: (row: ScoringRow) => {
                  if (!canOpen(row)) return '';
                  // Somebody else's to mark, or marked: nothing is owed.
                  return row.ownScore === 'none' && !row.awaitsMe ? '—' : OWN_SCORE_WORDS[row.ownScore];
                },
              },
              {
                key: 'finals',
                header: '提交了的老师',
                align: 'end' as const,
                cell: (row: ScoringRow) => (canOpen(row) ? `${row.finals} 位` : ''),
              },
            ]
          : []),
        {
          key: 'score',
          header: list.isOwner ? '得分' : '我评的分',
          nowrap: true,
          cell: (row) =>
            row.percent === null ? (
              <span className="quiet">{canOpen(row) ? '—' : ''}</span>
            ) : (
              <ScoreText value={row.percent} word />
            ),
        },
        ...(list.isBlind
          ? []
          : [
              {
                key: 'submitted',
                header: '交卷时间',
                quiet: true,
                cell: (row: ScoringRow) =>
                  row.submittedAt === null ? (
                    ''
                  ) : (
                    <>
                      <span className="nowrap">{formatMinute(row.submittedAt)}</span>
                      {howOf(row)}
                    </>
                  ),
              },
            ]),
        ...(list.isBlind
          ? []
          : [
              {
                key: 'receipt',
                header: '回执',
                nowrap: true,
                wideOnly: true,
                cell: (row: ScoringRow) => <span className="num">{row.receiptCode ?? ''}</span>,
              },
            ]),
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (row) =>
            canOpen(row) ? (
              <Link to={paperHref(row.attemptId, classId)}>
                {openingWord(row, list.isOwner)}
                <span className="vh">：{row.studentName}</span>
              </Link>
            ) : null,
        },
      ]}
    />
  );
}

/** How it was handed in, where not by the student. */
const howOf = ({ closedBy, closedHow }: ScoringRow) => (closedBy === 'student' ? '' : `（${closedHow}）`);

/** A paper that is handed in. */
function canOpen(row: ScoringRow): row is ScoringRow & { attemptId: number } {
  return row.attemptId !== null && row.state !== 'in_progress';
}
