import { CheckboxField } from '~/components/form/choice-fields';
import { DefaultSubmit } from '~/components/form/default-submit';
import { FieldGroup } from '~/components/form/field';
import { PointsInput } from '~/components/form/points-input';
import { PostForm } from '~/components/form/post-form';
import { HiddenFields } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import type { FormValues } from '~/domain/exam/exam.schema';
import { pointsField } from '~/domain/exam/wizard-steps.rules';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { DrawRules, type DrawRow } from './draw-rules';
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
  settings: { shuffleItems: boolean; shuffleOptions: boolean };
  values: FormValues;
  problem: FormProblem | null | undefined;
}) {
  return (
    <PostForm intent="save" problem={problem} reloadDocument>
      <DefaultSubmit name="then" value="next" />
      <HiddenFields values={{ id: exam.id, version: exam.version, order: items.map((item) => item.id).join(',') }} />
      <section className="card mt-4" id="items">
        <div className="card__head">
          <h2>笔试试题</h2>
          <span className="quiet">
            共 {size} 题，<strong className="num">{total}</strong> 分
          </span>
          <div className="card__actions row push">
            <Button name="then" value="draw" size="s">
              随机抽题
            </Button>
            <Button name="then" value="choose" size="s" variant={items.length === 0 ? 'primary' : 'default'}>
              从题库选题
            </Button>
          </div>
        </div>
        <DataTable
          caption={`每份试卷都有的试题，共 ${items.length} 题`}
          rows={items}
          rowKey={(item) => item.id}
          empty={
            <Empty title="还没有试题">点“从题库选题”，从自己的笔试题库和理论题库里挑选；分值和顺序在这里调整。</Empty>
          }
          columns={[
            { key: 'position', header: '序号', align: 'end', cell: (_, index) => index + 1 },
            {
              key: 'title',
              header: '题目',
              rowHeader: true,
              width: 'w-full',
              cell: (item) => (
                <>
                  <RichText text={item.snapshot.title} />
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
            { key: 'kind', header: '题型', nowrap: true, cell: (item) => questionKindLabel(item.snapshot) },
            { key: 'level', header: '难度', nowrap: true, cell: (item) => levelLabel(item.snapshot.level) },
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
    </PostForm>
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
