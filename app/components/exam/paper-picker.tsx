import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { FieldsForm } from '~/components/form/fields-form';
import { DefaultSubmit } from '~/components/form/default-submit';
import { FormOwner, HiddenFields } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { SelectField } from '~/components/form/choice-fields';
import { QuestionView } from '~/components/question/question-view';
import { RichText } from '~/components/question/rich-text';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { MAX_PAPER } from '~/domain/exam/wizard-steps.rules';
import { sumPoints } from '~/domain/exam/paper-mix.rules';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import {
  KIND_LABELS,
  questionKindLabel,
  THEORY_KINDS,
  type Bank,
  type TheoryKind,
} from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { toQuestion } from '~/lib/addresses/banks';
import type { Page } from '~/lib/page';
import {
  BASKET_SCOPE,
  PickerFilters,
  PickerTitle,
  QUESTION_FACTS,
  SCOPES,
  type PickerFilter,
  type PickerRow,
} from './question-picker';

type Picked = { questionId: number; bank: Bank; kind: '' | TheoryKind; title: string; points: number };

const BANKS = [
  { value: 'written', label: '笔试题库' },
  { value: 'theory', label: '理论题库' },
];

/**
 * Questions to tick for the paper. One form, sent by the browser itself: whatever is pressed, what is ticked goes
 * along and is kept with the exam until it is used. With script every tick is kept at once.
 */
export function PaperPicker({
  examId,
  page,
  filter,
  directories,
  basketCount,
  imported,
  picks,
  looked,
  problem,
}: {
  examId: number;
  page: Page<PickerRow>;
  filter: PickerFilter & { bank: string };
  directories: { value: number; label: string }[];
  /** Questions in the basket. */
  basketCount: number;
  /** The newest imports, the latest first. */
  imported: { scope: string; fileName: string; count: number }[];
  picks: Picked[];
  looked: PickerRow | null;
  problem: FormProblem | null | undefined;
}) {
  const { mark, ticked } = useTicks(picks);
  const isFiltered =
    filter.keyword !== '' ||
    [filter.level, filter.kind, filter.dirId, filter.scope, filter.bank].some((one) => Boolean(one));
  const isBasket = filter.scope === BASKET_SCOPE.value;
  const chosen = imported.find(({ scope }) => scope === filter.scope);
  const isMore = page.totalCount > page.rows.length && page.totalCount <= MAX_PAPER;
  return (
    <FieldsForm id="pick" intent="pick" problem={problem} reloadDocument data-keeps="">
      <input type="hidden" ref={mark} />
      <DefaultSubmit name="go" value="filter" />
      <FormOwner />
      <HiddenFields values={{ id: examId, shown: page.rows.map((row) => row.id) }} />
      {looked ? (
        <Card
          id="look"
          className="mb-4"
          title={`${questionNumber(looked)} ${looked.title}`}
          actions={
            <button type="submit" className="linkbtn" name="go" value="look:0">
              收起
            </button>
          }
          foot={
            looked.isUsed ? (
              <Chip tone="good">已在卷中</Chip>
            ) : (
              <Button name="go" value={`one:${looked.id}`} size="s" aria-label={`加入 ${looked.title}`}>
                加入
              </Button>
            )
          }
        >
          <QuestionView question={toSnapshot(looked)} titleId="look-title" heading="h3" />
        </Card>
      ) : null}
      <Card
        title={isBasket ? '从试题篮选题' : chosen ? '从导入的题选题' : '从题库选题'}
        hint={
          chosen ? `${chosen.fileName}，按文件里的次序；勾选的题一直留着` : '勾选的题一直留着，翻页、换条件都不会丢'
        }
        padded={false}
        actions={
          <button type="submit" className="linkbtn" name="go" value="back">
            返回试卷
          </button>
        }
      >
        <div className="filter" role="search" aria-label="查找题目">
          <SelectField name="bank" label="题库" defaultValue={filter.bank} placeholder="全部" options={BANKS} />
          <PickerFilters
            filter={filter}
            kinds={
              filter.bank === 'written'
                ? undefined
                : THEORY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))
            }
            directories={directories}
            scopes={[
              ...SCOPES,
              { ...BASKET_SCOPE, label: `${BASKET_SCOPE.label}（${basketCount}）` },
              ...imported.map(({ scope, fileName, count }, index) => ({
                value: scope,
                label: index === 0 ? `刚导入的（${count}）` : `导入的 ${fileName.slice(0, 20)}（${count}）`,
              })),
            ]}
          />
          <div className="row">
            <Button name="go" value="filter">
              查询
            </Button>
            <Button name="go" value="reset" variant="quiet">
              重置
            </Button>
            {isMore ? (
              <Button name="go" value="all" variant="quiet">
                勾选全部 {page.totalCount} 题
              </Button>
            ) : null}
          </div>
        </div>
        <DataTable
          caption="可选的题"
          tight
          rows={page.rows}
          rowKey={(row) => row.id}
          selectable={{
            formId: 'pick',
            ticked: picks.map((pick) => pick.questionId),
            when: (row) => !row.isUsed,
            label: (row) => `选择 ${questionNumber(row)} ${row.title}`,
          }}
          columns={[
            { key: 'number', header: '题号', nowrap: true, quiet: true, cell: questionNumber },
            {
              key: 'title',
              header: '题目',
              rowHeader: true,
              width: 'w-full',
              cell: (row) => (
                <button
                  type="submit"
                  className="linkbtn compose__title"
                  name="go"
                  value={`look:${row.id}`}
                  aria-label={`看题目：${row.title}`}
                >
                  <PickerTitle row={row} />
                </button>
              ),
            },
            ...QUESTION_FACTS,
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row) =>
                row.isUsed ? (
                  <Chip tone="good">已在卷中</Chip>
                ) : (
                  <button
                    type="submit"
                    className="linkbtn"
                    name="go"
                    value={`one:${row.id}`}
                    aria-label={`加入 ${row.title}`}
                  >
                    加入
                  </button>
                ),
            },
          ]}
          empty={
            isBasket && basketCount === 0 ? (
              <Empty title="试题篮里没有题目">在题库里点“加入试题篮”，放进去的题在这里可以一次选用。</Empty>
            ) : isFiltered ? (
              <Empty title="没有符合条件的题目">换个关键词，或点“重置”看全部题目。</Empty>
            ) : (
              <Empty
                title="题库里还没有题目"
                action={
                  <ButtonLink to={toQuestion('theory')} variant="primary">
                    新增题目
                  </ButtonLink>
                }
              >
                先出一道题，再回到这里选用。
              </Empty>
            )
          }
        />
        <Pagination page={page} unit="题" button="go" />
        <Ticked picks={knownTicks(ticked, picks, page.rows)} />
      </Card>
    </FieldsForm>
  );
}

