import { DataTable } from '~/components/list/data-table';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import type { ItemHead } from '~/domain/exam/paper-sections.rules';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { describeGivenInBank, rightKeysInBank } from '~/domain/scoring/paper/bank-letters.rules';
import { formatPoints, roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { LateNote } from './late-note';
import type { SheetItem } from './sheet-item';
import { CorrectionChip, Verdict } from './verdict';

type Numbered = { item: SheetItem; number: number; head: ItemHead | undefined };

/** The items that their keys mark: what was given, what is right, right or wrong. */
export function KeyItems({ items }: { items: Numbered[] }) {
  if (items.length === 0) return null;
  const hasHeads = items.some(({ head }) => head);
  const firsts = new Set(
    items.filter(({ head }, index) => head && head.key !== items[index - 1]?.head?.key).map(({ item }) => item.id),
  );
  const earned = items.reduce((sum, { item }) => sum + (item.auto?.points ?? 0), 0);
  const full = items.reduce((sum, { item }) => sum + item.points, 0);
  return (
    <Card
      title="自动判分"
      hint={`${items.length} 题，得 ${formatPoints(roundHalfUp(earned, 2))} / ${formatPoints(full)} 分`}
      padded={false}
    >
      <DataTable
        caption="自动判分的题"
        rows={items}
        rowKey={({ item }) => item.id}
        tight
        columns={[
          { key: 'number', header: '题号', nowrap: true, cell: ({ number }) => <span className="num">{number}</span> },
          // The title of a section stands once, above its first item.
          ...(hasHeads
            ? []
            : [
                {
                  key: 'kind',
                  header: '题型',
                  width: 'w-20',
                  cell: ({ item }: Numbered) => questionKindLabel(item.snapshot),
                },
              ]),
          {
            key: 'stem',
            header: '题干',
            rowHeader: true,
            width: 'w-1/3',
            cell: ({ item, head }) => (
              <div id={`item-${item.id}`} className="font-normal">
                {head && firsts.has(item.id) ? <p className="small quiet">{head.title}</p> : null}
                <Stem snapshot={item.snapshot} />
                <LateNote item={item} />
              </div>
            ),
          },
          {
            key: 'given',
            header: '作答',
            width: 'w-24',
            cell: ({ item }) => (
              <>
                {item.isBlank ? <span className="quiet">未作答</span> : <Given text={describeGiven(item)} />}{' '}
                {item.answer?.isInGrace ? <Chip tone="warn">宽限内</Chip> : null}
              </>
            ),
          },
          {
            key: 'key',
            header: '正确答案',
            width: 'w-24',
            cell: ({ item }) => <RichText text={rightAnswer(item.snapshot)} />,
          },
          {
            key: 'verdict',
            header: '判分',
            nowrap: true,
            cell: ({ item }) => (
              <>
                <Verdict auto={item.auto} /> <CorrectionChip correction={item.correction} />
              </>
            ),
          },
          {
            key: 'points',
            header: '得分',
            align: 'end',
            nowrap: true,
            cell: ({ item }) => (
              <>
                <b>{formatPoints(item.auto?.points ?? 0)}</b>{' '}
                <span className="quiet">/ {formatPoints(item.points)}</span>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** A longer text is folded: beside it nothing else of the row is found again. */
const LONG_STEM = 200;

/** What is asked; a text with several blanks behind its title. */
function Stem({ snapshot }: { snapshot: QuestionSnapshot }) {
  const text = snapshot.bank === 'theory' ? snapshot.body.stem : snapshot.title;
  const whole = <RichText text={text} imageIds={snapshot.imageIds} />;
  if (text.length <= LONG_STEM) return whole;
  return (
    <details>
      <summary>{snapshot.title}</summary>
      {whole}
    </details>
  );
}

/** Short answers such as A、B、C are not torn into two lines. */
function Given({ text }: { text: string }) {
  return <span className={text.length < 10 ? 'nowrap' : undefined}>{text}</span>;
}

/** In words; of recordings and photos how many there are. */
function describeGiven({ snapshot, answer, takes, photos }: SheetItem): string {
  const files = [
    takes.length > 0 ? `录音 ${takes.length} 条` : '',
    photos.length > 0 ? `照片 ${photos.length} 张` : '',
  ].filter((text) => text !== '');
  return files.length > 0 ? files.join('，') : describeGivenInBank(snapshot, answer?.value ?? {});
}

/** On one line: what each blank takes, else the options; '' where no key decides. */
function rightAnswer(question: QuestionSnapshot): string {
  if (question.bank !== 'theory') return '';
  const { blanks } = question.body;
  if (blanks.length === 0) return rightKeysInBank(question);
  return blanks.map((alternatives, index) => `第 ${index + 1} 空：${alternatives.join(' 或 ')}`).join('；');
}
