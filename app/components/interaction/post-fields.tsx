import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { FileField } from '~/components/form/file-field';
import { useFormState } from '~/components/form/form-context';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { TextArea } from '~/components/form/text-fields';
import { AudioPlayer } from '~/components/media/audio-player';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { MicIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { ACCEPT, fileHint } from '~/domain/file/file.rules';
import { MAX_POST_PHOTOS, MAX_POST_TEXT } from '~/domain/interaction/thread.rules';
import { toFile } from '~/lib/addresses/files';
import type { PostRecorderProps } from './post-recorder';

/**
 * Text, photos and a recording of a post, and the button that sends it. Files chosen in a form that came back with an
 * error are stored already and stay in it.
 */
export function PostFields({
  label,
  defaultText,
  submitLabel,
}: {
  label: string;
  /** What was kept of a form when its session had ended. */
  defaultText?: string;
  submitLabel: string;
}) {
  const { kept } = useFormState();
  const photos = [kept?.imageUrl ?? []].flat().filter((id) => id !== '');
  const [keptRecording = ''] = [kept?.musicUrl ?? ''].flat();
  const [recording, setRecording] = useState(keptRecording);
  const [isBusy, setBusy] = useState(false);
  // A form that came back knows which recording is stored.
  useEffect(() => {
    if (kept) setRecording(keptRecording);
  }, [kept, keptRecording]);
  return (
    <>
      <TextArea name="text" label={label} rows={5} maxLength={MAX_POST_TEXT} defaultValue={defaultText} />
      <div className="field about">
        {photos.length > 0 ? (
          <ul className="photos" aria-label="已上传的照片">
            {photos.map((id, index) => (
              <li key={id}>
                <input type="hidden" name="imageUrl" value={id} />
                <a href={toFile(id)} target="_blank" rel="noreferrer">
                  <img src={toFile(id)} alt={`第 ${index + 1} 张照片，点开看大图`} />
                </a>
                <label className="check">
                  <input type="checkbox" name="removeImage" value={id} />
                  <span>移除</span>
                </label>
              </li>
            ))}
          </ul>
        ) : null}
        <FileField
          // What was chosen is stored by now: the input must not send it again.
          key={photos.join(' ')}
          name="pictures"
          label={photos.length > 0 ? '再加照片' : '照片'}
          optional
          multiple
          accept={ACCEPT.image}
          hint={`${fileHint('image')}，最多 ${MAX_POST_PHOTOS} 张，可一次选几张`}
        />
      </div>
      <div className="field about">
        {recording ? (
          <div>
            <input type="hidden" name="musicUrl" value={recording} />
            <AudioPlayer src={toFile(recording)} label="已上传的录音" speeds={false} />
            <label className="check">
              <input type="checkbox" name="removeAudio" value="1" />
              <span>不要这段录音</span>
            </label>
          </div>
        ) : null}
        <RecordInPage hasTake={recording !== ''} onStored={setRecording} onBusy={setBusy} />
        <FileField
          key={recording}
          name="audio"
          label={recording ? '换一段录音' : '录音文件'}
          optional
          accept={ACCEPT.audio}
          hint={fileHint('audio')}
        />
      </div>
      <FormActions>
        {isBusy ? (
          <Button variant="primary" disabled>
            录音上传中…
          </Button>
        ) : (
          <SubmitButton busyText="正在发送…">{submitLabel}</SubmitButton>
        )}
      </FormActions>
    </>
  );
}

/** A button that fetches the recorder; its script is no part of the page until somebody wants to record. */
function RecordInPage(props: PostRecorderProps) {
  const isHydrated = useHydrated();
  const [Recorder, setRecorder] = useState<ComponentType<PostRecorderProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const open = useCallback(() => {
    setFailed(false);
    import('./post-recorder').then(
      (module) => setRecorder(() => module.PostRecorder),
      () => setFailed(true),
    );
  }, []);
  if (!isHydrated) return null;
  if (Recorder) return <Recorder {...props} />;
  return (
    <>
      <Button type="button" onClick={open}>
        <MicIcon small />
        在页面里录音
      </Button>
      {hasFailed ? <Note tone="warn">录音功能没有加载成功，请检查网络后再点一次，或者上传录音文件。</Note> : null}
    </>
  );
}
