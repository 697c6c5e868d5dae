import { useRef } from 'react';
import { CheckboxField } from '~/components/form/choice-fields';
import { DefaultSubmit } from '~/components/form/default-submit';
import { FieldGroup } from '~/components/form/field';
import { PointsInput } from '~/components/form/points-input';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, HiddenFields } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { parsePoints, type FormValues } from '~/domain/exam/exam.schema';
import { roundHalfUp } from '~/lib/bands';
import { sumPoints } from '~/domain/exam/paper-mix.rules';
import { drawSectionField, itemSectionField, placeField, pointsField } from '~/domain/exam/wizard-steps.rules';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { DrawRules, type DrawRow } from './draw-rules';
import { PaperMix, type Mix } from './paper-mix';
import { Grip, PaperSectionPart, PlaceField, type PaperSection } from './paper-section';
import { usePaperMoves } from './use-paper-moves';
import { StepButtons } from './wizard';
import { RichText } from '~/components/question/rich-text';

export type PaperItem = {
  id: number;
  /** On every student's paper, what is drawn before it counted in. */
  number: number;
  points: number;
  snapshot: QuestionSnapshot;
  isGone: boolean;
  isSharedWithStudents: boolean;
  isKeyOld: boolean;
};

/**
 * Step 3: the written paper with its points and order. Sent by the browser itself: every row has buttons, and all
 * of them carry the points along, so that none is lost.
 */
export function PaperForm({
  exam,
  sections,
  items,
  draws,
  size,
  total,
  mix,
  keyPoints,
  picks,
  settings,
  values,
  problem,
}: {
  exam: { id: number; version: number; savedAt: string };
  /** 大题 in order; one without a name where the paper is one list. */
  sections: PaperSection[];
  items: PaperItem[];
  draws: DrawRow[];
  /** Questions in each student's paper, drawn ones included, and what they come to. */
  size: number;
  total: number;
  mix: Mix;
  keyPoints: { words: { word: string; count: number }[]; covered: number };
  /** Ticked and not put into the paper yet. */
  picks: { points: number }[];
  settings: { shuffleItems: boolean; shuffleOptions: boolean };
  values: FormValues;
  problem: FormProblem | null | undefined;
}) {
  const area = useRef<HTMLDivElement>(null);
  const { moved } = usePaperMoves(area);
  const unsaved = items.reduce((sum, { id, points }) => {
    const typed = parsePoints(String((problem?.values ?? values)[pointsField(id)] ?? points));
    return sum + (typed ?? points) - points;
  }, 0);
  return (
    <FieldsForm intent="save" problem={problem} reloadDocument className="grid-aside mt-4">
      <DefaultSubmit name="move" value="place" />
      <FormOwner />
      <HiddenFields values={{ id: exam.id, version: exam.version, order: items.map((item) => item.id).join(',') }} />
      <section className="card" id="items" aria-label="笔试试题">
        <div className="card__head">
          <h2>笔试试题</h2>
          <span className="quiet">
            共 {size} 题，<strong className="num">{roundHalfUp(total + unsaved, 2)}</strong> 分
            {unsaved === 0 ? '' : '（有的分值还没有保存）'}
          </span>
          <div className="card__actions row push">
            <Button name="then" value="draw" size="s">
              随机抽题
            </Button>
            <Button name="then" value="basket" size="s">
              从试题篮选题
            </Button>
            <Button name="then" value="choose" size="s" variant={items.length === 0 ? 'primary' : 'default'}>
              从题库选题
            </Button>
          </div>
        </div>
        {picks.length > 0 ? (
          <p className="compose__waiting row">
            <span>
              还有 {picks.length} 题勾选了没有放入试卷，共 {sumPoints(picks)} 分。
            </span>
            <Button name="then" value="choose" size="s" className="push">
              接着选
            </Button>
          </p>
        ) : null}
        <div ref={area}>
          {items.length + draws.length === 0 ? (
            <Empty title="还没有试题">点“从题库选题”，从自己的笔试题库和理论题库里挑选；分值和顺序在这里调整。</Empty>
          ) : (
            sections.map((section, index) => (
              <PaperSectionPart key={section.key} section={section} place={index + 1} last={sections.length}>
                <SectionItems {...{ section, sections, items, size, values }} version={exam.version} />
                <DrawRules
                  draws={draws.filter((draw) => section.drawIds.includes(draw.id))}
                  examId={exam.id}
                  chosen={(draw) => (
                    <SectionSelect
                      name={drawSectionField(draw.id)}
                      {...{ section, sections }}
                      what={draw.text}
                      version={exam.version}
                    />
                  )}
                />
              </PaperSectionPart>
            ))
          )}
        </div>
        <p className="vh" role="status">
          {moved === '' ? '' : `已移动，现在是${moved}`}
        </p>
        {items.length + draws.length > 0 ? (
          <div className="card__foot compose__moves row">
            <span className="quiet small">
              改了序号、选了大题，再点“移动”，可以一次改好几题。
              <span className="with-script">也可以拖动，或按 Alt+↑、Alt+↓。</span>
            </span>
            <span className="push compose__do">
              <Button name="move" value="place" size="s">
                移动
              </Button>
              <Button name="move" value="section-add" size="s">
                添加大题
              </Button>
              <Button name="move" value="sort" size="s">
                按题型排序
              </Button>
            </span>
          </div>
        ) : null}
        <div className="card__body">
          <FieldGroup name="shuffle" label="每名学生的顺序" hint="开考时确定，之后不再变；老师这里看到的是原来的顺序。">
            <CheckboxField
              name="shuffleItems"
              value="1"
              label="打乱题目顺序"
              hint="只在同一大题的同一题型内打乱"
              defaultChecked={settings.shuffleItems}
            />
            <CheckboxField
              name="shuffleOptions"
              value="1"
              label="打乱选项顺序"
              hint="“以上都对”一类的选项仍在最后；文字里提到选项字母（如“A 项”“故选 C”）的题不打乱"
              defaultChecked={settings.shuffleOptions}
            />
          </FieldGroup>
        </div>
        <div className="card__foot row">
          <StepButtons hasBack savedAt={exam.savedAt} nextLabel="预览" />
        </div>
      </section>
      <aside aria-label="试卷构成">
        <PaperMix mix={mix} keyPoints={keyPoints}>
          {size > mix.count ? (
            <p className="quiet small mt-3">
              另有随机抽取的 {size - mix.count} 题，{total - mix.points} 分，不在上面的数里。
            </p>
          ) : null}
        </PaperMix>
      </aside>
    </FieldsForm>
  );
}

