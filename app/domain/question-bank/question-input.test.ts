import { describe, expect, test } from 'vitest';
import { oralQuestionSchema } from './oral-question.schema';
import { questionPageFilters } from './question-fields.schema';
import { theoryFormSchema, theoryQuestionSchema } from './theory-question.schema';
import { writtenFormSchema, writtenQuestionSchema } from './written-question.schema';
import { z } from 'zod';

/** The first sentence per field, as the pages show it. */
function errorsOf(schema: z.ZodTypeAny, input: unknown): Record<string, string> {
  const parsed = schema.safeParse(input);
  const errors: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

describe('oral', () => {
  const VALID = { title: '朗读', examContent: '春天来了。' };

  test('takes what a form sends', () => {
    const file = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    expect(
      oralQuestionSchema.parse({
        ...VALID,
        examContent: ' 春天来了。\r\n花开了。 ',
        keyPoint: '春天，花\n春天、',
        imageUrl: `/api/file/${file}`,
        level: '3',
        sceneTypeId: '',
        prepSeconds: '',
        answerSeconds: '90',
        points: '',
      }),
    ).toMatchObject({
      examContent: '春天来了。\n花开了。',
      keyPoint: ['春天', '花'],
      imageUrl: [file],
      level: 3,
      sceneTypeId: null,
      prepSeconds: undefined,
      answerSeconds: 90,
      points: undefined,
    });
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['nothing', { title: '', examContent: ' ' }, { title: '请填写标题', examContent: '请填写朗读或口述内容' }],
    ['a long title', { title: '字'.repeat(101) }, { title: '标题最多 100 个字' }],
    ['no level like this', { level: 4 }, { level: '请选择难度' }],
    ['seconds in words', { prepSeconds: '半分钟' }, { prepSeconds: '准备时间应为秒数' }],
    ['too short a limit', { answerSeconds: 4 }, { answerSeconds: '录音时长至少 5 秒' }],
    ['too long a limit', { answerSeconds: 3601 }, { answerSeconds: '录音时长最多 3600 秒' }],
    ['thirds of points', { points: '1.3' }, { points: '分值只能是整数或 .5' }],
    ['no points', { points: 0 }, { points: '分值至少 0.5 分' }],
    [
      'ten pictures',
      { imageUrl: Array.from({ length: 10 }, (_, i) => `3f2504e0-4f89-41d3-9a0c-0305e82c330${i}`) },
      { imageUrl: '图片最多 9 张' },
    ],
    ['an address elsewhere', { imageUrl: 'https://elsewhere.example/x.png' }, { 'imageUrl.0': '图片有误，请重新上传' }],
    ['a long key word', { keyPoint: '字'.repeat(31) }, { keyPoint: '关键词每个最多 30 个字，请用逗号或换行分开' }],
  ])('refuses %s', (_, changes, errors) => {
    expect(errorsOf(oralQuestionSchema, { ...VALID, ...changes })).toEqual(errors);
  });
});

describe('written', () => {
  test('a form’s rows become marking points, blank rows are left out', () => {
    expect(
      writtenFormSchema.parse({ prompt: '写一段', markText: ['甲', '', '乙'], markPoints: ['6', '', '4.5'] }),
    ).toMatchObject({
      prompt: '写一段',
      answerBy: 'both',
      markingPoints: [
        { text: '甲', points: 6 },
        { text: '乙', points: 4.5 },
      ],
    });
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no prompt', { prompt: '' }, { prompt: '请填写题目内容' }],
    ['no such way to answer', { answerBy: 'phone' }, { answerBy: '请选择作答方式' }],
    ['a point without points', { markingPoints: [{ text: '甲' }] }, { 'markingPoints.0.points': '请填写要点分值' }],
    ['points without a text', { markingPoints: [{ text: '', points: 3 }] }, { 'markingPoints.0.text': '请填写要点' }],
    [
      'another sum',
      { points: 10, markingPoints: [{ text: '甲', points: 8 }] },
      { markingPoints: '评分要点合计 8 分，与题目分值 10 分不相等。请改要点的分值，或把题目分值改为 8。' },
    ],
    [
      'eleven points',
      { markingPoints: Array.from({ length: 11 }, () => ({ text: '甲', points: 1 })) },
      { markingPoints: '评分要点最多 10 条' },
    ],
    [
      'too much in all',
      {
        markingPoints: [
          { text: '甲', points: 150 },
          { text: '乙', points: 51 },
        ],
      },
      { markingPoints: '评分要点合计最多 200 分' },
    ],
  ])('refuses %s', (_, changes, errors) => {
    expect(errorsOf(writtenQuestionSchema, { prompt: '写一段', ...changes })).toEqual(errors);
  });
});

describe('theory', () => {
  const TWO = [{ text: '甲' }, { text: '乙' }];

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'single',
      { kind: 'single', options: TWO, answer: 'B' },
      {
        keys: ['B'],
        options: [
          { key: 'A', text: '甲' },
          { key: 'B', text: '乙' },
        ],
      },
    ],
    ['multiple as a comma string', { kind: 'multiple', options: TWO, answer: 'B,A' }, { keys: ['A', 'B'] }],
    ['multiple as an array', { kind: 'multiple', options: ['甲', '乙'], answer: ['a', 'b'] }, { keys: ['A', 'B'] }],
    ['judge', { kind: 'judge', answer: 'true' }, { keys: ['T'], options: [] }],
    ['judge in Chinese', { kind: 'judge', answer: '错' }, { keys: ['F'] }],
    ['cloze in lines', { kind: 'cloze', stem: '__和__', answer: '一|1\r\n二\r\n' }, { blanks: [['一', '1'], ['二']] }],
    [
      'cloze as lists',
      { kind: 'cloze', stem: '__和__', answer: [['一', '1'], ['二']] },
      { blanks: [['一', '1'], ['二']] },
    ],
    ['short', { kind: 'short', answer: ' 大意对即可 ' }, { reference: '大意对即可' }],
    ['short without a reference', { kind: 'short' }, { reference: '' }],
  ])('reads the key of %s', (_, input, expected) => {
    expect(theoryQuestionSchema.parse({ stem: '题干', ...input })).toMatchObject(expected);
  });

  test('without a stem the title is the stem', () => {
    expect(theoryQuestionSchema.parse({ title: '对吗', kind: 'judge', answer: 'T' })).toMatchObject({
      stem: '对吗',
      title: '',
    });
  });

  test('blank rows are dropped and the rest lettered anew', () => {
    expect(
      theoryFormSchema.parse({ stem: '题干', kind: 'single', optionText: ['甲', '', '丙', ''], answer: 'C' }),
    ).toMatchObject({
      keys: ['B'],
      options: [
        { key: 'A', text: '甲' },
        { key: 'B', text: '丙' },
      ],
    });
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'everything at once',
      { stem: '', kind: 'single', options: [] },
      { stem: '请填写题干', options: '请至少填写 2 个选项', answer: '请选出正确答案' },
    ],
    ['no kind', { kind: 'essay' }, { kind: '请选择题型' }],
    ['one option', { kind: 'single', options: [{ text: '甲' }], answer: 'A' }, { options: '请至少填写 2 个选项' }],
    [
      'eleven options',
      { kind: 'single', options: Array.from({ length: 11 }, (_, i) => `项${i}`), answer: 'A' },
      { options: '选项最多 10 个' },
    ],
    [
      'the same option twice',
      { kind: 'single', options: ['甲', '甲'], answer: 'A' },
      { 'options.1': '选项 B 与前面的选项相同' },
    ],
    [
      'two right of single',
      { kind: 'single', options: TWO, answer: 'AB' },
      { answer: '单选题只能有一个正确答案；有几个时请用多选题' },
    ],
    ['none right of multiple', { kind: 'multiple', options: TWO }, { answer: '请至少选出一个正确答案' }],
    [
      'a right letter that is not there',
      { kind: 'multiple', options: TWO, answer: 'A,E' },
      { answer: '正确答案 E 不在选项里' },
    ],
    [
      'a right row left blank',
      { kind: 'single', options: ['甲', '乙', ''], answer: 'C' },
      { 'options.2': '选项 C 是正确答案，请填写内容', answer: '请选出正确答案' },
    ],
    ['judge undecided', { kind: 'judge' }, { answer: '请选择“正确”或“错误”' }],
    [
      'cloze without blanks',
      { kind: 'cloze', stem: '没有空', answer: '一' },
      { stem: '请在题干里用 ____（两个以上下划线）标出要填的空' },
    ],
    [
      'cloze with too few answers',
      { kind: 'cloze', stem: '__和__', answer: '一' },
      { answer: '题干有 2 个空，答案有 1 行；请每空一行，按顺序填写' },
    ],
    [
      'cloze with too many answers',
      { kind: 'cloze', stem: '__', answer: '一\n二' },
      { answer: '题干有 1 个空，答案有 2 行；请每空一行，按顺序填写' },
    ],
    ['cloze with a gap', { kind: 'cloze', stem: '__和__', answer: '\n二' }, { answer: '第 1 空没有答案' }],
  ])('refuses %s', (_, input, errors) => {
    expect(errorsOf(theoryQuestionSchema, { stem: '题干', ...input })).toEqual(errors);
  });
});

test('a list’s URL never errs', () => {
  const filters = z.object(questionPageFilters);
  expect(filters.parse({ level: '9', sceneTypeId: 'x', examTypeId: '', kind: 'essay' })).toEqual({});
  expect(filters.parse({ level: '2', sceneTypeId: '3', kind: 'judge' })).toEqual({
    level: 2,
    sceneTypeId: 3,
    kind: 'judge',
  });
});
