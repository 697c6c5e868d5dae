import type { RefObject } from 'react';
import { FieldsForm } from '~/components/form/fields-form';
import { Note } from '~/components/ui/feedback';
import type { Pause } from '~/domain/file/waveform.rules';
import type { ScoreConflict } from '~/domain/scoring/marking/score-conflict.queries.server';
import { overStored } from '~/domain/scoring/marking/score-call.rules';
import { initialMarks, readScoreFields } from '~/domain/scoring/marking/score-form.rules';
import type { ScoringView } from '~/domain/scoring/marking/scoring.queries.server';
import { UNDECIDED } from '~/domain/scoring/paper/settlement.rules';
import type { FormProblem } from '~/http/form-problem';
import { toJournal } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import { KeptMarks } from './kept-marks';
import { LiveMarksProvider } from './live-marks';
import { progressProps } from './progress-words';
import { MarkingKeys } from './marking-keys';
import { PaperItems } from './paper-items';
import { ReceiptCard } from './receipt-card';
import { ConflictNote, HiddenScores, OtherScores, Scorecard } from './scorecard';

/** The paper with its marks in one form, and beside it the scorecard with what others gave and the receipt. */
export function PaperMarkingForm({
  paper,
  pauses,
  isRestored,
  problem,
  action,
  root,
}: {
  paper: ScoringView;
  pauses: Record<string, Pause[]>;
  /** Marks of a session that had ended stand in the fields again. */
  isRestored: boolean;
  problem: FormProblem | undefined;
  /** The paper's own page. */
  action: string;
  /** What the keys work on. */
  root: RefObject<HTMLElement>;
}) {
  const { exam, part, attempt, student, items, own, others, isLocked } = paper;
  const conflict = (problem?.extra ?? null) as ScoreConflict | null;
  // After a wrong number the edited version stays; after a conflict the teacher has seen the newer one.
  const version = conflict?.version ?? problem?.values.version ?? own?.version ?? 0;
  // Zeros are proposed for a blank paper that is still to be scored; a locked one shows what was given.
  const isProposing = own === null && !isLocked;
  const proposals = isLocked ? items.map((item) => ({ ...item, isBlank: false })) : items;
  const sent = problem && readScoreFields(problem.values);
  const initial = sent
    ? // What stands was not sent.
      paper.isFixed && own
      ? overStored(sent, own.marks)
      : sent
    : initialMarks(proposals, own?.marks ?? null, paper.rubric.rubric);
  // Kept by itself as a draft; what was submitted changes only when the teacher submits again.
  const isKeeping = !isLocked && own?.state !== 'final' && !conflict && !isRestored;
  return (
    <LiveMarksProvider key={attempt.id} items={items} initial={initial} rubric={paper.rubric.rubric}>
      {/* Sent by the browser itself: it keeps the pressed button's value, also in Chrome 80. */}
      <FieldsForm reloadDocument problem={problem} action={action}>
        {conflict ? <ConflictNote theirs={conflict} /> : null}
        {/* Recordings can be heard in a locked paper too: there only the scorecard is shut. */}
        <fieldset disabled={isLocked && part === 'written'}>
          <div className="scoring">
            <div>
              <PaperItems
                items={items}
                heads={paper.heads}
                examImageIds={exam.imageIds}
                pauses={pauses}
                notes={own?.notes ?? []}
                isLocked={isLocked}
                isFixed={paper.isFixed}
                isProposing={isProposing}
              />
            </div>
            <aside className="scorecard" aria-label="评分">
              {/* Of what one has not marked and cannot there is no card to fill in. */}
              {isLocked && own === null ? null : (
                <fieldset disabled={isLocked}>
                  <Scorecard
                    part={part}
                    items={items}
                    rubric={paper.rubric}
                    own={own}
                    comment={own?.comment ?? ''}
                    quickComments={paper.quickComments}
                    remarks={paper.remarks}
                    isLocked={isLocked}
                    isFixed={paper.isFixed}
                  />
                </fieldset>
              )}
              <KeptMarks key={`${attempt.id} ${String(version)}`} version={Number(version)} isOn={isKeeping} />
              {isLocked ? null : (
                <MarkingKeys
                  root={root}
                  paperKey={`${attempt.id} ${own?.version ?? 0}`}
                  greeting={`${student.name}，${progressProps(paper).label}，可以打分`}
                />
              )}
              <OtherScores others={others} countedIds={paper.countedIds} />
              {paper.hiddenScores > 0 ? (
                <HiddenScores examId={exam.id} part={part} count={paper.hiddenScores} settlement={paper.settlement} />
              ) : null}
              {paper.lookedAt !== null && own?.state !== 'final' && UNDECIDED.includes(paper.settlement) ? (
                <Note tone="warn">
                  您在 {formatMinute(paper.lookedAt)} 看过这份答卷别人的评分，不能再仲裁；可以裁定，或请别的老师仲裁。
                </Note>
              ) : null}
              <ReceiptCard attempt={attempt} notes={paper.receiptNotes} />
              {part === 'written' ? (
                <p className="small mt-2">
                  <a className="tap" href={toJournal({ attemptId: attempt.id })}>
                    作答记录
                  </a>
                </p>
              ) : null}
            </aside>
          </div>
        </fieldset>
      </FieldsForm>
    </LiveMarksProvider>
  );
}
