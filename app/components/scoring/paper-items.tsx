import { needsHand } from '~/domain/exam/by-hand.rules';
import { Fragment } from 'react';
import { Empty } from '~/components/ui/feedback';
import type { Pause } from '~/domain/file/waveform.rules';
import type { ScoreNote } from '~/domain/scoring/marking/notes.rules';
import type { ItemHead } from '~/domain/exam/paper-sections.rules';
import { HandItem } from './hand-item';
import { KeyItems } from './key-items';
import { OralItem } from './oral-item';
import type { SheetItem } from './sheet-item';

/** What a student handed in, item by item, each with what marking it needs; items that their key decides come last. */
export function PaperItems({
  items,
  heads,
  examImageIds,
  pauses,
  notes,
  isLocked,
  isFixed,
  isProposing,
}: {
  items: SheetItem[];
  /** The section of each item by its id. */
  heads: Record<number, ItemHead>;
  /** The exam's own pictures stand instead of an oral question's. */
  examImageIds: string[];
  pauses: Record<string, Pause[]>;
  notes: ScoreNote[];
  isLocked: boolean;
  /** The own marks stand; the comments may be changed. */
  isFixed: boolean;
  isProposing: boolean;
}) {
  const numbered = items.map((item, index) => ({ item, number: index + 1, head: heads[item.id] }));
  const byHand = numbered.filter(({ item }) => needsHand(item));
  const firsts = new Set(
    byHand.filter(({ head }, index) => head && head.key !== byHand[index - 1]?.head?.key).map(({ item }) => item.id),
  );
  return (
    <>
      {byHand.map(({ item, number, head }) => {
        const content =
          item.snapshot.bank === 'oral' ? (
            <OralItem
              item={item}
              title={items.length > 1 ? `口语 ${number}` : '口语'}
              imageIds={examImageIds.length > 0 ? examImageIds : item.snapshot.imageIds}
              pauses={pauses}
              notes={notes}
              isLocked={isLocked}
              isProposing={isProposing}
            />
          ) : (
            <HandItem item={item} number={number} isProposing={isProposing} isLocked={isLocked} isFixed={isFixed} />
          );
        return (
          <Fragment key={item.id}>
            {head && firsts.has(item.id) ? <h2 className="part-title">{head.heading}</h2> : null}
            {content}
          </Fragment>
        );
      })}
      <KeyItems items={numbered.filter(({ item }) => !needsHand(item))} />
      {items.length === 0 ? <Empty title="这部分没有题目" /> : null}
    </>
  );
}
