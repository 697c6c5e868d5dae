import { ExamThresholds } from '~/components/ui/score-text';
import { Link } from '@remix-run/react';
import { useRef } from 'react';
import { useFieldState } from '~/components/form/form-context';
import { FieldsForm } from '~/components/form/fields-form';
import { GivenAnswer, QuestionReview } from '~/components/question/question-review';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import type { Pause } from '~/domain/file/waveform.rules';
import type { ItemMarking, ItemPaper, ItemPapers } from '~/domain/scoring/marking/item-marking.queries.server';
import { initialMarks, readScoreFields, versionField } from '~/domain/scoring/marking/score-form.rules';
import type { FormProblem } from '~/http/form-problem';
import { PointFields } from './hand-item';
import { itemHref, itemName } from './item-list';
import { LateNote } from './late-note';
import { LiveMarksProvider } from './live-marks';
import { Progress } from '~/components/ui/facts';
import { OWN_SCORE_WORDS } from '~/domain/scoring/paper/share-out.rules';
import { MarkingHead } from './marking-head';
import { MarkingKeys } from './marking-keys';
import { MarkingPlayer } from './marking-player';
import { paperHref } from './papers-table';
import { PhotoDesk } from './photo-desk';
import { RubricFields } from './rubric-fields';
import { FieldError } from '~/components/form/field-error';

/** Said above marks that were typed when the session had ended. */
export const HELD_TEXT = '登录过期前没有保存的评分已恢复，请核对后保存。';

/** A page of students' answers to one item, each with the fields of its marks; all are saved together. */
export function ItemPapersForm({
  marking,
  papers,
  pauses,
  classId,
  problem,
}: {
  marking: Pick<ItemMarking, 'exam' | 'part' | 'isBlind'>;
  papers: ItemPapers;
  pauses: Record<string, Pause[]>;
  classId: number;
  problem: FormProblem | null;
}) {
  const root = useRef<HTMLDivElement>(null);
  const { exam, part } = marking;
  const { item, rows, rubric, currentPage } = papers;
  const last = Math.max(1, Math.ceil(papers.totalCount / papers.pageSize));
  const at = (page: number, itemId = item.id) => itemHref({ examId: exam.id, part, itemId, classId, page });
  const isOpen = rows.some((row) => !isShut(row));
  const items = rows.map((row) => (row.own || isShut(row) ? { ...row.item, isBlank: false } : row.item));
  const marks = rows.flatMap((row) => (row.own?.mark ? [{ ...row.own.mark, itemId: row.attemptId }] : []));
  const initial = problem ? readScoreFields(problem.values) : initialMarks(items, marks, rubric.rubric);
  return (
    <ExamThresholds value={exam.settings}>
      <div ref={root}>
        <MarkingHead
          title={itemName(item)}
          purpose={`第 ${currentPage} / ${last} 页，每页 ${papers.pageSize} 份；评好一起保存，各份都评完后在题目列表里提交`}
          progress={
            <Progress
              value={item.done}
              max={item.total}
              text={`我打了分 ${item.done} / ${item.total}`}
              label={`这道题我打了分的 ${item.done} 份，共 ${item.total} 份`}
            />
          }
          unit="页"
          previous={currentPage > 1 ? at(currentPage - 1) : null}
          next={currentPage < last ? at(currentPage + 1) : null}
        />
        <Card padded={false}>
          <details className="itemtext">
            <summary>看题目和参考答案</summary>
            <div className="card__body">
              <QuestionReview
                question={{ ...item.snapshot, keyPoints: rows[0]?.item.keyWords ?? item.snapshot.keyPoints }}
                titleId="item-question"
                heading="h2"
                points={item.points}
              />
            </div>
          </details>
        </Card>
        {rows.length === 0 ? <Empty title="这一页没有答卷" /> : null}
        <LiveMarksProvider
          key={`${item.id} ${currentPage} ${classId}`}
          items={rows.map((row) => row.item)}
          initial={initial}
          rubric={rubric.rubric}
        >
          <FieldsForm reloadDocument problem={problem} action={at(currentPage)}>
            <input type="hidden" name="examId" value={exam.id} />
            <input type="hidden" name="itemId" value={item.id} />
            <input type="hidden" name="rubricId" value={rubric.id ?? ''} />
            {rows.map((row) => (
              <PaperRow
                key={row.attemptId}
                row={row}
                number={item.number ?? item.position}
                pauses={pauses}
                classId={classId}
                sentVersion={problem?.values[versionField(row.attemptId)]}
              />
            ))}
            {isOpen ? (
              <div className="row itemactions">
                <Button name="_intent" value="draft">
                  保存
                </Button>
                <Button name="_intent" value="next" variant="primary">
                  {currentPage < last ? '保存并下一页' : papers.next === null ? '保存并回到题目列表' : '保存并下一题'}
                </Button>
                <span className="small quiet">存在每份答卷自己的草稿里，不影响其他题的分数。</span>
              </div>
            ) : null}
            <div className="row itemactions">
              <ButtonLink to={itemHref({ examId: exam.id, part, classId })}>题目列表</ButtonLink>
              {papers.next === null ? null : <ButtonLink to={at(1, papers.next)}>下一题</ButtonLink>}
            </div>
            <MarkingKeys
              root={root}
              paperKey={`${item.id} ${currentPage} ${rows.map((row) => row.own?.version ?? 0).join(' ')}`}
              greeting={`${itemName(item)}，第 ${currentPage} 页，${rows.length} 份，可以打分`}
            />
          </FieldsForm>
        </LiveMarksProvider>
      </div>
    </ExamThresholds>
  );
}