/** The questions of a section, or of a paper that is one list. */
function SectionItems({
  section,
  sections,
  items,
  size,
  values,
  version,
}: {
  section: PaperSection;
  sections: PaperSection[];
  items: PaperItem[];
  size: number;
  values: FormValues;
  version: number;
}) {
  const own = items.filter((item) => section.itemIds.includes(item.id));
  const [first, last] = [items[0], items[items.length - 1]];
  if (own.length === 0) {
    return section.drawIds.length > 0 ? null : (
      <p className="card__body quiet small">还没有题。在别的题里选“移到 {section.name}”，再点“移动”。</p>
    );
  }
  return (
    <DataTable
      caption={section.name === '' ? `每份试卷都有的试题，共 ${own.length} 题` : `${section.name}，${own.length} 题`}
      rows={own}
      rowKey={(item) => item.id}
      columns={[
        {
          key: 'position',
          header: '序号',
          cell: (item) => (
            <div className="compose__spot">
              <Grip id={`grip-${item.id}`} label={`移动第 ${item.number} 题`} data={{ 'data-item': item.id }} />
              <PlaceField
                name={placeField(item.id)}
                place={item.number}
                label={`第 ${item.number} 题的序号，1 到 ${size}`}
                rowKey={item.id}
              />
            </div>
          ),
        },
        {
          key: 'title',
          header: '题目',
          rowHeader: true,
          width: 'w-full',
          cell: (item) => <ItemTitle item={item} />,
        },
        {
          key: 'points',
          header: '分值',
          width: 'w-40',
          cell: (item) => (
            <PointsInput
              key={`${item.id} ${item.points}`}
              name={pointsField(item.id)}
              label={`第 ${item.number} 题分值`}
              value={String(values[pointsField(item.id)] ?? item.points)}
            />
          ),
        },
        {
          key: 'actions',
          header: '操作',
          actions: true,
          cell: (item) => (
            <>
              <MoveButton move="up" item={item} disabled={item === first}>
                上移
              </MoveButton>
              <MoveButton move="down" item={item} disabled={item === last}>
                下移
              </MoveButton>
              <MoveButton move="remove" item={item}>
                移除
              </MoveButton>
              <SectionSelect
                name={itemSectionField(item.id)}
                {...{ section, sections, version }}
                what={`第 ${item.number} 题`}
              />
            </>
          ),
        },
      ]}
    />
  );
}

/** To which other section something goes with the next 移动. */
function SectionSelect({
  name,
  section,
  sections,
  what,
  version,
}: {
  name: string;
  section: PaperSection;
  sections: PaperSection[];
  what: string;
  /** After a move nothing is chosen any more. */
  version: number;
}) {
  if (sections.length < 2) return null;
  return (
    <select key={version} className="input compose__to" name={name} aria-label={`${what}移到哪一大题`} defaultValue="">
      <option value="">移到…</option>
      {sections
        .filter(({ key }) => key !== section.key)
        .map(({ key, ordinal, name: label }) => (
          <option key={key} value={key}>
            {ordinal === '' ? label : `${ordinal}、${label}`}
          </option>
        ))}
    </select>
  );
}

function ItemTitle({ item }: { item: PaperItem }) {
  return (
    <>
      <RichText text={item.snapshot.title} />
      <span className="small quiet block">
        {questionKindLabel(item.snapshot)} · {levelLabel(item.snapshot.level)}
      </span>
      {item.isSharedWithStudents ? (
        <>
          {' '}
          <Chip tone="warn">已共享给学生</Chip>
        </>
      ) : null}
      {item.isKeyOld ? (
        <>
          {' '}
          <Chip tone="warn">答案在考试里更正过，{item.isGone ? '这里还是原来的' : '题库里还没有改'}</Chip>
        </>
      ) : null}
      {item.isGone ? (
        <>
          {' '}
          <Chip tone="line">原题已删除或不再共享</Chip>
        </>
      ) : null}
    </>
  );
}

function MoveButton({
  move,
  item,
  disabled = false,
  children,
}: {
  move: 'up' | 'down' | 'remove';
  item: PaperItem;
  disabled?: boolean;
  children: string;
}) {
  return (
    <button
      type="submit"
      className="linkbtn"
      name="move"
      value={`${move}:${item.id}`}
      disabled={disabled}
      aria-label={`${children} ${item.snapshot.title}`}
    >
      {children}
    </button>
  );
}
