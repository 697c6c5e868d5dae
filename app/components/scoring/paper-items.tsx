import { Empty } from '~/components/ui/feedback';
import type { Pause } from '~/domain/file/waveform.rules';
import type { ScoreNote } from '~/domain/scoring/notes.rules';
import { needsHand } from '~/domain/scoring/scoring.rules';
import { HandItem } from './hand-item';
import { KeyItems } from './key-items';
import { OralItem } from './oral-item';
import type { SheetItem } from './sheet-item';

/** What a student handed in, item by item, each with what marking it needs; items that their key decides come last. */
export function PaperItems({
  items,
  examImageIds,
  pauses,
  notes,
  isLocked,
  isProposing,
}: {
  items: SheetItem[];
  /** The exam's own pictures stand instead of an oral question's. */
  examImageIds: string[];
  pauses: Record<string, Pause[]>;
  notes: ScoreNote[];
  isLocked: boolean;
  isProposing: boolean;
}) {
  const numbered = items.map((item, index) => ({ item, number: index + 1 }));
  return (
    <>
      {numbered.map(({ item, number }) => {
        if (!needsHand(item)) return null;
        return item.snapshot.bank === 'oral' ? (
          <OralItem
            key={item.id}
            item={item}
            title={items.length > 1 ? `口语 ${number}` : '口语'}
            imageIds={examImageIds.length > 0 ? examImageIds : item.snapshot.imageIds}
            pauses={pauses}
            notes={notes}
            isLocked={isLocked}
            isProposing={isProposing}
          />
        ) : (
          <HandItem key={item.id} item={item} number={number} isProposing={isProposing} isLocked={isLocked} />
        );
      })}
      <KeyItems items={numbered.filter(({ item }) => !needsHand(item))} />
      {items.length === 0 ? <Empty title="这部分没有题目" /> : null}
    </>
  );
}
