import { CheckedForm } from '~/components/form/checked-form';
import { FileField } from '~/components/form/file-field';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { Card } from '~/components/ui/card';
import { ButtonLink } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { PROGRESS_SECONDS, useProgress } from '~/components/ui/use-progress';
import type { ScanView } from '~/domain/scan/scan.queries.server';
import { scanUploadSchema } from '~/domain/scan/scan.schema';
import type { FormProblem } from '~/http/form-problem';
import { toScan } from '~/lib/addresses/exams';
import { KeyedNote } from './keyed-note';

const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf';

/** Takes a heap of photos and PDFs, and says how far it has been read and what of it was not taken. */
export function ScanUpload({ scan, problem }: { scan: ScanView; problem: FormProblem | null }) {
  const { exam, heaps } = scan;
  const isReading = heaps.some(({ state }) => state === 'reading');
  useProgress(isReading);
  const refused = heaps.flatMap(({ notes }) => notes);
  return (
    <Card title="上传">
      {isReading ? (
        <noscript>
          <meta httpEquiv="refresh" content={String(PROGRESS_SECONDS)} />
        </noscript>
      ) : null}
      {scan.keyed.length > 0 ? (
        <div className="mb-4">
          <KeyedNote keyed={scan.keyed} />
        </div>
      ) : null}
      <CheckedForm schema={scanUploadSchema} intent="upload" problem={problem} multipart>
        <HiddenFields values={{ id: exam.id }} />
        <FileField
          name="files"
          label="照片或 PDF"
          multiple
          accept={ACCEPT}
          hint="可以一次选很多个：JPG、PNG 照片每张不超过 30 MB，PDF 每个不超过 200 MB，一次最多 400 页。横着、倒着、稍微歪着都可以。没有放入答卷的页两周后删除。"
        />
        <div className="mt-4">
          <SubmitButton busyText="正在上传…">上传并辨认</SubmitButton>
        </div>
      </CheckedForm>
      {exam.isBlind ? (
        <div className="mt-3">
          <Note>这场考试匿名评阅：认出二维码的页，页眉里的姓名会盖住；认不出的页盖不住，请先看一下。</Note>
        </div>
      ) : null}
      {heaps.map((heap) =>
        heap.state === 'read' ? null : (
          <div className="row mt-2" key={heap.id} role="status">
            {heap.state === 'reading' ? (
              <>
                <span>
                  正在辨认：{heap.done} / {heap.total}
                </span>
                <ButtonLink to={toScan({ id: exam.id })}>刷新</ButtonLink>
              </>
            ) : (
              <span>
                有一批读到 {heap.done} / {heap.total} 就中断了，请重新上传；已经读过的不会重复。
              </span>
            )}
          </div>
        ),
      )}
      {refused.length > 0 ? (
        <div className="mt-3">
          <Note tone="warn">
            <p>没有收进来的 {refused.length} 个：</p>
            <ul>
              {refused.map(({ name, text }, index) => (
                <li key={index}>
                  {name}：{text}
                </li>
              ))}
            </ul>
          </Note>
        </div>
      ) : null}
    </Card>
  );
}
