import { Tabs } from '~/components/list/tabs';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { BoardHead } from '~/domain/room/board.queries.server';
import { PROBLEM_LABEL } from '~/domain/room/board.rules';
import { toBoard } from '~/lib/addresses/exams';

/** The parts of the exam that the reader may watch, each with its exceptions, and the re-sit of the one that is shown; nothing of a single one. */
export function BoardTabs({
  examId,
  part,
  parts,
  resits,
  view,
}: {
  examId: number;
  part: Part;
  parts: BoardHead['parts'];
  /** How many sit the part a second time. */
  resits: number;
  view: '' | 'resit';
}) {
  const tabs = [
    ...parts.map((one) => ({
      label: PART_LABELS[one.part],
      href: boardHref(examId, one.part, ''),
      count: `${PROBLEM_LABEL} ${one.problems}`,
      isUrgent: one.problems > 0,
    })),
    ...(resits > 0
      ? [{ label: `${PART_LABELS[part]}补考`, href: boardHref(examId, part, 'resit'), count: resits }]
      : []),
  ];
  if (tabs.length <= 1) return null;
  return <Tabs label="部分" current={boardHref(examId, part, view)} items={tabs} />;
}

function boardHref(examId: number, part: Part, view: '' | 'resit') {
  return toBoard({ examId, part, view: view || undefined });
}