/** What is ticked, as far as it is known by name: by this page or from earlier ones. */
function knownTicks(ticked: ReadonlySet<number>, picks: Picked[], rows: PickerRow[]): Picked[] {
  const earlier = picks.filter((pick) => ticked.has(pick.questionId));
  const fresh = rows.filter((row) => ticked.has(row.id) && picks.every((pick) => pick.questionId !== row.id));
  return [
    ...earlier,
    ...fresh.map(({ id, bank, kind, title, points }) => ({ questionId: id, bank, kind, title, points })),
  ];
}

/** The running count at the foot, with what can be done with all that is ticked. */
function Ticked({ picks }: { picks: Picked[] }) {
  return (
    <div className="compose__ticked">
      <span role="status">
        {picks.length === 0 ? (
          <span className="quiet">还没有勾选</span>
        ) : (
          <strong>
            已勾选 {picks.length} 题，共 {sumPoints(picks)} 分
          </strong>
        )}
      </span>
      {picks.length === 0 ? null : (
        <details className="compose__list">
          <summary>看勾选了哪些</summary>
          <ol>
            {picks.map((pick) => (
              <li key={pick.questionId}>
                {questionKindLabel(pick)} <RichText text={pick.title} />{' '}
                <span className="num quiet">{pick.points} 分</span>
              </li>
            ))}
          </ol>
          <Button name="go" value="clear" size="s">
            全部不选
          </Button>
        </details>
      )}
      <span className="row push">
        <Button name="go" value="more" size="s">
          加入勾选的题，接着选
        </Button>
        <Button name="go" value="take" variant="primary" size="s">
          选好了，放入试卷
        </Button>
      </span>
    </div>
  );
}

/** The ticks of all pages as they are now; each change on this page is kept by the server. */
function useTicks(picks: Picked[]) {
  const mark = useRef<HTMLInputElement>(null);
  const fetcher = useFetcher();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(picks.map((pick) => pick.questionId)));
  const { submit } = fetcher;
  // The boxes are the table's own and change outside of this component; the box of all tells of it by a native event.
  useEffect(() => {
    const element = mark.current?.form;
    const read = (event: Event) => {
      if (!element || !(event.target as Element).matches('input.sel')) return;
      const data = new FormData(element);
      const shown = data.getAll('shown').map(Number);
      const here = data.getAll('ids').map(Number);
      setTicked((before) => new Set([...[...before].filter((id) => !shown.includes(id)), ...here]));
      data.set('_intent', 'tick');
      submit(data, { method: 'post' });
    };
    element?.addEventListener('change', read);
    return () => element?.removeEventListener('change', read);
  }, [submit]);
  return { mark, ticked };
}
