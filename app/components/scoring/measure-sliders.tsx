import { roundShares } from '~/lib/shares';
import { useRef } from 'react';
import { ScoreText } from '~/components/ui/score-text';
import { useHydrated } from '~/components/ui/use-hydrated';
import { MEASURES, MEASURE_LABELS, type Measure } from '~/domain/exam/measures.rules';
import { scoreFields } from '~/domain/scoring/marking/score-form.rules';
import { oralTotal } from '~/domain/scoring/paper/scoring.rules';
import { useLiveMarks, useMarkField } from './live-marks';
import type { SheetItem } from './sheet-item';
import { FieldError } from '~/components/form/field-error';

// Whole names, so that the style sheet finds them.
const SLIDERS: Record<Measure, string> = {
  zqd: 'slider-zqd',
  lld: 'slider-lld',
  wzd: 'slider-wzd',
  gjc: 'slider-gjc',
};

/** The four measures of an oral item and what they come to. */
export function MeasureSliders({
  item,
  title,
  weights,
}: {
  item: SheetItem;
  title: string;
  weights: Record<Measure, number>;
}) {
  const { marks } = useLiveMarks();
  const measures = marks.get(item.id)?.measures ?? {};
  const total = oralTotal(measures, weights);
  // 不适用 spreads the weight over the others; what is shown is each measure's share of the total.
  const applying = (measure: Measure) => (measures[measure] === null ? 0 : weights[measure]);
  const weightSum = MEASURES.reduce((sum, measure) => sum + applying(measure), 0);
  const shares = weightSum === 0 ? [] : roundShares(MEASURES.map((measure) => (applying(measure) / weightSum) * 100));
  return (
    <fieldset className="measures-form">
      <legend className="vh">{title}</legend>
      <div className="total">
        <span className="quiet">{title}</span>
        <output>
          {total === null ? (
            <span className="quiet">四项打完即得总分</span>
          ) : (
            <ScoreText value={total} word size="xl" />
          )}
        </output>
      </div>
      {MEASURES.map((measure, index) => (
        <MeasureRow
          key={measure}
          item={item}
          measure={measure}
          share={measures[measure] === null ? null : (shares[index] ?? null)}
        />
      ))}
    </fieldset>
  );
}

/**
 * One measure: the number is what is sent. The slider is tied to it by script; without script it only shows where
 * the number stood, and the number alone is filled in.
 */
function MeasureRow({ item, measure, share }: { item: SheetItem; measure: Measure; share: number | null }) {
  const { initial } = useLiveMarks();
  const isHydrated = useHydrated();
  const range = useRef<HTMLInputElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const name = scoreFields.measure(item.id, measure);
  const field = useMarkField(name);
  const start = initial.get(item.id)?.measures?.[measure];
  const mayBeMissing = measure === 'gjc' && item.keyWords.length === 0;
  return (
    <>
      <div className={`slider ${SLIDERS[measure]}${field.error ? ' is-wrong' : ''}`}>
        <label htmlFor={field.id}>
          {MEASURE_LABELS[measure]}
          <span className="weight">{share === null ? '' : `${share}%`}</span>
        </label>
        <input
          ref={range}
          type="range"
          min="0"
          max="100"
          step="1"
          defaultValue={start === null || start === undefined || start === '' ? 0 : Number(start) || 0}
          aria-label={`${MEASURE_LABELS[measure]}滑块`}
          disabled={!isHydrated}
          onInput={(event) => {
            if (number.current) number.current.value = event.currentTarget.value;
          }}
        />
        <input
          ref={number}
          className="input"
          id={field.id}
          name={name}
          type="text"
          inputMode="numeric"
          data-max="100"
          autoComplete="off"
          maxLength={5}
          data-mark-field
          defaultValue={start === null || start === undefined ? '' : String(start)}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={field.error ? field.errorId : undefined}
          onInput={(event) => {
            const value = Number(event.currentTarget.value);
            if (range.current && value >= 0 && value <= 100) range.current.value = String(value);
          }}
        />
      </div>
      <FieldError id={field.errorId} text={field.error} />
      {mayBeMissing ? (
        <label className="check">
          <input
            type="checkbox"
            name={scoreFields.notApplicable(item.id, measure)}
            value="on"
            defaultChecked={start === null}
          />
          <span>
            不适用<span className="quiet small check__hint">这道题没有关键词，权重由另外三项分担</span>
          </span>
        </label>
      ) : null}
    </>
  );
}
