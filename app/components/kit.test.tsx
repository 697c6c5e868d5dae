import { describe, expect, it } from 'vitest';
import type { FormProblem } from '~/http/form-problem';
import { menuOf } from '~/domain/user/menu.rules';
import { CheckboxGroup, RadioGroup, SelectField } from './form/choice-fields';
import { FieldsForm } from './form/fields-form';
import { PasswordField, TextField } from './form/text-fields';
import { currentHref } from './layout/shell';
import { BulkBar } from './list/bulk-bar';
import { ConfirmSection } from './list/confirm-section';
import { DataTable } from './list/data-table';
import { FilterBar } from './list/filter-bar';
import { Pagination, shownPages } from './list/pagination';
import { Tabs } from './list/tabs';
import type { GradeThresholds } from '~/lib/bands';
import { drawn } from '~tests/support/drawn';
import { ScoreText } from './ui/score-text';

function problem(part: Partial<FormProblem>): FormProblem {
  return { fieldErrors: {}, message: '', values: {}, ...part };
}

describe('ScoreText', () => {
  it.each([
    [100, '100', '优秀'],
    [86, '86', '优秀'],
    [85.5, '86', '优秀'],
    [85.4, '85', '良好'],
    [69.5, '70', '良好'],
    [69.4, '69', '及格'],
    [59.4, '59', '待提高'],
    [null, '0', '待提高'],
  ])('%s is rounded before it gets its band', async (value, number, word) => {
    const html = await drawn(<ScoreText value={value} word />);
    expect(html).toContain(`<b>${number}</b><small>分</small>`);
    expect(html).toContain(word);
  });

  it('a word that would stand in two colours has none', async () => {
    const own = { excellentFrom: 80, goodFrom: 65, passFrom: 60 };
    const words = async (value: number, thresholds?: GradeThresholds) =>
      (await drawn(<ScoreText value={value} word thresholds={thresholds} />)).match(/<small[^>]*>优秀<\/small>/)?.[0];
    expect([await words(82, own), await words(90, own)]).toEqual(
      Array(2).fill('<small class="score__plain">优秀</small>'),
    );
    expect(await words(90)).toBe('<small>优秀</small>');
  });
});

describe('FieldsForm', () => {
  const form = (given: FormProblem | null) => (
    <FieldsForm intent="save" problem={given}>
      <TextField name="title" label="题目" hint="不超过 200 字" defaultValue="旧的" />
      <PasswordField name="password" label="密码" />
      <SelectField
        name="level"
        label="难度"
        defaultValue={1}
        options={[1, 2].map((value) => ({ value, label: `${value}` }))}
      />
      <CheckboxGroup
        name="clazzIds"
        label="班级"
        defaultValue={[1]}
        options={[1, 2].map((value) => ({ value, label: `${value} 班` }))}
      />
      <RadioGroup
        name="kind"
        label="作答"
        defaultValue="photo"
        options={[
          { value: 'photo', label: '拍照' },
          { value: 'typed', label: '输入' },
        ]}
      />
    </FieldsForm>
  );

  it('shows the defaults and names its intent', async () => {
    const html = await drawn(form(null));
    expect(html).toContain('<input type="hidden" name="_intent" value="save"/>');
    expect(html).toContain('value="旧的"');
    expect(html).toMatch(/name="clazzIds" checked="" value="1"|name="clazzIds" value="1" checked=""/);
    expect(html).not.toContain('有问题需要处理');
  });

  it('keeps what was sent and says what is wrong at the field and on top', async () => {
    const html = await drawn(
      form(
        problem({
          fieldErrors: { title: '请填写题目', clazzIds: '选择至少一个班级' },
          values: { _intent: 'save', title: '', level: '2', kind: 'typed' },
        }),
      ),
    );
    expect(html).toContain('有问题需要处理');
    expect(html).toContain('<a href="#title">请填写题目</a>');
    expect(html).toContain('<a href="#clazzIds">选择至少一个班级</a>');
    expect(html).toMatch(/<input[^>]*id="title"[^>]*aria-describedby="title-hint title-error"[^>]*aria-invalid="true"/);
    expect(html).not.toContain('旧的');
    expect(html).toContain('<option value="2" selected="">');
    expect(html).not.toMatch(/name="clazzIds"[^>]*checked/);
    expect(html).toMatch(
      /<input[^>]*name="kind"[^>]*checked=""[^>]*value="typed"|<input[^>]*name="kind"[^>]*value="typed"[^>]*checked=""/,
    );
  });

  it('never fills a password in again', async () => {
    const html = await drawn(form(problem({ values: { _intent: 'save', password: 'geheim' } })));
    expect(html).not.toContain('geheim');
  });

  it('leaves another form’s problem to that form', async () => {
    const html = await drawn(form(problem({ fieldErrors: { title: '请填写题目' }, values: { _intent: 'rename' } })));
    expect(html).not.toContain('请填写题目');
    expect(html).toContain('value="旧的"');
  });

  it('tells forms of one intent apart by their key', async () => {
    const given = problem({
      fieldErrors: { name: '请填写名称' },
      values: { _intent: 'rename', _form: 'row-2', name: '' },
    });
    const html = await drawn(
      <>
        {['row-1', 'row-2'].map((key) => (
          <FieldsForm key={key} intent="rename" formKey={key} problem={given}>
            <TextField name="name" label="名称" defaultValue={key} />
          </FieldsForm>
        ))}
      </>,
    );
    expect(html).toContain('value="row-1"');
    expect(html).toContain('<a href="#row-2-name">请填写名称</a>');
    expect(html.match(/请填写名称/g)).toHaveLength(2);
  });
});

