import { DefaultSubmit } from '~/components/form/default-submit';
import { Link, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SelectField } from '~/components/form/choice-fields';
import { FileField } from '~/components/form/file-field';
import { useFormState } from '~/components/form/form-context';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner } from '~/components/form/submit';
import { NumberField, TextField } from '~/components/form/text-fields';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { ACCEPT, fileHint } from '~/domain/file/file.rules';
import { directoryOptions } from '~/domain/question-bank/directory.rules';
import { LEVEL_LABELS, LEVELS, type Question } from '~/domain/question-bank/question.schema';
import type { QuestionConflict } from '~/domain/question-bank/question-edits.server';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { toFile } from '~/lib/addresses/files';
import { useBankFrame } from './bank-frame';
import { ChangeList } from './change-list';
import { keptList } from './form-rows';
import { ListeningAudio } from './listening-audio';

export type QuestionFormProps = {
  /** Null for a new question. */
  question: Question | null;
  /** The own directory that it stands in or comes into. */
  dirId: number | null;
  /** Makes a double submit harmless. */
  requestId: string;
  problem: FormProblem | null | undefined;
  /** `problem` is what was kept when the session had ended. */
  isRestored?: boolean;
  /** The bank's list. */
  listHref: string;
  pointsHint: string;
  /** Left out where the title is not taken from the text. */
  titleFrom?: string;
  /** Of a colleague's question that is shared for editing together: whose it is. */
  sharedBy?: string | null;
  /** A student's own: the school's lists of types are not theirs, and `listHref` names the bank in its query. */
  isOwn?: boolean;
  /** Words above the title field's place in the side column. */
  children: ReactNode;
};

/** For buttons that stand outside of the form. */
export const QUESTION_FORM_ID = 'question';

/**
 * The form of any question: what is asked at the left, what it is filed under at the right. It is sent by the
 * browser itself: it has several buttons (save, add a row, suggest), and Remix's own sending would lose in
 * Chrome 80 which one was pressed.
 */
export function QuestionForm({
  question,
  dirId,
  requestId,
  problem,
  isRestored = false,
  listHref,
  pointsHint,
  titleFrom,
  sharedBy = null,
  isOwn = false,
  children,
}: QuestionFormProps) {
  const { tree, types } = useBankFrame();
  const [asked] = useSearchParams();
  const directories = sharedBy === null ? directoryOptions(tree) : [];
  const conflict = conflictIn(problem);
  const [pathname = '', search = ''] = listHref.split('?');
  const inList = (changes: Record<string, string | number | null>) => withParams({ pathname, search }, changes);
  const sentVersion = problem?.values.version;
  return (
    <FieldsForm id={QUESTION_FORM_ID} problem={problem} multipart reloadDocument>
      <DefaultSubmit name="_intent" value="save" />
      <FormOwner />
      {isRestored ? (
        <div className="mb-4">
          <Note>登录过期前没有保存的内容已恢复，请核对后保存。</Note>
        </div>
      ) : null}
      {question ? (
        // Once both texts have been seen, saving goes over the newer one.
        <input type="hidden" name="version" value={conflict?.version ?? sentVersion ?? question.version} />
      ) : (
        <input type="hidden" name="requestId" value={requestId} />
      )}
      {sharedBy === null ? null : (
        <div className="mb-4">
          <Note>
            这是{sharedBy}的题，共享给您一起编辑。改了什么会记在题目的“谁改了什么”里，题目仍属于{sharedBy}。
          </Note>
        </div>
      )}
      {conflict ? <ConflictNote conflict={conflict} /> : null}
      <div className="grid-aside">
        <div className="stack">{children}</div>
        <Card title="归类">
          <div className="stack">
            <SelectField
              name="level"
              label="难度"
              defaultValue={question?.level ?? asked.get('level') ?? 1}
              options={LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }))}
            />
            <NumberField
              name="points"
              label="分值"
              optional
              decimal
              defaultValue={question?.points ?? asked.get('points') ?? undefined}
              hint={pointsHint}
              suffix="分"
            />
            {directories.length > 0 ? (
              <SelectField
                name="dirId"
                label="目录"
                optional
                defaultValue={dirId}
                placeholder="未归类"
                options={directories}
              />
            ) : null}
            <TypeField
              name="sceneTypeId"
              label="场景类型"
              types={types.scene}
              value={question ? question.sceneTypeId : asked.get('sceneTypeId')}
            />
            <TypeField
              name="examTypeId"
              label="考试类型"
              types={types.exam}
              value={question ? question.examTypeId : asked.get('examTypeId')}
            />
            {isOwn ? null : (
              <p className="small quiet">
                没有合适的类型？
                <Link to={inList({ manage: 'types' })} target="_blank" rel="noreferrer">
                  类型管理（新窗口）
                </Link>
              </p>
            )}
            {titleFrom ? (
              <TextField
                name="title"
                label="标题"
                optional
                defaultValue={question && question.title !== titleFrom ? question.title : ''}
                hint="用于在题库里查找；不填时取题目开头"
                maxLength={100}
              />
            ) : null}
          </div>
        </Card>
      </div>
      <div className="formactions">
        <Button name="_intent" value="save" variant="primary">
          保存
        </Button>
        {question ? null : (
          <Button name="_intent" value="saveNext">
            保存并再出一题
          </Button>
        )}
        <ButtonLink to={inList({ dirId })} variant="quiet">
          取消
        </ButtonLink>
      </div>
    </FieldsForm>
  );
}

