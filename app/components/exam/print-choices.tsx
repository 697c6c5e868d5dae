import { LinkChoice } from '~/components/list/link-choice';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { LINE_CHOICES, type LineChoice } from '~/domain/exam/paper-parts.rules';
import { LINE_LABELS, PRINT_LABELS, PRINTS, type PrintKind, type SheetSize } from '~/domain/exam/print.schema';

const SIZES: [SheetSize, string][] = [
  ['a4', 'A4'],
  ['a3', 'A3 两栏'],
];

/** What is printed, of which class and on which sheets, as links. */
export function PrintChoices({
  classrooms,
  parts,
  hasLines,
  input,
}: {
  classrooms: { id: number; name: string }[];
  /** Those that have a paper. */
  parts: Part[];
  /** Something of the papers is written on lines. */
  hasLines: boolean;
  input: { what: PrintKind; classId: number; size: SheetSize; part: Part | ''; lines: LineChoice };
}) {
  const { what, classId, size, part, lines } = input;
  const isPaper = what === 'paper' || what === 'key';
  const named = classrooms.map(({ id, name }): [string, string] => [String(id), name]);
  // Writing sheets are printed a class at a time: a whole year's would be thousands of pages.
  const classes: [string, string][] = what === 'sheet' ? named : [['0', '全部班级'], ...named];
  return (
    <div className="print-choices card no-print">
      <Choice label="打印什么" param="what" current={what} options={PRINTS.map((one) => [one, PRINT_LABELS[one]])} />
      {isPaper && parts.length > 1 ? (
        <Choice
          label="部分"
          param="part"
          current={part}
          options={[['', '全部'], ...parts.map((one): [string, string] => [one, PART_LABELS[one]])]}
        />
      ) : null}
      {isPaper ? <Choice label="纸张" param="size" current={size} options={SIZES} /> : null}
      {what === 'paper' && hasLines ? (
        <Choice
          label="写答案的行"
          param="lines"
          current={lines}
          options={LINE_CHOICES.map((one) => [one, LINE_LABELS[one]])}
        />
      ) : null}
      {!isPaper && classrooms.length > 1 ? (
        <Choice label="班级" param="classId" current={String(classId)} options={classes} />
      ) : null}
    </div>
  );
}

function Choice(props: Parameters<typeof LinkChoice>[0]) {
  return (
    <nav className="print-choices__one" aria-label={props.label}>
      <span className="quiet small">{props.label}</span>
      <LinkChoice {...props} />
    </nav>
  );
}
