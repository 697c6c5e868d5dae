import { Form, Link } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import type { ScanView } from '~/domain/scan/scan.queries.server';
import {
  isPlaceable,
  isTicked,
  pagesText,
  type PaperState,
  type PlacedPage,
  type ScanStudent,
} from '~/domain/scan/scan.rules';
import { placeSchema } from '~/domain/scan/scan.schema';
import { toScan } from '~/lib/addresses/exams';

const PAPER_WORDS: Record<PaperState, string> = {
  none: '还没有答卷，放入时由老师代交',
  open: '正在系统里作答',
  handed_in: '已在系统里交卷',
  scored: '已评分，不能再放入',
};

const BLIND_PLACED =
  '匿名评阅：放入以后的图片只在答卷号下看。一份也没有老师动手评时可以撤销；动手评了以后，谁的都不能撤销或补放。';

/** What was found, student by student, and the yes that puts it into their papers. */
export function ScanFound({ scan, isNoneTicked }: { scan: ScanView; isNoneTicked: boolean }) {
  const { exam, students, absent, pages, obstacle, isMarkedByCode } = scan;
  // Those that nobody's code names are counted where they stand.
  const found = students.reduce((sum, { open, placed }) => sum + open.length + placed.length, 0);
  if (pages === 0) {
    return (
      <Card>
        <Empty title="还没有找到答题纸">上传以后，这里列出每名学生找到了哪几页、还缺哪几页。</Empty>
      </Card>
    );
  }
  const waiting = students.filter(({ open }) => open.length > 0);
  const placed = students.filter((one) => one.placed.length > 0);
  return (
    <>
      <Card title="找到的" hint={`共 ${found} 页，${students.length} 名学生`}>
        {waiting.length === 0 ? <p>找到的都已放入答卷。</p> : null}
        {waiting.length > 0 && obstacle !== null ? <Left students={waiting} examId={exam.id} /> : null}
        {waiting.length > 0 && obstacle === null ? (
          <CheckedForm schema={placeSchema} intent="place">
            <HiddenFields values={{ id: exam.id }} />
            <p className="row">
              <Link className="tap" to={toScan({ id: exam.id })} preventScrollReset>
                全选（{waiting.filter((student) => isTicked(student, isMarkedByCode, false)).length} 名）
              </Link>
              <Link className="tap" to={toScan({ id: exam.id, tick: 'none' })} preventScrollReset>
                全不选
              </Link>
              {waiting.some(({ paper }) => paper === 'open') ? (
                <span className="small quiet">正在系统里作答的不在全选里</span>
              ) : null}
            </p>
            <ul key={String(isNoneTicked)}>
              {waiting.map((student) => (
                <Waiting
                  key={student.id}
                  student={student}
                  examId={exam.id}
                  isClosed={isMarkedByCode}
                  isTicked={isTicked(student, isMarkedByCode, isNoneTicked)}
                />
              ))}
            </ul>
            {exam.isShuffled ? (
              <div className="mt-3">
                <Note>
                  这场考试在屏幕上打乱次序。只在纸上作答的学生，答卷里的题号和选项字母与印出来的试卷一致；在屏幕上作答过的学生，题号以他自己的屏幕为准，照片仍按印出来的题号归到各题。
                </Note>
              </div>
            ) : null}
            <div className="mt-4">
              <SubmitButton busyText="正在放入…">放入答卷</SubmitButton>
            </div>
          </CheckedForm>
        ) : null}
      </Card>
      {placed.length > 0 ? (
        <Card title="已放入答卷" hint={exam.isBlind ? BLIND_PLACED : '还没有老师评分时可以撤销。'}>
          <ul>
            {placed.map((student) => (
              <li key={student.id} className="row">
                <span>
                  {student.classroomName} {student.name}（{student.account}）：
                </span>
                <Pages pages={student.placed} examId={exam.id} />
                {obstacle === null && !isMarkedByCode && student.paper !== 'scored' ? (
                  <Form method="post" preventScrollReset>
                    <HiddenFields values={{ _intent: 'undo', id: exam.id, studentId: student.id }} />
                    <Button aria-label={`撤销放入${student.name}的答卷`}>撤销</Button>
                  </Form>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {absent.length > 0 ? (
        <Card title={`一页也没有的 ${absent.length} 名学生`}>
          <p>{absent.map(({ name, account }) => `${name}（${account}）`).join('、')}</p>
        </Card>
      ) : null}
    </>
  );
}

/** What can be placed no more, or not yet: nothing of it is lost, and whose it is can be seen. */
function Left({ students, examId }: { students: ScanStudent[]; examId: number }) {
  return (
    <>
      <p>这些页没有放入答卷，现在也不能放入（原因见上）：</p>
      <ul>
        {students.map(({ id, name, account, classroomName, open }) => (
          <li key={id} className="row">
            <span>
              {classroomName} {name}（{account}）：
            </span>
            <Pages pages={open} examId={examId} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** One student's pages; `isClosed`: into papers that are there nothing is put any more. */
function Waiting({
  student,
  examId,
  isClosed,
  isTicked: isOn,
}: {
  student: ScanStudent;
  examId: number;
  isClosed: boolean;
  isTicked: boolean;
}) {
  const { id, name, account, classroomName, doubles, missing, paper, open } = student;
  return (
    <li className="row">
      <label className="check">
        <input
          type="checkbox"
          name="studentIds"
          value={id}
          defaultChecked={isOn}
          disabled={!isPlaceable(student, isClosed)}
        />
        <span>
          {classroomName} {name}（{account}）
        </span>
      </label>
      <Pages pages={open} examId={examId} />
      {missing.length > 0 ? <span>缺{pagesText(missing)}</span> : null}
      {doubles.length > 0 ? <span>{pagesText(doubles)}重复，请先选一张</span> : null}
      <span className="quiet">
        {PAPER_WORDS[paper]}
        {isClosed && paper !== 'none' ? '；匿名评阅已有老师动手评，不能再补放' : ''}
      </span>
    </li>
  );
}

function Pages({ pages, examId }: { pages: PlacedPage[]; examId: number }) {
  return pages.map(({ fileId, page, source }) =>
    fileId === null ? (
      <span key={source}>第 {page} 页</span>
    ) : (
      <a key={fileId} className="tap" href={toScan({ id: examId, look: fileId })}>
        第 {page} 页
      </a>
    ),
  );
}
