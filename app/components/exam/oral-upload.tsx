import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FileField } from '~/components/form/file-field';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, SubmitButton } from '~/components/form/submit';
import { recordingObstacle } from '~/components/media/use-recording';
import type { FormProblem } from '~/http/form-problem';

/** The form of an item: the file of a recording, and which of those that are there counts. */
export const UPLOAD_FORM = 'upload-take';
/** Its button that says which recording counts; a file that is chosen beside it is kept without counting. */
export const CHOOSE = 'choose';
/** The way without script or microphone: a file made with any recorder. */
export function UploadTake({
  attemptId,
  itemId,
  problem,
  isLocked,
  isOpen,
  chosen,
  onChooseFile,
}: {
  attemptId: number;
  itemId: number;
  problem: FormProblem | null;
  isLocked: boolean;
  isOpen: boolean;
  chosen: File | undefined;
  onChooseFile: (itemId: number, file: File | undefined) => void;
}) {
  const [hasObstacle, setHasObstacle] = useState(false);
  const [isAsked, setAsked] = useState(chosen !== undefined);
  useField(chosen, (file) => onChooseFile(itemId, file));
  // Where the page cannot record, this is the way: it stands open.
  useEffect(() => setHasObstacle(recordingObstacle() !== ''), []);
  const formOf = (fields: ReactNode) => (
    <FieldsForm id={UPLOAD_FORM} intent="upload" multipart problem={problem} reloadDocument>
      <FormOwner attemptId={attemptId} />
      <input type="hidden" name="itemId" value={itemId} />
      {fields}
    </FieldsForm>
  );
  if (isLocked) return formOf(<p className="quiet small">录音次数已用完，不能再上传。</p>);
  const form = formOf(
    <>
      <FileField
        name="file"
        label="录音文件"
        hint="mp3、m4a、wav、webm、amr 等，50 MB 以内，用手机录也可以"
        accept="audio/*"
        onChange={(event) => onChooseFile(itemId, event.currentTarget.files?.[0])}
      />
      <SubmitButton busyText="正在上传…">上传</SubmitButton>
    </>,
  );
  // Folded where script runs, and by it alone: without it the form stands open from the first paint.
  const isFolded = !hasObstacle && !isOpen && !isAsked;
  return (
    <div className="more">
      <h3 className={isFolded ? 'without-script' : undefined}>上传录音文件</h3>
      {isFolded ? (
        <button type="button" className="linkbtn with-script" aria-expanded="false" onClick={() => setAsked(true)}>
          不能录音？上传录音文件
        </button>
      ) : null}
      <div className={isFolded ? 'without-script' : undefined}>{form}</div>
    </div>
  );
}

/** The form's field holds what is chosen: also after coming back from another item, and no more when it was sent. */
function useField(chosen: File | undefined, onFound: (file: File) => void) {
  const before = useRef(chosen);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>(`#${UPLOAD_FORM} [type=file]`);
    const there = field?.files?.[0];
    if (field && chosen && !there) {
      const files = new DataTransfer();
      files.items.add(chosen);
      field.files = files.files;
    } else if (field && !chosen && before.current) field.value = '';
    // Chosen before the page was awake.
    else if (there && !chosen) found.current(there);
    before.current = chosen;
  }, [chosen]);
}