/** The newer version that the refusal of an edit tells of. */
function conflictIn(problem: FormProblem | null | undefined): QuestionConflict | null {
  const extra = problem?.extra;
  return typeof extra === 'object' && extra !== null && 'changes' in extra ? (extra as QuestionConflict) : null;
}

/** Somebody saved meanwhile: what stands there now beside what was written here. */
function ConflictNote({ conflict }: { conflict: QuestionConflict }) {
  return (
    <div className="mb-4">
      <Note tone="warn">
        <p>
          {conflict.by}在 {conflict.at} 保存的内容，和您写的不同的地方：
        </p>
        <ChangeList changes={conflict.changes} before="现在存着的" after="您写的" />
      </Note>
    </div>
  );
}

function TypeField({
  name,
  label,
  types,
  value,
}: {
  name: string;
  label: string;
  types: { id: number; name: string }[];
  value: number | string | null | undefined;
}) {
  return (
    <SelectField
      name={name}
      label={label}
      optional
      defaultValue={value}
      placeholder="不选"
      options={types.map((type) => ({ value: type.id, label: type.name }))}
    />
  );
}

/** The pictures a question has, with their order and a way to drop each, and room for more. */
export function PictureFields({ imageIds, label = '图片' }: { imageIds: string[]; label?: string }) {
  const { kept } = useFormState();
  const pictures = keptList(kept, 'imageUrl', imageIds).filter((id) => id !== '');
  return (
    <div className="field">
      {pictures.length > 0 ? (
        <ul className="editpics" aria-label="已有图片">
          {pictures.map((id, index) => (
            <li key={id}>
              <input type="hidden" name="imageUrl" value={id} />
              <a href={toFile(id)} target="_blank" rel="noreferrer">
                <img src={toFile(id)} alt={`图片 ${index + 1}，点开看大图`} />
              </a>
              <label>
                顺序
                <input className="input input--num" name="imageOrder" defaultValue={index + 1} inputMode="numeric" />
              </label>
              <label className="check">
                <input type="checkbox" name="removeImage" value={id} />
                <span>移除</span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      <FileField
        name="pictures"
        label={pictures.length > 0 ? `再加${label}` : label}
        optional
        multiple
        accept={ACCEPT.image}
        hint={`${fileHint('image')}，最多 9 张，可一次选几张`}
      />
    </div>
  );
}

/** The listening audio a question has, with a way to drop it, and room for another. */
export function AudioFields({ musicUrl, hint }: { musicUrl: string | null | undefined; hint: string }) {
  const { kept } = useFormState();
  const [current = ''] = keptList(kept, 'musicUrl', musicUrl ? [musicUrl] : []);
  return (
    <div className="field">
      {current ? (
        <div className="editaudio">
          <input type="hidden" name="musicUrl" value={current} />
          <ListeningAudio url={toFile(current)} />
          <label className="check">
            <input type="checkbox" name="removeAudio" value="1" />
            <span>移除音频</span>
          </label>
        </div>
      ) : null}
      <FileField
        name="audio"
        label={current ? '换一段音频' : '音频'}
        optional
        accept={ACCEPT.audio}
        hint={`${hint}；${fileHint('audio')}`}
      />
    </div>
  );
}