describe('Pagination', () => {
  const page = { rows: [], totalCount: 214, pageSize: 15, currentPage: 3 };

  it('keeps every other parameter and drops a waiting confirmation', async () => {
    const html = await drawn(
      <Pagination page={page} unit="题" />,
      '/list?tab=single&confirm=delete&ids=4&currentPage=3',
    );
    expect(html).toContain('共 214 题，每页 15 题，第 3 / 15 页');
    expect(html).toContain('href="/list?tab=single&currentPage=4"');
    expect(html).toMatch(/aria-current="page"[^>]*aria-label="第 3 页"|aria-label="第 3 页"[^>]*aria-current="page"/);
  });

  it('has no number for the first page in its URL', async () => {
    expect(await drawn(<Pagination page={{ ...page, currentPage: 2 }} />)).toContain(
      'href="/list?tab=single&keyword=a"',
    );
  });

  it('says nothing of an empty list and has no links for one page', async () => {
    expect(await drawn(<Pagination page={{ ...page, totalCount: 0 }} />)).not.toContain('共');
    expect(await drawn(<Pagination page={{ ...page, totalCount: 15, currentPage: 1 }} />)).not.toContain('<a');
  });

  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 15, [1, 2, 3, null, 15]],
    [8, 15, [1, null, 7, 8, 9, null, 15]],
    [4, 15, [1, 2, 3, 4, 5, null, 15]],
    [15, 15, [1, null, 13, 14, 15]],
  ])('shows page %i of %i as %j', (current, last, shown) => {
    expect(shownPages(current, last)).toEqual(shown);
  });
});

describe('lists', () => {
  it('tabs lead to page 1 and keep the filter', async () => {
    const html = await drawn(
      <Tabs label="题型" current="single" items={[{ label: '全部' }, { label: '单选', value: 'single', count: 86 }]} />,
    );
    expect(html).toContain('href="/list?keyword=a"');
    expect(html).toMatch(
      /href="\/list\?tab=single&keyword=a"[^>]*>单选<span class="num">86|aria-current="page"[^>]*>单选/,
    );
  });

  it('filters keep the tab, also when they are reset', async () => {
    const html = await drawn(
      <FilterBar>
        <TextField name="keyword" label="关键词" defaultValue="a" />
      </FilterBar>,
    );
    expect(html).toContain('<input type="hidden" name="tab" value="single"/>');
    expect(html).not.toContain('name="currentPage"');
    expect(html).toMatch(/href="\/list\?tab=single"[^>]*>重置|>重置<\/a>/);
    expect(html).toContain('查询');
  });

  it('ticked rows belong to the bulk bar’s own GET form', async () => {
    const html = await drawn(
      <>
        <BulkBar formId="bulk" actions={[{ confirm: 'delete', label: '删除' }]} />
        <DataTable
          caption="学生"
          rows={[{ id: 3 }, { id: 4 }]}
          rowKey={(row) => row.id}
          selectable={{ formId: 'bulk' }}
          columns={[{ key: 'id', header: '学号', cell: (row) => row.id, rowHeader: true }]}
        />
      </>,
      '/list?tab=single&confirm=delete&ids=4',
    );
    expect(html).toContain('勾选后操作');
    expect(html).toContain('<form id="bulk" method="get" action="/list"');
    expect(html).toContain('name="confirm" value="delete"');
    expect(html).toContain('<input type="hidden" name="tab" value="single"/>');
    expect(html.match(/form="bulk"/g)).toHaveLength(2);
    expect(html).toMatch(/<tr class="is-selected">(?:(?!<\/tr>).)*value="4"/);
    expect(html).toContain('<th scope="row">3</th>');
  });

  it('asks as a plain section before anything is done', async () => {
    const html = await drawn(<ConfirmSection intent="delete" fields={{ ids: [3, 4] }} cancelHref="/list" danger />);
    expect(html).toContain('温馨提示');
    expect(html).toContain('确定执行此操作吗？');
    expect(html).toContain('<input type="hidden" name="_intent" value="delete"/>');
    expect(html).toContain('name="ids" value="3"');
    expect(html).toContain('name="ids" value="4"');
    expect(html).toMatch(/href="\/list"[^>]*>取消|class="btn"[^>]*>取消/);
  });
});

describe('the menu', () => {
  it.each([
    ['/member/student/edit?id=4', '/member/student/index'],
    ['/question_bank/theory/page', '/question_bank/theory/index'],
    ['/dashboard', '/dashboard'],
    ['/examination/firstadd', '/examination/index'],
    ['/examination/scoreexamination/scorelist', '/examination/scoreexamination/index'],
    ['/dynamic/interact/4', '/dynamic/works/index'],
    ['/users/news', undefined],
  ])('%s belongs to %s', (path, href) => {
    expect(currentHref(menuOf({ userType: 1 }), path)).toBe(href);
  });
});
