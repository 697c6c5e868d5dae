import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { KeyedNote } from '~/components/exam/keyed-note';
import { PrintPaper, SealingLine } from '~/components/exam/print-paper';
import { AttendanceSheets, DoorSheets } from '~/components/exam/print-rolls';
import { PrintChoices } from '~/components/exam/print-choices';
import { SheetLines } from '~/components/exam/sheet-lines';
import { WritingSheets } from '~/components/exam/writing-sheets';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Button, ButtonLink, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import { DownloadIcon, PrintIcon } from '~/components/ui/teacher-icons';
import {
  findSheetLines,
  getPrintedExam,
  hasScans,
  listPrintedPapers,
  listRolls,
  listWritingSheets,
} from '~/domain/exam/print.queries.server';
import { setSheetLines } from '~/domain/exam/sheet-lines.commands.server';
import { answerLineCount } from '~/domain/exam/paper-parts.rules';
import { paperTitle, papersOf, sheetSizeOf, wordUrl } from '~/domain/exam/print.rules';
import { PRINT_LABELS, printSchema, sheetLinesSchema } from '~/domain/exam/print.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toExam, toPaperPreview, toScan } from '~/lib/addresses/exams';
import { toExams } from '~/lib/addresses/sitting';
import questionStyles from '~/styles/questions.css?url';
import a3 from '~/styles/paper-a3.css?url';
import a4 from '~/styles/paper-a4.css?url';
import eachPart from '~/styles/paper-parts.css?url';
import sheet from '~/styles/paper-sheet.css?url';
import styles from '~/styles/papers.css?url';

