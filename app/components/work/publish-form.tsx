import { Link } from '@remix-run/react';
import { RadioGroup } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { useFieldState } from '~/components/form/form-context';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { TextArea, TextField } from '~/components/form/text-fields';
import { AudioPlayer } from '~/components/media/audio-player';
import { Button, buttonClass } from '~/components/ui/button';
import { pictureUrl } from '~/domain/file/file.rules';
import type { Publishable } from '~/domain/work/publish.queries.server';
import { MAX_WORK_DESCRIPTION, MAX_WORK_TITLE } from '~/domain/work/work.rules';
import type { FormProblem } from '~/http/form-problem';
import { FieldError } from '~/components/form/field-error';
import { toFile } from '~/lib/addresses/files';

/** What is shown of an answer, by which name, with which words. */
export function PublishForm({
  from,
  chosen,
  name,
  backHref,
  problem,
}: {
  from: Pick<Publishable, 'pieces' | 'items' | 'title' | 'existing'>;
  chosen: string[];
  /** The student's own. */
  name: string;
  backHref: string;
  problem: FormProblem | undefined;
}) {
  const { existing } = from;
  return (
    // Sent by the browser itself: it has two buttons.
    <FieldsForm problem={problem} reloadDocument>
      <input type="hidden" name="_intent" value="publish" />
      <TextField
        name="title"
        label="标题"
        defaultValue={existing?.title ?? [...from.title].slice(0, MAX_WORK_TITLE).join('')}
        maxLength={MAX_WORK_TITLE}
        required
      />
      <TextArea
        name="description"
        label="说明"
        optional
        rows={3}
        hint="想对同学说的话，例如怎么准备的"
        defaultValue={existing?.description ?? ''}
        maxLength={MAX_WORK_DESCRIPTION}
      />
      <RadioGroup
        name="anonymous"
        label="署名"
        layout="list"
        defaultValue={existing && !existing.isAnonymous ? '0' : '1'}
        options={[
          { value: '1', label: '匿名', hint: '同学看到“匿名同学”和班级；老师知道是你' },
          { value: '0', label: `用姓名“${name}”`, hint: '全校登录的人都能看到' },
        ]}
      />
      <Pieces from={from} chosen={chosen} />
      <FormActions>
        <Button name="preview" value="1">
          预览效果
        </Button>
        <SubmitButton busyText="正在提交…">提交审核</SubmitButton>
        <Link className={buttonClass({ variant: 'quiet' })} to={backHref}>
          取消
        </Link>
      </FormActions>
    </FieldsForm>
  );
}

/** Every recording, photo and text with a tick of its own, to be heard and looked at before. */
function Pieces({ from, chosen }: { from: Pick<Publishable, 'pieces' | 'items'>; chosen: string[] }) {
  const field = useFieldState('pieces');
  const ticked = field.values(chosen);
  return (
    <fieldset
      className={`fieldset field${field.error ? ' field--error' : ''}`}
      aria-describedby={field.error ? field.errorId : undefined}
    >
      <legend>展示的内容</legend>
      <p className="hint">没有打勾的别人看不到。照片上有姓名、学号的，匿名发布时不要勾。</p>
      <FieldError id={field.errorId} text={field.error} />
      <ul className="pieces">
        {from.pieces.map((piece, index) => {
          const item = from.items[piece.item];
          const id = index === 0 ? field.id : `${field.id}-${index + 1}`;
          const label = `${from.items.length > 1 ? `${item?.title ?? ''}：` : ''}${piece.label}`;
          return (
            <li key={piece.key}>
              <div className="check">
                <input type="checkbox" id={id} name="pieces" value={piece.key} defaultChecked={ticked.has(piece.key)} />
                <label htmlFor={id}>{label}</label>
              </div>
              {piece.kind === 'take' ? (
                <AudioPlayer src={toFile(piece.key)} durationMs={piece.durationMs} label={label} speeds={false} />
              ) : null}
              {piece.kind === 'photo' ? (
                <img src={pictureUrl(piece.key, { rotation: piece.rotation, width: 240 })} alt={label} loading="lazy" />
              ) : null}
              {piece.kind === 'text' ? <p className="worktext">{item?.text}</p> : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
