import { useSubmit } from '@remix-run/react';
import { useState, type FormEvent } from 'react';
import { CheckboxField } from '~/components/form/choice-fields';
import { FileField } from '~/components/form/file-field';
import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, HiddenFields, useIsSending } from '~/components/form/submit';
import { uploadFile } from '~/components/media/call-api';
import { Button, ButtonLink } from '~/components/ui/button';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import { MAX_FILE_BYTES, tooLargeText } from '~/domain/file/file.rules';
import { MAX_UPLOAD_FILES } from '~/domain/resource/resource.rules';
import type { FormProblem } from '~/http/form-problem';
import { toResources } from '~/lib/addresses/resources';
import { AudienceFields, type ClassChoice } from './audience-fields';
import { UploadList, type UploadItem } from './upload-list';

/**
 * The form of an upload: plain, all files go with it. With script each file goes ahead by itself with its progress,
 * and the form then names those that arrived.
 */
export function UploadForm({
  classrooms,
  problem,
  requestId,
  onItems,
}: {
  classrooms: ClassChoice[];
  problem: FormProblem | undefined;
  requestId: string;
  /** Told of the files that did not arrive, once the others have been sent on. */
  onItems: (refused: UploadItem[]) => void;
}) {
  const submit = useSubmit();
  const isSending = useIsSending(undefined);
  const [items, setItems] = useState<UploadItem[]>([]);
  const [isUploading, setUploading] = useState(false);
  useLeaveWarning(isUploading);

  const send = async (form: HTMLFormElement, files: File[]) => {
    const shown: UploadItem[] = files.map((file) => ({ name: file.name, size: file.size, progress: 0 }));
    const ids: string[] = [];
    const show = (index: number, changes: Partial<UploadItem>) => {
      shown[index] = { ...(shown[index] as UploadItem), ...changes };
      setItems([...shown]);
    };
    setUploading(true);
    setItems([...shown]);
    // One after the other: each arrives sooner, and a broken line costs one file.
    for (const [index, file] of files.entries()) {
      if (file.size > MAX_FILE_BYTES.resource) {
        show(index, { problem: tooLargeText('resource') });
        continue;
      }
      const answer = await uploadFile(file, file.name, 'resource', (progress) => show(index, { progress }));
      if (answer.ok) {
        ids.push(answer.data.id);
        show(index, { progress: 1 });
      } else show(index, { problem: answer.message });
    }
    setUploading(false);
    const refused = shown.filter((item) => item.problem);
    onItems(refused);
    setItems(refused);
    if (ids.length === 0) return;
    const body = new FormData(form);
    body.delete('files');
    for (const id of ids) body.append('fileIds', id);
    if (refused.length > 0) body.append('stay', '1');
    submit(body, { method: 'post' });
  };

  const start = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const input = form.elements.namedItem('files');
    const files = input instanceof HTMLInputElement ? Array.from(input.files ?? []) : [];
    // Nothing chosen, or too many: the server says so.
    if (files.length === 0 || files.length > MAX_UPLOAD_FILES) return;
    event.preventDefault();
    void send(form, files);
  };

  return (
    <FieldsForm multipart problem={problem} onSubmit={start}>
      <HiddenFields values={{ requestId }} />
      <FileField
        name="files"
        label="文件"
        multiple
        hint={`可以一次选多个（最多 ${MAX_UPLOAD_FILES} 个），每个不超过 200 MB。文档、演示、表格、图片、音频、视频和压缩包都可以。`}
      />
      <AudienceFields classrooms={classrooms} />
      <CheckboxField name="notify" label="通知学生" hint="这一次上传只发一条消息；不开放的不通知。" />
      <FormActions>
        <Button variant="primary" disabled={isUploading || isSending}>
          {isUploading ? '正在上传…' : isSending ? '正在保存…' : '上传'}
        </Button>
        <ButtonLink to={toResources({ tab: 'mine' })}>取消</ButtonLink>
      </FormActions>
      {isUploading ? <UploadList items={items} /> : null}
    </FieldsForm>
  );
}