export const links: LinksFunction = () => [questionStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${PRINT_LABELS[data.input.what]}，${data.exam.name}` : '打印'} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const input = printSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  const exam = await getPrintedExam(actor, input.id);
  const school = await getSchool();
  const isPaper = input.what === 'paper' || input.what === 'key';
  const all = isPaper ? await listPrintedPapers(actor, input.id) : [];
  return {
    exam: { ...exam, name: exam.name === '' ? '未命名的考试' : exam.name },
    input: { ...input, size: sheetSizeOf(input.what, input.size) },
    schoolName: school.name,
    papers: papersOf(all, input.part),
    parts: all.map(({ part }) => part),
    rolls: input.what === 'attendance' || input.what === 'door' ? await listRolls(actor, input) : [],
    sheets: input.what === 'sheet' ? await listWritingSheets(actor, input) : null,
    sheetLines: input.what === 'sheet' ? await findSheetLines(exam.id) : '',
    isScanned: input.what === 'sheet' && (await hasScans(exam.id)),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), sheetLinesSchema, (input) =>
    setSheetLines(actor, input, now),
  );
  if (!answer.ok) return answer.problem;
  const { pathname, search } = new URL(request.url);
  return redirectWithFlash(request, `${pathname}${search}`, '行数已改好；以前印好的请重印');
}

/** One thing of an exam as it comes on paper; what is printed is the sheets alone. */
export default function PrintExamPage() {
  const { exam, input, papers, parts, rolls, sheets, sheetLines, isScanned } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const isPaper = input.what === 'paper' || input.what === 'key';
  const sheetCount = sheets === null ? 0 : sheets.students.length * sheets.pages.length;
  const isEmpty = papers.length + rolls.length + sheetCount === 0;
  return (
    <>
      <link rel="stylesheet" href={!isPaper ? sheet : input.size === 'a3' ? a3 : a4} />
      {isPaper && papers.length > 1 ? <link rel="stylesheet" href={eachPart} /> : null}
      <PageHeader
        title="打印"
        purpose="打印出来只有下面的纸；没有“打印”按钮时，用浏览器菜单里的打印。"
        crumbs={[
          { label: '考试' },
          { label: '我的考试', href: toExams() },
          { label: exam.name, href: toPaperPreview({ id: exam.id }) },
          { label: '打印' },
        ]}
        actions={
          isEmpty ? null : (
            <>
              {papers.length > 0 ? (
                <a className={buttonClass()} href={wordUrl(exam.id, input)}>
                  <DownloadIcon />
                  下载 Word
                </a>
              ) : null}
              <Button type="button" variant="primary" className="with-script" onClick={() => window.print()}>
                <PrintIcon />
                打印
              </Button>
            </>
          )
        }
      />
      <PrintChoices
        classrooms={exam.classrooms}
        parts={parts}
        hasLines={papers.some((paper) =>
          paper.questions.concat(paper.pools.flatMap((pool) => pool.items)).some((one) => answerLineCount(one) > 0),
        )}
        input={{ ...input, classId: sheets?.classId ?? input.classId }}
      />
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} idPrefix="" /> : null}
      {sheetCount > 0 ? (
        <SheetLines examId={exam.id} current={sheetLines} pages={sheets?.pages.length ?? 0} isFixed={isScanned} />
      ) : null}
      {sheets !== null && sheetCount > 0 ? <AboutScans {...{ exam, sheets }} /> : null}
      {(exam.shuffleItems || exam.shuffleOptions) && (papers.length > 0 || sheetCount > 0) ? (
        <div className="no-print">
          <Note>
            这场考试在屏幕上打乱{shuffledText(exam)}
            ，各人不同；纸上的试卷、答案和答题纸人人相同。在纸上作答的学生请按印出来的试卷写题号和字母，扫描放入答卷以后，成绩页上也是这个次序。
          </Note>
        </div>
      ) : null}
      {sheetCount > 0 && exam.status === 'draft' ? (
        <div className="no-print">
          <Note tone="warn">试卷还是草稿：印好以后再改题，这些答题纸就要重印，扫描时会认出是旧的。</Note>
        </div>
      ) : null}
      {papers.some(({ pools }) => pools.length > 0) ? (
        <div className="no-print">
          <Note tone="warn">这场考试给每名学生各抽题目，印出来的是整个题池；要在纸上考，请改用人人相同的题。</Note>
        </div>
      ) : null}
      {isEmpty ? <NothingToPrint /> : <Sheets />}
    </>
  );
}

/** What a scan of the written sheets does, and what it does not. */
function AboutScans({
  exam,
  sheets,
}: {
  exam: { id: number; status: string };
  sheets: { keyed: number[]; isDrawn: boolean };
}) {
  if (sheets.isDrawn) {
    return (
      <div className="no-print">
        <Note tone="warn">
          这场考试给每名学生各抽题目，写好的答题纸不能扫描放入答卷，所以没有二维码；请学生把要评分的内容写在电脑上，或拍照上传。
        </Note>
      </div>
    );
  }
  return (
    <>
      {exam.status === 'draft' ? null : (
        <p className="no-print">
          写好的答题纸拍照或扫描以后，在<Link to={toScan({ id: exam.id })}>扫描答题纸</Link>里放入各人的答卷。
        </p>
      )}
      <div className="no-print">
        <KeyedNote keyed={sheets.keyed} />
      </div>
    </>
  );
}

function shuffledText(exam: { shuffleItems: boolean; shuffleOptions: boolean }): string {
  return [...(exam.shuffleItems ? ['题的次序'] : []), ...(exam.shuffleOptions ? ['选项的次序'] : [])].join('和');
}

function NothingToPrint() {
  const { exam, input } = useLoaderData<typeof loader>();
  const isPaper = input.what === 'paper' || input.what === 'key';
  return (
    <Card>
      <Empty
        title={isPaper ? '试卷里还没有题' : input.what === 'sheet' ? '没有要印的答题纸' : '这场考试还没有班级'}
        action={
          exam.status === 'draft' ? (
            <ButtonLink to={toExam({ id: exam.id })} variant="primary">
              继续编辑
            </ButtonLink>
          ) : undefined
        }
      >
        {isPaper
          ? '选好题以后就可以打印。'
          : input.what === 'sheet'
            ? '有简答题、笔试题这些由老师评分的题，班级里有学生，才有答题纸。其他的题在电脑上作答。'
            : '选好班级以后就可以打印。'}
      </Empty>
    </Card>
  );
}

function Sheets() {
  const { exam, input, schoolName, papers, parts, rolls, sheets } = useLoaderData<typeof loader>();
  const roll = { schoolName, examName: exam.name, instructions: exam.instructions, rolls };
  switch (input.what) {
    case 'paper':
    case 'key':
      return (
        <div className={`papers papers--${input.size}${input.what === 'paper' ? ' papers--sealed' : ''}`}>
          {input.what === 'paper' ? <SealingLine /> : null}
          {papers.map(({ part, ...paper }) => (
            <PrintPaper
              key={part}
              {...paper}
              name={part}
              title={paperTitle(exam.name, part, parts.length)}
              schoolName={schoolName}
              withAnswers={input.what === 'key'}
              lines={input.lines}
              isSealed={input.what === 'paper'}
            />
          ))}
        </div>
      );
    case 'sheet':
      return sheets === null ? null : <WritingSheets {...sheets} schoolName={schoolName} examName={exam.name} />;
    case 'attendance':
      return <AttendanceSheets {...roll} />;
    case 'door':
      return <DoorSheets {...roll} />;
  }
}

export { RouteError as ErrorBoundary };
