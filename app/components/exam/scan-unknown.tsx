import type { ReactNode } from 'react';
import { Form, Link } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { SelectField } from '~/components/form/choice-fields';
import { HiddenFields } from '~/components/form/submit';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { pictureUrl, type Rotation } from '~/domain/file/file.rules';
import type { ScanView } from '~/domain/scan/scan.queries.server';
import type { ScanPage } from '~/domain/scan/scan.rules';
import { assignSchema } from '~/domain/scan/scan.schema';
import { toScan } from '~/lib/addresses/exams';

/** Pages that nobody's code names, and those that are there twice: the teacher decides. */
export function ScanUnknown({ scan }: { scan: ScanView }) {
  const { exam, unknown, students, discarded } = scan;
  const doubles = students.flatMap((student) =>
    student.open
      .filter(({ page }) => student.doubles.includes(page ?? 0))
      .map((page) => ({ page, title: `${student.name}，第 ${page.page} 页` })),
  );
  return (
    <>
      {unknown.length > 0 ? (
        <Card title={`认不出的 ${unknown.length} 页`} hint="请选是谁的第几页；放歪了可以转，不要的可以扔掉。">
          {unknown.map((page) => (
            <Sheet
              key={page.fileId}
              examId={exam.id}
              page={page}
              title={page.source}
              deeds={['left', 'right', 'discard']}
            >
              <p>{page.note === '' ? '二维码里的学生不在这场考试里' : page.note}</p>
              <Assign scan={scan} page={page} />
            </Sheet>
          ))}
        </Card>
      ) : null}
      {doubles.length > 0 ? (
        <Card title="重复的页" hint="同一页有两张：每页只留一张，其余扔掉。">
          {doubles.map(({ page, title }) => (
            <Sheet key={page.fileId} examId={exam.id} page={page} title={title} deeds={['only', 'free', 'discard']}>
              <p>{page.source}</p>
            </Sheet>
          ))}
        </Card>
      ) : null}
      {discarded.length > 0 ? (
        <Card title={`扔掉的 ${discarded.length} 页`}>
          <ul>
            {discarded.map((page) => (
              <li key={page.fileId} className="row">
                <Link className="tap" to={toScan({ id: exam.id, look: page.fileId })}>
                  {page.source}
                </Link>
                <Deed examId={exam.id} page={page} deed="restore" />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

const DEEDS = {
  left: '左转',
  right: '右转',
  discard: '扔掉',
  restore: '取回',
  free: '不是这一页',
  only: '用这一张',
} as const;
type DeedName = keyof typeof DEEDS;

function Sheet(props: { examId: number; page: ScanPage; title: string; deeds: DeedName[]; children: ReactNode }) {
  const { examId, page, title, deeds, children } = props;
  const small = pictureUrl(page.fileId, { rotation: page.rotation as Rotation, width: 240 });
  return (
    <section className="row mt-2" aria-label={title}>
      <Link to={toScan({ id: examId, look: page.fileId })}>
        <img src={small} alt={`${title}的样子`} width={170} loading="lazy" />
      </Link>
      <div>
        <h3>{title}</h3>
        {children}
        <div className="row mt-2">
          {deeds.map((deed) => (
            <Deed key={deed} examId={examId} page={page} deed={deed} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Deed({ examId, page, deed }: { examId: number; page: ScanPage; deed: DeedName }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields values={{ _intent: 'page', id: examId, fileId: page.fileId, deed }} />
      <Button>{DEEDS[deed]}</Button>
    </Form>
  );
}

function Assign({ scan, page }: { scan: ScanView; page: ScanPage }) {
  return (
    <CheckedForm schema={assignSchema} intent="assign" formKey={page.fileId}>
      <HiddenFields values={{ id: scan.exam.id, fileId: page.fileId }} />
      <div className="fieldrow mt-2 items-end">
        <SelectField
          name="studentId"
          label="学生"
          placeholder="请选择"
          defaultValue={page.studentId}
          options={scan.candidates.map(({ id, name, account, classroomName }) => ({
            value: id,
            label: `${classroomName} ${name}（${account}）`,
          }))}
        />
        <SelectField
          name="page"
          label="第几页"
          placeholder="请选择"
          options={Array.from({ length: scan.pageCount }, (_, index) => ({
            value: index + 1,
            label: `第 ${index + 1} 页`,
          }))}
        />
        <div className="field">
          <Button>归到这名学生</Button>
        </div>
      </div>
    </CheckedForm>
  );
}
