import { useLocation } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { ConfirmSection } from '~/components/list/confirm-section';
import type { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import {
  directoryOptions,
  MAX_DEPTH,
  MAX_DIRECTORY_NAME,
  type DirectoryTree,
} from '~/domain/question-bank/directory.rules';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { AskSection, RenameQuestion } from './bank-sections';

type Dialog = NonNullable<Awaited<ReturnType<typeof getBankPage>>['dialog']>;

/** The dialog that the URL of a bank's list names. */
export function BankDialog({
  dialog,
  tree,
  problem,
}: {
  dialog: Dialog;
  tree: DirectoryTree;
  problem: FormProblem | undefined;
}) {
  switch (dialog.kind) {
    case 'delete':
      return <DeleteQuestions deletion={dialog} />;
    case 'rename':
      return <RenameQuestion question={dialog} problem={problem} />;
    case 'move':
    case 'copy':
      return <FileQuestions kind={dialog.kind} ids={dialog.ids} tree={tree} problem={problem} />;
    case 'addDir':
      return (
        <AskSection title="新增目录" intent="addDir" problem={problem}>
          <NameField />
          <ParentField tree={tree} value={dialog.parentId} maxDepth={MAX_DEPTH - 1} />
        </AskSection>
      );
    case 'renameDir':
      return (
        <AskSection title="重命名目录" intent="renameDir" fields={{ id: dialog.id }} problem={problem}>
          <NameField value={dialog.name} />
        </AskSection>
      );
    case 'moveDir':
      return (
        <AskSection title={`移动目录“${dialog.name}”`} intent="moveDir" fields={{ id: dialog.id }} problem={problem}>
          <ParentField tree={tree} value={dialog.parentId} without={dialog.id} maxDepth={MAX_DEPTH - 1} />
        </AskSection>
      );
    case 'deleteDir':
      return <DeleteDirectory directory={dialog} />;
  }
}

function NameField({ value }: { value?: string }) {
  return <TextField name="name" label="目录名称" defaultValue={value} maxLength={MAX_DIRECTORY_NAME} width="wide" />;
}

function ParentField({
  tree,
  value,
  ...options
}: {
  tree: DirectoryTree;
  value: number | null;
  without?: number;
  maxDepth: number;
}) {
  return (
    <SelectField
      name="parentId"
      label="上级目录"
      defaultValue={value ?? ''}
      placeholder="最上级"
      options={directoryOptions(tree, options)}
      hint={`目录最多 ${MAX_DEPTH} 级`}
    />
  );
}

/** Asks where questions are to go, or where their copies are to stand. */
export function FileQuestions({
  kind,
  ids,
  tree,
  problem,
}: {
  kind: 'move' | 'copy';
  ids: number[];
  tree: DirectoryTree;
  problem: FormProblem | undefined;
}) {
  const what = ids.length === 1 ? '这道题' : `选中的 ${ids.length} 道题`;
  return (
    <AskSection
      title={kind === 'move' ? `移动${what}` : `把${what}复制到我的题库`}
      intent={kind}
      fields={{ ids: ids.join(',') }}
      problem={problem}
    >
      <SelectField
        name="dirId"
        label={kind === 'move' ? '移到目录' : '放进目录'}
        placeholder="未归类"
        options={directoryOptions(tree)}
        hint={kind === 'copy' ? '副本完全属于您；原题取消共享或删除后，副本不受影响。' : undefined}
      />
    </AskSection>
  );
}

/** Asks before questions are deleted, and says what they are used in. */
function DeleteQuestions({ deletion }: { deletion: Extract<Dialog, { kind: 'delete' }> }) {
  const { ids, shared, inExams, inBaskets } = deletion;
  const [firstShared] = shared;
  const [firstExam] = inExams;
  const losers = shared.some((one) => one.hasStudents)
    ? '删除后对方不能再看到，学生也不能再练习'
    : '删除后对方不能再看到';
  return (
    <ConfirmSection
      text={
        <>
          <p>将删除 {ids.length} 道题，30 天内可以在回收站恢复。</p>
          {firstShared ? (
            <p>
              {shared.length === 1
                ? `${firstShared.number} 正共享给${firstShared.sharedWith}`
                : `其中 ${shared.length} 道题正在共享（如 ${firstShared.number} 共享给${firstShared.sharedWith}）`}
              ，{losers}；别人已复制的副本不变。
            </p>
          ) : null}
          {firstExam ? (
            <p>
              {inExams.length === 1
                ? `${firstExam.number} 正用在 ${firstExam.exams} 场考试里`
                : `其中 ${inExams.length} 道题正用在考试里`}
              ；已组卷的考试不变。
            </p>
          ) : null}
          {inBaskets > 0 ? <p>其中 {inBaskets} 道题在试题篮里，删除后不能再用来组卷。</p> : null}
        </>
      }
      intent="delete"
      fields={{ ids: ids.join(',') }}
      cancelHref={useCancelHref()}
      danger
    />
  );
}

function DeleteDirectory({ directory }: { directory: Extract<Dialog, { kind: 'deleteDir' }> }) {
  const { id, name, questions, directories, parent, isShared } = directory;
  const target = parent === null ? '最上级（题目成为“未归类”）' : `上级目录“${parent}”`;
  const ends = isShared ? '这个目录的共享随之结束。' : '';
  const inside = [questions > 0 ? `${questions} 道题` : '', directories > 0 ? `${directories} 个下级目录` : ''].filter(
    (text) => text !== '',
  );
  return (
    <ConfirmSection
      text={
        inside.length > 0
          ? `将删除目录“${name}”。里面的 ${inside.join('和 ')}不会删除，会移到${target}。${ends}`
          : `将删除空目录“${name}”。${ends}`
      }
      intent="deleteDir"
      fields={{ id }}
      cancelHref={useCancelHref()}
      danger
    />
  );
}

function useCancelHref(): string {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return withParams(location, { confirm: null, ids: null, currentPage });
}
