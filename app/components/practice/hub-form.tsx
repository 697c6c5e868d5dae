import { Form, useSubmit } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { FormContext, OUTSIDE } from '~/components/form/form-context';
import { NumberField } from '~/components/form/text-fields';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { PlayIcon } from '~/components/ui/icons';
import { BANK_LABELS, KIND_LABELS, LEVEL_LABELS, LEVELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import type { PracticeDirectory } from '~/domain/practice/hub.queries.server';
import { MAX_RUN } from '~/domain/practice/practice.rules';
import type { HubInput } from '~/domain/practice/practice.schema';
import type { FormProblem } from '~/http/form-problem';

/**
 * What to practise. The browser sends it by itself, to look (GET) or to start (POST): two buttons, of which Remix's
 * own sending would lose the pressed one in Chrome 80. With script every choice looks at once.
 */
export function HubForm({
  input,
  directories,
  matchCount,
  requestId,
  typedCount,
  countError,
  problem,
}: {
  input: HubInput;
  /** The number as it stands in the address, and what is wrong with it. */
  typedCount: string | null;
  countError: string;
  directories: PracticeDirectory[];
  matchCount: number;
  requestId: string;
  problem: FormProblem | null | undefined;
}) {
  const submit = useSubmit();
  const isTheory = input.bank === 'theory';
  const errors = problem?.fieldErrors ?? (countError === '' ? {} : { count: countError });
  return (
    <Form
      method="get"
      reloadDocument
      aria-label="选择要练习的题目"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement)
          submit(event.currentTarget, { method: 'get', replace: true, preventScrollReset: true });
      }}
    >
      <input type="hidden" name="bank" value={input.bank} />
      <FormContext.Provider value={{ ...OUTSIDE, errors, kept: problem?.values ?? null }}>
        <div className="stack">
          <div className="row2">
            <SelectField
              name="from"
              label="范围"
              defaultValue={input.from}
              options={[
                { value: '', label: '全部题目' },
                { value: 'mine', label: '我的题库' },
                { value: 'shared', label: '共享题库' },
                ...directories.map((one) => ({ value: one.id, label: `目录：${one.label}` })),
              ]}
            />
            <SelectField
              name="only"
              label="练哪些"
              defaultValue={input.only}
              options={[
                { value: '', label: '都练' },
                { value: 'new', label: '没练过的' },
                ...(isTheory ? [{ value: 'wrong', label: '只练错题' }] : []),
              ]}
            />
          </div>
          <div className="row2">
            <SelectField
              name="level"
              label="难度"
              defaultValue={input.level}
              placeholder="全部"
              options={LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }))}
            />
            {isTheory ? (
              <SelectField
                name="kind"
                label="题型"
                defaultValue={input.kind}
                placeholder="全部"
                options={THEORY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
              />
            ) : null}
          </div>
          <div className="row2">
            <NumberField
              name="count"
              label="题数"
              suffix="题"
              defaultValue={typedCount ?? input.count}
              hint={`一次最多 ${MAX_RUN} 题`}
            />
            <SelectField
              name="order"
              label="顺序"
              defaultValue={input.order}
              options={[
                { value: 'random', label: '随机' },
                { value: 'sequence', label: '按题库顺序' },
              ]}
            />
          </div>
          {problem?.message ? <Note tone="bad">{problem.message}</Note> : null}
          <p role="status">
            {matchCount === 0 ? (
              `没有符合条件的${BANK_LABELS[input.bank]}题，请放宽条件。`
            ) : (
              <>
                符合条件的有 <b className="num">{matchCount}</b> 题。
              </>
            )}
          </p>
          <div className="row">
            <Button
              variant="primary"
              size="l"
              formMethod="post"
              name="requestId"
              value={requestId}
              disabled={matchCount === 0}
            >
              <PlayIcon />
              开始练习
            </Button>
            <Button size="l" className="ml-3">
              看看有多少题
            </Button>
          </div>
        </div>
      </FormContext.Provider>
    </Form>
  );
}
