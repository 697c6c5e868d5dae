import { FileField } from '~/components/form/file-field';
import { TextArea } from '~/components/form/text-fields';
import { ACCEPT, fileHint } from '~/domain/file/file.rules';
import { MAX_COMMENT, MAX_COMMENT_AUDIO_MS } from '~/domain/work/comment.rules';

/** What a comment is made of: words, and a recording where it says more. */
export function CommentFields({
  label,
  isStudent,
  isSmall = false,
}: {
  label: string;
  isStudent: boolean;
  /** The recording folded away. */
  isSmall?: boolean;
}) {
  const recording = (
    <FileField
      name="file"
      label="评论录音"
      optional
      hint={`${fileHint('audio')}，最长 ${MAX_COMMENT_AUDIO_MS / 1000} 秒`}
      accept={ACCEPT.audio}
    />
  );
  return (
    <>
      <TextArea
        name="text"
        label={label}
        rows={isSmall ? 2 : 4}
        maxLength={MAX_COMMENT}
        hint={
          isStudent
            ? `最多 ${MAX_COMMENT} 字。老师审核后，同学们才能看到。`
            : `最多 ${MAX_COMMENT} 字，发表后立即可见。`
        }
      />
      {isSmall ? (
        <details className="more">
          <summary>附一段录音</summary>
          {recording}
        </details>
      ) : (
        recording
      )}
    </>
  );
}
