import { IntentButton } from '~/components/form/submit';
import { SHEET_LINE_CHOICES, type SheetLineChoice } from '~/domain/exam/paper-parts.rules';
import { SHEET_LINE_LABELS } from '~/domain/exam/print.schema';

/** How many lines the writing sheets have, and what that comes to in paper; once some were scanned it stays. */
export function SheetLines({
  examId,
  current,
  pages,
  isFixed,
}: {
  examId: number;
  current: SheetLineChoice;
  /** Of each student. */
  pages: number;
  isFixed: boolean;
}) {
  return (
    <div className="row print-choices card no-print">
      <span>
        写答案的行：{SHEET_LINE_LABELS[current]}，每人 {pages} 页
      </span>
      {isFixed ? (
        <span className="small quiet">扫描过答题纸，不能再改</span>
      ) : (
        SHEET_LINE_CHOICES.filter((one) => one !== current).map((one) => (
          <IntentButton key={one} intent="lines" fields={{ id: examId, lines: one }} size="s">
            改为{SHEET_LINE_LABELS[one]}
          </IntentButton>
        ))
      )}
    </div>
  );
}
