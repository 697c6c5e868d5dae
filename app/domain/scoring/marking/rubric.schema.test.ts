import { describe, expect, it } from 'vitest';
import { rubricFormValues, ruleField } from './rubric-form.rules';
import { rubricPresets } from './rubric-presets.rules';
import { rubricFormSchema } from './rubric.schema';

const WEIGHTS = { zqd: 40, lld: 30, wzd: 20, gjc: 10 };
const head = { examId: '7', part: 'oral', version: '2' };

function parse(values: Record<string, string>) {
  const parsed = rubricFormSchema.safeParse({ ...head, ...values });
  return parsed.success
    ? parsed.data
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('rubricFormSchema', () => {
  it.each(
    (['oral', 'written'] as const).flatMap((part) =>
      rubricPresets(part, WEIGHTS)
        .filter((preset) => preset.rubric.name !== '')
        .map((preset) => [`${part} ${preset.label}`, part, preset.rubric] as const),
    ),
  )('reads back what it was filled with: %s', (_, part, rubric) => {
    expect(parse({ ...rubricFormValues(rubric), part })).toEqual({ examId: 7, part, version: 2, rubric });
  });

  const rows = {
    kind: 'deductions',
    name: '自定',
    full: '１０',
    [ruleField('name', 0)]: '错字',
    [ruleField('way', 0)]: 'count',
    [ruleField('points', 0)]: '0.5',
    [ruleField('maximum', 0)]: '3',
    [ruleField('name', 2)]: '跑题',
    [ruleField('way', 2)]: 'choice',
    [ruleField('points', 2)]: '2，1/5',
  };

  it('leaves out blank rows and ticked ones, puts degrees in order with 0 first', () => {
    expect(parse(rows)).toMatchObject({
      rubric: {
        full: 10,
        rules: [
          { id: '', kind: 'count', name: '错字', points: 0.5, unit: '', maximum: 3 },
          { id: '', kind: 'choice', name: '跑题', choices: [0, 1, 2, 5] },
        ],
      },
    });
    expect(parse({ ...rows, [ruleField('remove', 0)]: 'on' })).toMatchObject({ rubric: { rules: [{ name: '跑题' }] } });
  });

  it.each([
    ['no name', { name: '' }, { name: '请填写评分标准的名称' }],
    [
      'no rules',
      {
        kind: 'criteria',
        name: '空',
        [ruleField('name', 0)]: '',
        [ruleField('points', 0)]: '',
        [ruleField('name', 2)]: '',
        [ruleField('points', 2)]: '',
      },
      { 'rule-name-0': '至少要有一条' },
    ],
    [
      'a row without a name',
      { [ruleField('points', 1)]: '1' },
      { 'rule-name-1': '第 2 行没有名称；不要这一行就清空它' },
    ],
    ['the same name twice', { [ruleField('name', 2)]: '错字' }, { 'rule-name-2': '第 3 行和前面的名称相同' }],
    [
      'more than the full mark',
      { [ruleField('points', 0)]: '11' },
      { 'rule-points-0': '第 1 行每次扣的分应大于 0，不超过满分，最多两位小数' },
    ],
    [
      'no degrees',
      { [ruleField('points', 2)]: '0' },
      { 'rule-points-2': '第 3 行按程度扣的分写成 0、0.5、1、2 的样子，最多 8 档，不超过满分' },
    ],
    ['no full mark', { full: '-1' }, { full: '满分应大于 0，最多两位小数' }],
    ['a kind of the other part', { part: 'written' }, { kind: '笔试不能用这种评分方式' }],
    ['no weights', { kind: 'measures', zqd: '0', lld: '0', wzd: '0', gjc: '0' }, { zqd: '四项权重不能都是 0' }],
  ])('refuses %s', (_, change, problems) => {
    expect(parse({ ...rows, ...(change as unknown as Record<string, string>) })).toMatchObject(problems);
  });

  it('takes no id that means something else, and none twice', () => {
    const ids = { [ruleField('id', 0)]: 'zero', [ruleField('id', 2)]: 'constructor.x' };
    expect(parse({ ...rows, ...ids })).toMatchObject({ rubric: { rules: [{ id: '' }, { id: '' }] } });
    const twice = { [ruleField('id', 0)]: 'r1', [ruleField('id', 2)]: 'r1' };
    expect(parse({ ...rows, ...twice })).toMatchObject({ rubric: { rules: [{ id: 'r1' }, { id: '' }] } });
  });
});
