import { Link, useSearchParams } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { IntentButton } from '~/components/form/submit';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { Button, buttonClass, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { DescriptionList } from '~/components/ui/facts';
import { Empty, Note } from '~/components/ui/feedback';
import { AlertIcon, InfoIcon } from '~/components/ui/icons';
import { CopyIcon, DownloadIcon } from '~/components/ui/teacher-icons';
import type { getImportPage } from '~/domain/question-bank/import-page.queries.server';
import type { Import, ImportCounts } from '~/domain/question-bank/import.queries.server';
import type { ImportFilter } from '~/domain/question-bank/import.schema';
import type { ShownItem } from '~/domain/question-bank/import-shown.rules';
import { levelLabel } from '~/domain/question-bank/question.rules';
import type { FormProblem } from '~/http/form-problem';
import { toImportPreview, toImportRefused, toQuestionImport } from '~/lib/addresses/banks';
import { MEND_FORM, MendForm } from './import-mend';
import { AnswerKey } from './question-review';
import { QuestionView } from './question-view';

type Ready = NonNullable<Awaited<ReturnType<typeof getImportPage>>['ready']>;

/** What a file would bring: its questions as they will look, each with its problems, and the button that stores them. */
export function ImportQuestions({
  job,
  ready,
  mending,
  held,
  wasPressed,
  problem,
}: {
  job: Import;
  ready: Ready;
  /** The position of the question whose form is open. */
  mending: number | null;
  /** What was typed into that form when the session had ended. */
  held: FormProblem | null;
  /** They were to be stored, and nobody was signed in any more. */
  wasPressed: boolean;
  problem: FormProblem | null | undefined;
}) {
  const { counts } = job;
  const { page, show } = ready;
  const isMending = page.rows.some((item) => item.position === mending && item.draft);
  return (
    <div className="grid-aside">
      <div className="stack">
        {problem && mending === null ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
        {wasPressed && !problem && !job.problem ? (
          <Note tone="warn">登录过期时按了“导入”，还没有导入任何题目。请核对后再按一次。</Note>
        ) : null}
        {job.problem && !problem ? <Note tone="bad">{job.problem}</Note> : null}
        <Again ready={ready} />
        <Readings job={job} ready={ready} />
        <Card padded={false}>
          <Tabs
            label="核对范围"
            param="show"
            current={show}
            items={[
              { label: '需要看', value: 'look', count: counts.look },
              { label: '全部', value: 'all', count: counts.all },
              { label: '有问题', value: 'bad', count: counts.bad },
              { label: '有提示', value: 'noted', count: counts.noted },
              { label: '重复', value: 'duplicate', count: counts.duplicate },
              { label: '不导入', value: 'left', count: counts.valid - counts.chosen },
            ]}
          />
          {/* Without script, answering would close the form that is open and lose what is typed into it. */}
          <div className={isMending ? 'with-script' : undefined}>
            <ChooseMany job={job} show={show} />
          </div>
          {page.rows.length === 0 ? (
            <Empty title="没有这样的题目">点“全部”看文件里的所有题目。</Empty>
          ) : (
            <ol className="imports" start={1}>
              {page.rows.map((item) => (
                <Item
                  key={item.position}
                  item={item}
                  importId={job.id}
                  again={ready.same?.id ?? ''}
                  isMending={item.position === mending}
                  isOtherOpen={isMending && item.position !== mending}
                  problem={problem}
                  held={held}
                />
              ))}
            </ol>
          )}
          <Pagination page={page} unit="题" />
        </Card>
      </div>
      <Summary job={job} ready={ready} isMending={isMending} />
    </div>
  );
}

/** The same file was stored before, perhaps in another tab meanwhile. */
function Again({ ready: { same } }: { ready: Ready }) {
  if (!same) return null;
  return (
    <Note tone="warn">
      同一个文件在 {same.storedAt} 已经导入，存下了 {same.count} 道题（
      <Link to={toImportPreview({ id: same.id })}>看那次导入</Link>
      ）。按“再导入”会再存一份。
    </Note>
  );
}

/** For a filter whose questions belong together. */
function ChooseMany({ job, show }: { job: Import; show: ImportFilter }) {
  const { valid, held } = job.counts;
  if (show === 'bad' || valid === 0) return null;
  const fields = { id: job.id, show };
  return (
    <div className="toolbar">
      <span className="quiet">这里列出的题目：</span>
      <IntentButton intent="chooseMany" fields={{ ...fields, isChosen: 1 }}>
        {held > 0 ? '全部导入（可能读错的除外）' : '全部导入'}
      </IntentButton>
      {held > 0 && show !== 'duplicate' ? (
        <IntentButton intent="chooseMany" fields={{ ...fields, isChosen: 1, keepHeld: 1 }}>
          全部导入，连同可能读错的 {held} 题
        </IntentButton>
      ) : null}
      {show === 'left' ? null : (
        <IntentButton intent="chooseMany" fields={{ ...fields, isChosen: 0 }}>
          全部不导入
        </IntentButton>
      )}
    </div>
  );
}

/** Which format the file was taken for, and the others that it may be. */
function Readings({ job, ready }: { job: Import; ready: Ready }) {
  if (ready.others.length === 0) return null;
  return (
    <Note>
      <p>
        这个文件按“{ready.label}”读取，读到 {job.counts.all} 题。读得不对时可以换一种格式：
      </p>
      <div className="row mt-2">
        {ready.others.map(({ format, label, total, right }) => (
          <IntentButton key={format} intent="reread" fields={{ id: job.id, format }}>
            按“{label}”读（{total} 题，可导入 {right} 题）
          </IntentButton>
        ))}
      </div>
    </Note>
  );
}

function Item({
  item,
  importId,
  again,
  isMending,
  isOtherOpen,
  problem,
  held,
}: {
  item: ShownItem;
  importId: string;
  /** The import of the same file that the page tells of. */
  again: string;
  isMending: boolean;
  /** The form of another question is open. */
  isOtherOpen: boolean;
  problem: FormProblem | null | undefined;
  held: FormProblem | null;
}) {
  const titleId = `q${item.position}`;
  const drawnId = `t${item.position}`;
  const { question, isRight } = item;
  return (
    <li id={titleId} className={`imports__item${isRight && !item.isChosen ? ' is-left' : ''}`}>
      <div className="item__head">
        <span className="num">{item.position}</span>
        <span className="quiet small">
          第 {item.line} 行{isRight ? `，${item.kindLabel}，${item.points} 分，${levelLabel(item.level ?? 1)}` : ''}
          {item.directories.length > 0 ? `，目录 ${item.directories.join(' / ')}` : ''}
          {item.hasPassage ? '，题干带阅读材料' : ''}
        </span>
        {item.problems.length > 0 ? (
          <Chip tone="bad" icon={AlertIcon}>
            不能导入
          </Chip>
        ) : null}
        {item.duplicate === '' ? null : (
          <Chip tone="warn" icon={CopyIcon}>
            重复
          </Chip>
        )}
        {item.notes.length > 0 ? (
          <Chip tone="line" icon={InfoIcon}>
            有提示
          </Chip>
        ) : null}
        {isMending && item.draft ? null : <Choice {...{ item, importId, isOtherOpen }} />}
      </div>
      {item.problems.map((text) => (
        <Note key={text} tone="bad">
          {text}
        </Note>
      ))}
      {item.duplicate === '' ? null : <Note tone="warn">{item.duplicate}</Note>}
      {item.notes.map((text) => (
        <Note key={text}>{text}</Note>
      ))}
      {isMending && item.draft ? (
        <MendForm
          item={item}
          importId={importId}
          again={again}
          problem={problem ?? held}
          isRestored={!problem && held !== null}
        />
      ) : question ? (
        <>
          <QuestionView question={question} titleId={drawnId} />
          <AnswerKey question={question} />
        </>
      ) : (
        <div className="sample">{item.texts.join('\n')}</div>
      )}
    </li>
  );
}

function Choice({ item, importId, isOtherOpen }: { item: ShownItem; importId: string; isOtherOpen: boolean }) {
  const label = item.isChosen ? '不导入' : item.duplicate === '' ? '导入' : '仍然导入';
  return (
    <span className={`row push${isOtherOpen ? ' with-script' : ''}`}>
      {item.isRight && !item.isChosen ? <strong className="small quiet">不导入</strong> : null}
      {item.canBeJudge ? (
        <IntentButton intent="toJudge" fields={{ id: importId, position: item.position }}>
          改成判断题
        </IntentButton>
      ) : null}
      {item.canMend ? <MendLink position={item.position} /> : null}
      {item.isRight ? (
        <IntentButton
          intent="choose"
          fields={{ id: importId, position: item.position, isChosen: item.isChosen ? 0 : 1 }}
          label={`${label}：第 ${item.position} 题`}
        >
          {label}
        </IntentButton>
      ) : null}
    </span>
  );
}

function MendLink({ position }: { position: number }) {
  const [search] = useSearchParams();
  const here = new URLSearchParams(search);
  here.set('edit', String(position));
  return (
    <ButtonLink to={`?${here.toString()}#q${position}`} size="s" aria-label={`修改：第 ${position} 题`}>
      修改
    </ButtonLink>
  );
}

function Summary({ job, ready, isMending }: { job: Import; ready: Ready; isMending: boolean }) {
  const { counts } = job;
  const again = ready.same?.id ?? '';
  const verb = again !== '' ? '再导入' : counts.chosen === counts.all ? '全部导入' : '导入';
  const store = `${verb} ${counts.chosen} 题`;
  return (
    <div className="stack imports__side">
      <Card title="导入">
        <p>{sentence(counts)}</p>
        {ready.passages > 0 ? (
          <p className="small mt-2">其中 {ready.passages} 题的题干带着几题共用的阅读材料。</p>
        ) : null}
        <div className="mt-2">
          <DescriptionList
            small
            items={ready.kinds.map(({ bank, label, count }) => ({
              term: bank === 'theory' && job.bank !== 'theory' ? `${label}（理论题库）` : label,
              detail: `${count} 题`,
            }))}
          />
        </div>
        {ready.directory === '' ? null : <p className="small mt-2">放到目录：{ready.directory}</p>}
        {job.byDirectory ? <p className="small">按文件里的目录归类</p> : null}
        <div className="formactions">
          {counts.chosen > 0 && isMending ? (
            // What stands in the open form goes along.
            <Button form={MEND_FORM} name="then" value="confirm" variant="primary">
              {store}
            </Button>
          ) : counts.chosen > 0 ? (
            // Where the sign-in leads back to, if nobody is signed in any more.
            <IntentButton
              intent="confirm"
              fields={{ id: job.id, again }}
              action={toImportPreview({ id: job.id, pressed: 1 })}
              variant="primary"
              size="m"
            >
              {store}
            </IntentButton>
          ) : (
            <ButtonLink to={toQuestionImport({ bank: job.bank })} variant="primary">
              重新选择文件
            </ButtonLink>
          )}
          <IntentButton intent="cancel" fields={{ id: job.id }} size="m">
            取消导入
          </IntentButton>
        </div>
      </Card>
      {ready.fileNotes.length > 0 ? (
        <Card title="文件里没有读取的部分">
          <ul className="small">
            {ready.fileNotes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      {counts.bad > 0 ? (
        <Card title={`不能导入 ${counts.bad} 题`}>
          <p className="small">可以在这里逐题修改，也可以把这些题连同原因和改法存成文本，改好后再导入。</p>
          <p className="mt-2">
            <a className={buttonClass({ size: 's' })} href={toImportRefused({ id: job.id })} download>
              <DownloadIcon small />
              保存不能导入的题
            </a>
          </p>
        </Card>
      ) : null}
      {ready.unsupported.length > 0 ? (
        <Card title="题库没有的题型">
          <ul className="small">
            {ready.unsupported.map(({ sentence: text, suggestion, lines, count }) => (
              <li key={text}>
                {text}建议改成：{suggestion}
                <span className="quiet">
                  （{count} 题：第 {lines.join('、')} 行{count > lines.length ? ' 等' : ''}）
                </span>
              </li>
            ))}
            {ready.unsupportedKinds > ready.unsupported.length ? (
              <li>还有 {ready.unsupportedKinds - ready.unsupported.length} 种</li>
            ) : null}
          </ul>
        </Card>
      ) : null}
    </div>
  );
}

function sentence({ all, valid, changed, bad, duplicate }: ImportCounts): string {
  const parts = [`文件里有 ${all} 题：${valid - changed} 题与文件一致，${changed} 题有改动，${bad} 题不能导入`];
  if (duplicate > 0) parts.push(`重复 ${duplicate} 题`);
  return `${parts.join('，')}。`;
}
