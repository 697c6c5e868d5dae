import { ScoreText } from '~/components/ui/score-text';
import {
  detailsResult,
  rubricFull,
  rubricOfItem,
  rubricTotal,
  rulesOf,
  ruleText,
  ZERO_DETAIL,
  type ChoiceRule,
  type CountRule,
  type CriteriaRubric,
  type Criterion,
  type DeductionRubric,
} from '~/domain/scoring/marking/rubric.rules';
import { scoreFields } from '~/domain/scoring/marking/score-form.rules';
import { formatPoints } from '~/domain/scoring/paper/scoring.rules';
import { useLiveMarks, useMarkField } from './live-marks';
import { MeasureSliders } from './measure-sliders';
import type { SheetItem } from './sheet-item';
import { FieldError } from '~/components/form/field-error';

/** The fields of an item that its part's rubric marks: sliders of the measures, or its rules. */
export function RubricFields({ item, title }: { item: SheetItem; title: string }) {
  const { rubric } = useLiveMarks();
  const own = rubricOfItem(item, rubric);
  if (!own) return null;
  if (own.kind === 'measures') return <MeasureSliders item={item} title={title} weights={own.weights} />;
  return <RuleFields item={item} title={title} rubric={own} />;
}

function RuleFields({
  item,
  title,
  rubric,
}: {
  item: SheetItem;
  title: string;
  rubric: DeductionRubric | CriteriaRubric;
}) {
  const { marks, initial } = useLiveMarks();
  const details = marks.get(item.id)?.details ?? {};
  const start = initial.get(item.id)?.details ?? {};
  const result = detailsResult(rubric, details);
  const isOral = item.snapshot.bank === 'oral';
  return (
    <fieldset className="rulefields">
      <legend className="vh">{title}</legend>
      <div className="total">
        <span className="quiet">{isOral ? title : rubric.name}</span>
        <output>
          {result === null ? (
            <span className="quiet">每条都填好即得总分</span>
          ) : (
            <>
              <span className="small quiet">
                {formatPoints(result)} / {formatPoints(rubricFull(rubric))}
              </span>{' '}
              <ScoreText value={rubricTotal(rubric, { measures: null, details })} word size={isOral ? 'xl' : 'l'} />
            </>
          )}
        </output>
      </div>
      <ul>
        {rulesOf(rubric).map((rule) => (
          <li key={rule.id}>
            {'kind' in rule && rule.kind === 'choice' ? (
              <ChoiceRow item={item} rule={rule} start={start[rule.id]} />
            ) : (
              <NumberRow item={item} rule={rule} start={start[rule.id]} />
            )}
          </li>
        ))}
      </ul>
      {rubric.kind === 'deductions' ? (
        <label className="check">
          <input
            type="checkbox"
            name={scoreFields.detail(item.id, ZERO_DETAIL)}
            value="on"
            defaultChecked={start[ZERO_DETAIL] === 'on' || start[ZERO_DETAIL] === 1}
          />
          <span>
            整题记 0 分<span className="quiet small check__hint">没有录音或无法评判时用，上面各条不再计</span>
          </span>
        </label>
      ) : null}
    </fieldset>
  );
}

type Start = string | number | null | undefined;

/** A count, or points of a criterion. */
function NumberRow({ item, rule, start }: { item: SheetItem; rule: CountRule | Criterion; start: Start }) {
  const name = scoreFields.detail(item.id, rule.id);
  const field = useMarkField(name);
  const isCount = 'kind' in rule;
  return (
    <>
      <div className={`rulefields__row${field.error ? ' is-wrong' : ''}`}>
        <label htmlFor={field.id}>
          {rule.name}
          <span className="small quiet">
            {isCount ? ruleText(rule) : ''}
            {isCount && rule.hint !== '' ? '；' : ''}
            {rule.hint}
          </span>
        </label>
        <input
          className="input input--num"
          id={field.id}
          name={name}
          type="text"
          inputMode={isCount ? 'numeric' : 'decimal'}
          data-max={isCount ? undefined : rule.points}
          autoComplete="off"
          maxLength={6}
          data-mark-field
          defaultValue={start === null || start === undefined ? '' : String(start)}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={field.error ? field.errorId : undefined}
        />
        <span className="quiet">
          {isCount ? (rule.unit === '' ? '次' : rule.unit) : `/ ${formatPoints(rule.points)}`}
        </span>
      </div>
      <FieldError id={field.errorId} text={field.error} />
    </>
  );
}

/** What is taken off by degree. */
function ChoiceRow({ item, rule, start }: { item: SheetItem; rule: ChoiceRule; start: Start }) {
  const name = scoreFields.detail(item.id, rule.id);
  const field = useMarkField(name);
  return (
    <fieldset
      className={`rulefields__choice${field.error ? ' is-wrong' : ''}`}
      aria-describedby={field.error ? field.errorId : undefined}
    >
      <legend>
        {rule.name}
        {rule.hint === '' ? null : <span className="small quiet">{rule.hint}</span>}
      </legend>
      <div className="rulefields__degrees">
        {rule.choices.map((choice, index) => (
          <label key={choice} className="check">
            <input
              type="radio"
              // The first carries the field's id: the error summary leads to it.
              id={index === 0 ? field.id : undefined}
              name={name}
              value={String(choice)}
              defaultChecked={start !== null && start !== undefined && start !== '' && Number(start) === choice}
            />
            <span>{choice === 0 ? '不扣' : `−${formatPoints(choice)}`}</span>
          </label>
        ))}
      </div>
      <FieldError id={field.errorId} text={field.error} />
    </fieldset>
  );
}
