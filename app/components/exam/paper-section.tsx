import { describedBy, fieldClass, inputClass } from '~/components/form/field';
import { useFieldState } from '~/components/form/form-context';
import { PointsInput } from '~/components/form/points-input';
import { Button } from '~/components/ui/button';
import { sectionFields } from '~/domain/exam/wizard-steps.rules';
import type { ReactNode } from 'react';
import { FieldError } from '~/components/form/field-error';

/** A section of the paper as the composing step shows it. */
export type PaperSection = {
  key: number;
  title: string;
  /** What it is called; '' where the paper is one list. */
  name: string;
  instructions: string;
  /** 一, 二 …; '' while it is empty. */
  ordinal: string;
  count: number;
  points: number;
  itemIds: number[];
  drawIds: number[];
};

/** 大题 in the form of the paper: its name, instructions, place and points; its questions stand beneath. */
export function PaperSectionPart({
  section,
  place,
  last,
  children,
}: {
  section: PaperSection;
  /** From 1. */
  place: number;
  last: number;
  children: ReactNode;
}) {
  if (section.name === '') return children;
  const what = section.name;
  return (
    <section className="psec" aria-label={`第 ${place} 大题：${what}`} data-section={section.key}>
      <div className="psec__head" data-section-head="">
        <Grip
          label={`移动第 ${place} 大题 ${what}`}
          data={{ 'data-section-grip': section.key }}
          id={`sgrip-${section.key}`}
        />
        <PlaceField
          name={sectionFields.place(section.key)}
          place={place}
          label={`第 ${place} 大题的序号，1 到 ${last}`}
          rowKey={section.key}
        />
        <TitleField section={section} place={place} />
        <span className="quiet small nowrap num">
          {section.count} 题 · {section.points} 分
        </span>
      </div>
      <div className="psec__do">
        <div className="psec__each">
          <span className="small quiet nowrap">每题</span>
          <PointsInput name={sectionFields.points(section.key)} label={`${what}每题分值`} value="" />
          <Button size="s" name="move" value={`section-points:${section.key}`} aria-label={`统一设置${what}`}>
            统一设置
          </Button>
        </div>
        <span className="actions nowrap push">
          <SectionButton move="section-up" section={section} disabled={place === 1}>
            上移
          </SectionButton>{' '}
          <SectionButton move="section-down" section={section} disabled={place === last}>
            下移
          </SectionButton>{' '}
          <SectionButton move="section-drop" section={section} disabled={last === 1}>
            {section.count === 0 ? '删除' : '并入'}
          </SectionButton>
        </span>
      </div>
      <InstructionsField section={section} />
      {children}
    </section>
  );
}

function TitleField({ section, place }: { section: PaperSection; place: number }) {
  const field = useFieldState(sectionFields.title(section.key));
  return (
    <div className={fieldClass(field, 'field--grow')}>
      <input
        className={inputClass()}
        id={field.id}
        name={sectionFields.title(section.key)}
        defaultValue={field.value(section.title)}
        placeholder={section.name}
        aria-label={`第 ${place} 大题的名称`}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={describedBy(field, '')}
        autoComplete="off"
      />
      <FieldError id={field.errorId} text={field.error} />
    </div>
  );
}

function InstructionsField({ section }: { section: PaperSection }) {
  const field = useFieldState(sectionFields.instructions(section.key));
  return (
    <details className="psec__about" open={section.instructions !== '' || field.error ? true : undefined}>
      <summary className="small">答题说明</summary>
      <div className={fieldClass(field)}>
        <textarea
          className={inputClass()}
          rows={2}
          id={field.id}
          name={sectionFields.instructions(section.key)}
          defaultValue={field.value(section.instructions)}
          aria-label={`${section.name}的答题说明`}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={describedBy(field, '')}
          placeholder="例如：每题只有一个正确答案，多选、错选不得分。"
        />
        <FieldError id={field.errorId} text={field.error} />
      </div>
    </details>
  );
}

/** A place from 1 among others: another number moves there. */
export function PlaceField({
  name,
  place,
  label,
  rowKey,
}: {
  name: string;
  place: number;
  label: string;
  rowKey: number;
}) {
  const field = useFieldState(name);
  return (
    <div className={fieldClass(field, 'compose__place')}>
      <input
        className={inputClass('num')}
        id={field.id}
        name={name}
        defaultValue={field.value(place)}
        // React keeps the text of a field it knows; after a move another question stands in the row.
        key={`${rowKey} ${place}`}
        aria-label={label}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={describedBy(field, '')}
        inputMode="numeric"
        autoComplete="off"
      />
      <FieldError id={field.errorId} text={field.error} />
    </div>
  );
}

/** What is dragged, and what Alt and the arrows move; of no use without script. */
export function Grip({ id, label, data }: { id: string; label: string; data: Record<string, number> }) {
  return (
    <button
      type="button"
      className="grip with-script"
      id={id}
      draggable
      aria-label={label}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      title="拖动，或按 Alt+↑、Alt+↓"
      {...data}
    >
      <svg viewBox="0 0 8 14" width="8" height="14" aria-hidden="true">
        <path d="M1 2h2M5 2h2M1 7h2M5 7h2M1 12h2M5 12h2" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}

function SectionButton({
  move,
  section,
  disabled,
  children,
}: {
  move: 'section-up' | 'section-down' | 'section-drop';
  section: PaperSection;
  disabled: boolean;
  children: string;
}) {
  return (
    <button
      type="submit"
      className="linkbtn"
      name="move"
      value={`${move}:${section.key}`}
      disabled={disabled}
      aria-label={`${children} ${section.name}`}
      title={children === '并入' ? '题目并入相邻的大题，这道大题去掉' : undefined}
    >
      {children}
    </button>
  );
}