/** Submitted or released: only to be read here. */
function isShut(row: ItemPaper): boolean {
  return row.isLocked || row.own?.state === 'final';
}

function PaperRow({
  row,
  number,
  pauses,
  classId,
  sentVersion,
}: {
  row: ItemPaper;
  number: number;
  pauses: Record<string, Pause[]>;
  classId: number;
  sentVersion: string | string[] | undefined;
}) {
  const { item, own } = row;
  const name = versionField(row.attemptId);
  const field = useFieldState(name);
  const version = own?.version ?? 0;
  // Whoever was told of a newer version has seen it; else the one that was edited stays.
  const edited = field.error === undefined && typeof sentVersion === 'string' ? sentVersion : String(version);
  const isOral = item.snapshot.bank === 'oral';
  return (
    <div data-paper className="itempaper">
      <Card
        id={field.id}
        title={<Link to={paperHref(row.attemptId, classId)}>{row.name}</Link>}
        hint={[row.account, row.className].filter((text) => text !== '').join('，')}
        actions={<RowState row={row} />}
      >
        <FieldError id={field.errorId} text={field.error} />
        <div className="itempaper__body">
          <div>
            {item.isBlank ? <Note tone="warn">没有作答{own ? '' : '，已预填 0 分，保存就算确认'}。</Note> : null}
            <Given row={row} pauses={pauses} />
          </div>
          <fieldset disabled={isShut(row)} aria-label={`${row.name}的分数`}>
            {isShut(row) ? null : <input type="hidden" name={name} value={edited} />}
            {isOral ? <RubricFields item={item} title={row.name} /> : <PointFields item={item} number={number} />}
          </fieldset>
        </div>
      </Card>
    </div>
  );
}

function RowState({ row }: { row: ItemPaper }) {
  if (row.isLocked) return <Chip>已公布</Chip>;
  if (row.own?.state === 'final') return <Chip tone="good">{OWN_SCORE_WORDS.final}</Chip>;
  return row.own?.mark?.points === undefined || row.own.mark.points === null ? (
    <Chip tone="line">{OWN_SCORE_WORDS.none}</Chip>
  ) : (
    <Chip tone="theme">{OWN_SCORE_WORDS.draft}</Chip>
  );
}

/** What the student gave for the item. */
function Given({ row, pauses }: { row: ItemPaper; pauses: Record<string, Pause[]> }) {
  const { item } = row;
  const chosen = item.takes.find((take) => take.isChosen) ?? item.takes[item.takes.length - 1];
  return (
    <>
      {chosen ? (
        <MarkingPlayer take={chosen} label={`${row.name}的录音`} pauses={pauses[chosen.fileId]}>
          {item.takes.length > 1 ? (
            <span>
              学生选定的第 {chosen.number} 条，共 {item.takes.length} 条
            </span>
          ) : null}
          {chosen.overSeconds > 0 ? <Chip tone="warn">超时 {chosen.overSeconds} 秒</Chip> : null}
        </MarkingPlayer>
      ) : null}
      {item.photos.length > 0 ? <PhotoDesk photos={item.photos} isLocked={isShut(row)} /> : null}
      {item.answer?.value.text ? <GivenAnswer question={item.snapshot} answer={item.answer.value} /> : null}
      <LateNote item={item} />
    </>
  );
}
