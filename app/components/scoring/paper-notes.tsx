import type { ReactNode } from 'react';
import { Note } from '~/components/ui/feedback';
import type { OtherMarker } from '~/domain/scoring/paper/first-come.queries.server';
import { READ_BY_NAME } from '~/domain/exam/blind.rules';
import { scoreText } from '~/domain/scoring/paper/scoring.rules';
import type { Settlement } from '~/domain/scoring/paper/settlement.rules';
import { formatMinute, formatSecond } from '~/lib/time';
import { HELD_TEXT } from './item-papers';

/** What has to be known before a paper is marked. */
export function PaperNotes({
  isRestored,
  otherMarker,
  isLocked,
  isReadByName,
  leftToDecide,
  beside,
  second,
  ends,
  isMarkedBefore,
  isFixed,
  isOwner,
  photosOpenUntil,
  children,
}: {
  /** Marks of a session that had ended stand in the fields again. */
  isRestored: boolean;
  /** Who came first where one examiner marks each paper. */
  otherMarker: OtherMarker | null;
  isLocked: boolean;
  /** The owner of a blind exam may read by name what papers came to. */
  isReadByName: boolean;
  /** How far the others' marks have come, where the reader adds none to them. */
  leftToDecide: { settlement: Settlement; isOwner: boolean } | null;
  /** Several others who have to mark it. */
  beside: string[];
  /** A second score beside the one that the paper's result is; what it came to. */
  second: { percent: number; limit: number } | null;
  /** What a change of the own score would end. */
  ends: 'ruling' | 'arbitration' | null;
  /** The student was given more time since the own marks were given. */
  isMarkedBefore: boolean;
  /** The own marks can no longer be changed. */
  isFixed: boolean;
  isOwner: boolean;
  /** Photos may still come until then. */
  photosOpenUntil: number | null;
  /** What the owner may decide. */
  children: ReactNode;
}) {
  return (
    <div className="notes">
      {isRestored ? <Note tone="warn">{HELD_TEXT}</Note> : null}
      {isMarkedBefore ? (
        <Note tone="warn">这份答卷在您评分以后又补了时间，请再看一遍。您原来的评分留作草稿，看过以后重新提交。</Note>
      ) : null}
      {otherMarker ? <OtherMarkerNote other={otherMarker} /> : null}
      {isReadByName ? <Note>{READ_BY_NAME}</Note> : null}
      {leftToDecide && !isReadByName ? <LeftToDecideNote {...leftToDecide} /> : null}
      {isLocked && !otherMarker && !leftToDecide && !isReadByName ? (
        <Note>成绩已经公布，不能再修改评分。要修改，请先由出题老师撤回公布。</Note>
      ) : null}
      {beside.length > 0 ? (
        <Note tone="warn">
          这份答卷由{beside.join('、')}
          老师评。您的评分不代替他们任何一位，要与他们的一起算；只想改结果，可以等他们评完再裁定。
        </Note>
      ) : null}
      {second && beside.length === 0 ? (
        <Note tone="warn">
          这份答卷已经有结果：{scoreText(second.percent)}。您再提交一份评分，就与它一起算：相差不超过 {second.limit}{' '}
          分取平均，超过就要仲裁。
        </Note>
      ) : null}
      {isFixed ? (
        <Note>
          这份答卷几位老师的评分相差超过限额，已交仲裁：您提交的分数不能再改，评语可以。
          {isOwner ? '要改结果，请裁定以谁的评分为准。' : '确实评错了，由出题老师仲裁或裁定。'}
        </Note>
      ) : null}
      {ends ? (
        <Note tone="warn">
          {ends === 'ruling'
            ? '出题老师裁定这份答卷时用了您的评分。您再改分，裁定就作废，得分会重新算，出题老师会收到通知。'
            : '这份答卷已经仲裁。您再改分，仲裁就不再有效，得分会重新算，出题老师和仲裁老师会收到通知。'}
        </Note>
      ) : null}
      {photosOpenUntil === null ? null : (
        <Note tone="warn">
          学生补传的照片到 {formatSecond(photosOpenUntil)} 还会收下，之后才能提交评分；现在可以保存草稿。
        </Note>
      )}
      {children}
    </div>
  );
}

function LeftToDecideNote({ settlement, isOwner }: { settlement: Settlement; isOwner: boolean }) {
  if (settlement === 'owner') {
    return isOwner ? (
      <Note tone="warn">几位老师的评分分不出远近，再多一份也分不出：请您裁定以谁的评分为准。</Note>
    ) : (
      <Note>这份答卷几位老师的评分分不出远近，等出题老师裁定：这里只能看，不用再评。</Note>
    );
  }
  return isOwner ? (
    <Note>这份答卷已经由几位老师评完，不能再添一份您的评分。要改结果，请裁定以谁的评分为准。</Note>
  ) : (
    <Note>这份答卷已经评完，不能再添一份您的评分：这里只能看。觉得结果不对，请告诉出题老师，由他裁定或改派。</Note>
  );
}

function OtherMarkerNote({ other }: { other: OtherMarker }) {
  const at = formatMinute(other.at);
  return other.state === 'final' ? (
    <Note>
      {other.name}老师已经在 {at} 评完这份答卷。每份由一位老师评，谁先评就用谁的分数：这里只能看，不用再评。
    </Note>
  ) : (
    <Note tone="warn">
      {other.name}老师正在评这份答卷（{at} 存过草稿）。每份由一位老师评，谁先提交就用谁的分数；要避免重复，请先评别的。
    </Note>
  );
}
