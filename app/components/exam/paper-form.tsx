import { CheckboxField } from '~/components/form/choice-fields';
import { DefaultSubmit } from '~/components/form/default-submit';
import { describedBy, fieldClass, FieldGroup, inputClass } from '~/components/form/field';
import { useFieldState } from '~/components/form/form-context';
import { PointsInput } from '~/components/form/points-input';
import { PostForm } from '~/components/form/post-form';
import { HiddenFields } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import type { FormValues } from '~/domain/exam/exam.schema';
import { sumPoints } from '~/domain/exam/paper-mix.rules';
import { placeField, pointsField } from '~/domain/exam/wizard-steps.rules';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { DrawRules, type DrawRow } from './draw-rules';
import { PaperMix, type Mix } from './paper-mix';
import { StepButtons } from './wizard';
import { RichText } from '~/components/question/rich-text';

export type PaperItem = {
  id: number;
  position: number;
  points: number;
  snapshot: QuestionSnapshot;
  isGone: boolean;
  isSharedWithStudents: boolean;
};

/**
 * Step 3: the written paper with its points and order. Sent by the browser itself: every row has buttons, and all
 * of them carry the points along, so that none is lost.
 */
export function PaperForm({
  exam,
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
  items: PaperItem[];
  draws: DrawRow[];
  /** Questions in each student's paper, drawn ones included, and what they come to. */
  size: number;
  total: number;
  mix: Mix;
  keyPoints: { word: string; count: number }[];
  /** Ticked and not put into the paper yet. */
  picks: { points: number }[];
  settings: { shuffleItems: boolean; shuffleOptions: boolean };
  values: FormValues;
  problem: FormProblem | null | undefined;
}) {
  return (
    <PostForm intent="save" problem={problem} reloadDocument className="grid-aside mt-4" data-offers="">
      <DefaultSubmit name="move" value="place" />
      <HiddenFields values={{ id: exam.id, version: exam.version, order: items.map((item) => item.id).join(',') }} />
      <section className="card" id="items" aria-label="笔试试题">
        <div className="card__head">
          <h2>笔试试题</h2>
          <span className="quiet">
            共 {size} 题，<strong className="num">{total}</strong> 分
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
        <DataTable
          caption={`每份试卷都有的试题，共 ${items.length} 题`}
          rows={items}
          rowKey={(item) => item.id}
          empty={
            <Empty title="还没有试题">点“从题库选题”，从自己的笔试题库和理论题库里挑选；分值和顺序在这里调整。</Empty>
          }
          columns={[
            {
              key: 'position',
              header: '序号',
              cell: (item, index) => <PlaceInput item={item} place={index + 1} last={items.length} />,
            },
            {
              key: 'title',
              header: '题目',
              rowHeader: true,
              width: 'w-full',
              cell: (item) => (
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
                  {item.isGone ? (
                    <>
                      {' '}
                      <Chip tone="line">原题已删除</Chip>
                    </>
                  ) : null}
                </>
              ),
            },
            {
              key: 'points',
              header: '分值',
              width: 'w-40',
              cell: (item, index) => (
                <PointsInput
                  name={pointsField(item.id)}
                  label={`第 ${index + 1} 题分值`}
                  value={String(values[pointsField(item.id)] ?? item.points)}
                />
              ),
            },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (item, index) => (
                <>
                  <MoveButton move="up" item={item} disabled={index === 0}>
                    上移
                  </MoveButton>
                  <MoveButton move="down" item={item} disabled={index === items.length - 1}>
                    下移
                  </MoveButton>
                  <MoveButton move="remove" item={item}>
                    移除
                  </MoveButton>
                </>
              ),
            },
          ]}
        />
        {items.length > 1 ? (
          <div className="card__foot row">
            <span className="quiet small">改序号后按回车，题就移到那里；可以一次改好几题。</span>
            <Button name="move" value="sort" size="s" className="push">
              按题型排序
            </Button>
          </div>
        ) : null}
        <DrawRules draws={draws} examId={exam.id} first={items.length + 1} />
        <div className="card__body">
          <FieldGroup name="shuffle" label="每名学生的顺序" hint="开考时确定，之后不再变；老师这里看到的是原来的顺序。">
            <CheckboxField
              name="shuffleItems"
              value="1"
              label="打乱题目顺序"
              hint="只在同一题型内打乱"
              defaultChecked={settings.shuffleItems}
            />
            <CheckboxField
              name="shuffleOptions"
              value="1"
              label="打乱选项顺序"
              hint="“以上都对”一类的选项仍在最后；文字里提到选项字母（如“A 项”）的题不打乱"
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
    </PostForm>
  );
}

/** A question's place in the paper: another number moves it there. */
function PlaceInput({ item, place, last }: { item: PaperItem; place: number; last: number }) {
  const name = placeField(item.id);
  const field = useFieldState(name);
  return (
    <div className={fieldClass(field, 'compose__place')}>
      <input
        className={inputClass('num')}
        id={field.id}
        name={name}
        defaultValue={field.value(place)}
        // React keeps the text of a field it knows; after a move another question stands in the row.
        key={`${item.id} ${place}`}
        aria-label={`第 ${place} 题的序号，1 到 ${last}`}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={describedBy(field, '')}
        inputMode="numeric"
        autoComplete="off"
      />
      {field.error ? (
        <p className="error" id={field.errorId}>
          {field.error}
        </p>
      ) : null}
    </div>
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
