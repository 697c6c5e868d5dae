import { useFieldState } from '~/components/form/form-context';
import { AnswerKey, GivenAnswer } from '~/components/question/question-review';
import { QuestionView } from '~/components/question/question-view';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { PercentBand } from '~/components/ui/score-text';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import { rubricOfItem } from '~/domain/scoring/marking/rubric.rules';
import { scoreFields } from '~/domain/scoring/marking/score-form.rules';
import {
  formatPoints,
  markingPointMaxima,
  pointsPercent,
  withoutMarkingPoints,
} from '~/domain/scoring/paper/scoring.rules';
import { LateNote } from './late-note';
import { useLiveMarks, useMarkField } from './live-marks';
import { PhotoDesk } from './photo-desk';
import { RubricFields } from './rubric-fields';
import type { SheetItem } from './sheet-item';

/** A written question or short answer that a teacher marks: the answer beside its points. */
export function HandItem({
  item,
  number,
  isProposing,
  isLocked = false,
  isFixed = false,
}: {
  item: SheetItem;
  number: number;
  /** Zeros stand in the fields of a blank item, to be confirmed. */
  isProposing: boolean;
  /** Released: read only. */
  isLocked?: boolean;
  /** The points stand; the comments may be changed. */
  isFixed?: boolean;
}) {
  const titleId = `item-${item.id}-title`;
  return (
    <Card
      id={`item-${item.id}`}
      title={`第 ${number} 题`}
      hint={`${questionKindLabel(item.snapshot)}，${formatPoints(item.points)} 分`}
      actions={item.answer?.isInGrace ? <Chip tone="warn">宽限内</Chip> : null}
    >
      <QuestionView question={item.snapshot} titleId={titleId} heading="h3" />
      <div className={item.photos.length > 0 ? 'written written--photos' : 'written written--text'}>
        <div>
          {item.isBlank ? <Note tone="warn">没有作答{isProposing ? '，已预填 0 分，请确认后提交' : ''}。</Note> : null}
          {item.photos.length > 0 ? <PhotoDesk photos={item.photos} isLocked={isLocked} /> : null}
          {item.answer?.value.text ? <GivenAnswer question={item.snapshot} answer={item.answer.value} /> : null}
          <LateNote item={item} />
        </div>
        <div>
          <PointFields item={item} number={number} isFixed={isFixed} />
          <AnswerKey question={withoutMarkingPoints(item.snapshot)} />
        </div>
      </div>
    </Card>
  );
}

/** The points of an item, of its marking points or by its rubric, and the comment on it. */
export function PointFields({
  item,
  number,
  isFixed = false,
}: {
  item: SheetItem;
  number: number;
  /** The points stand; the comment may be changed. */
  isFixed?: boolean;
}) {
  const { initial, marks, rubric } = useLiveMarks();
  const start = initial.get(item.id);
  const points = item.snapshot.bank === 'written' ? item.snapshot.body.markingPoints : [];
  const maxima = markingPointMaxima(
    points.map((point) => point.points),
    item.points,
  );
  const sum = marks.get(item.id)?.points ?? null;
  const isByRubric = rubricOfItem(item, rubric) !== null;
  return (
    <fieldset className="points">
      <legend>{isByRubric ? '评分项' : points.length > 0 ? '评分要点' : '得分'}</legend>
      <fieldset disabled={isFixed}>
        {isByRubric ? (
          <RubricFields item={item} title={`第 ${number} 题`} />
        ) : points.length === 0 ? (
          <ul>
            <li>
              <PointInput
                name={scoreFields.points(item.id)}
                label={`第 ${number} 题得分`}
                text="本题得分"
                maximum={item.points}
                start={start?.points}
              />
            </li>
          </ul>
        ) : (
          <ul>
            {points.map((point, index) => (
              <li key={index}>
                <PointInput
                  name={scoreFields.pointMark(item.id, index)}
                  label={`第 ${number} 题，${point.text}，得分`}
                  text={point.text}
                  maximum={maxima[index] ?? 0}
                  start={start?.pointMarks?.[index]}
                />
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      <p className="points__sum">
        <span>合计</span>
        <output className="nowrap">
          {sum === null ? (
            <span className="quiet">没评完</span>
          ) : (
            <>
              <b>{formatPoints(sum)}</b> <span className="quiet">/ {formatPoints(item.points)} 分</span>{' '}
              <PercentBand percent={pointsPercent(sum, item.points)} />
            </>
          )}
        </output>
      </p>
      <ItemComment item={item} number={number} start={start?.comment} />
    </fieldset>
  );
}

function PointInput({
  name,
  label,
  text,
  maximum,
  start,
}: {
  name: string;
  label: string;
  text: string;
  maximum: number;
  start: string | number | null | undefined;
}) {
  const field = useMarkField(name);
  return (
    <>
      <div>
        <label htmlFor={field.id}>
          <RichText text={text} />
        </label>
        {field.error ? (
          <span className="error" id={field.errorId}>
            {field.error}
          </span>
        ) : null}
      </div>
      <input
        className="input input--num"
        id={field.id}
        name={name}
        aria-label={label}
        inputMode="decimal"
        data-max={maximum}
        autoComplete="off"
        maxLength={6}
        data-mark-field
        defaultValue={start === null || start === undefined ? '' : String(start)}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? field.errorId : undefined}
      />
      <span className="quiet">/ {formatPoints(maximum)} 分</span>
    </>
  );
}

function ItemComment({ item, number, start }: { item: SheetItem; number: number; start: string | undefined }) {
  const field = useFieldState(scoreFields.comment(item.id));
  return (
    <div className="points__comment">
      <label htmlFor={field.id}>
        本题评语<span className="field__opt">（选填）</span>
      </label>
      <input
        className="input"
        id={field.id}
        name={scoreFields.comment(item.id)}
        aria-label={`第 ${number} 题评语（选填）`}
        autoComplete="off"
        maxLength={500}
        defaultValue={start ?? ''}
      />
      {field.error ? <span className="error">{field.error}</span> : null}
    </div>
  );
}
