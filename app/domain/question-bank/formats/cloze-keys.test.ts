import { describe, expect, test } from 'vitest';
import { answerNotes } from './answer-notes.rules';
import { parseText, toLines } from './text-format';

/** The key of a blank as teachers write it: what is none of it is left out, and told. */

const read = (stem: string, answer: string) => parseText(toLines(`一、填空题\n1. ${stem}\n答案：${answer}`))[0]!;
const one = (answer: string) => read('甲是____。', answer);
const notesOf = (answer: string) => {
  const question = one(answer);
  return [...question.notes, ...answerNotes(question, 'text')];
};

describe('one blank', () => {
  test.each([
    ['答：甲', ['答：甲', '甲']],
    ['解：x=1', ['解：x=1', 'x=1']],
    ['∴x=1', ['∴x=1', 'x=1']],
    ['例：春天', ['例：春天', '春天']],
    ['例如春天', ['例如春天', '春天']],
    ['如春天等', ['如春天等', '春天']],
    ['春天等', ['春天等', '春天']],
    ['甲亦可', ['甲亦可', '甲']],
    ['甲、乙等（任一）', ['甲', '乙']],
    ['甲，写“乙”也给分', ['甲', '乙']],
    ['甲写“乙”也给分', ['甲', '乙']],
    ['甲…1分', ['甲']],
    ['甲……（1分）', ['甲']],
    ['(1分)甲', ['甲']],
    ['**甲**', ['甲']],
    ['`a`', ['a']],
    ['<b>甲</b>', ['<b>甲</b>', '甲']],
    ['甲//乙', ['甲', '乙']],
    ['五四运动 // 1919', ['五四运动', '1919']],
    ['甲丨乙', ['甲', '乙']],
    ['a or b', ['a or b', 'a', 'b']],
    ["is not (isn't)", ["is not (isn't)", 'is not', "isn't"]],
    ['colour (color)', ['colour (color)', 'colour', 'color']],
    ['look (at)', ['look (at)', 'look', 'look at']],
    ['big (large)', ['big (large)', 'big']],
    ['(to) go', ['(to) go', 'go', 'to go']],
    ['go (v.)', ['go (v.)', 'go']],
    ['\\(x\\)', ['x']],
    ['甲（答“乙”也可）', ['甲', '乙']],
    ['a&lt;b', ['a<b', 'a&lt;b']],
    ['&lt;', ['<', '&lt;']],
  ])('%s accepts %j, and is told', (answer, accepted) => {
    expect(one(answer)).toMatchObject({ fields: { answer: [accepted] }, problems: [] });
    expect(notesOf(answer)).not.toEqual([]);
  });

  test.each([
    '平等',
    '人人平等',
    '甲等',
    '全等',
    'more or less',
    'whether or not',
    'We are more or less done',
    'http://a.com//b',
    '他对，我也可以',
    'http://a.cn/b',
    '1—2',
    '或然率',
    'f(x)',
  ])('%s stays as it is', (answer) => {
    expect(one(answer).fields.answer).toEqual([[answer]]);
  });

  test('丙或(丁) is two answers', () => {
    expect(one('丙或(丁)').fields.answer).toEqual([['丙', '丁']]);
  });

  test.each(['甲〔乙〕', '三，不是四', 'a || b', '甲1分', 'A.北京', 'more or less', '甲[乙]'])(
    '%s is told to be taken as it stands',
    (answer) => {
      expect(notesOf(answer).join()).toContain('要照着填');
    },
  );

  test('an answer that is but a remark is none', () => {
    for (const answer of ['答案不唯一', '言之有理即可', '略（合理即可）', '（答案不唯一，合理即可）'])
      expect(one(answer).problems.join()).toContain('没有写出来');
    expect(one('人人平等（答案不唯一）').fields.answer).toEqual([['人人平等']]);
  });
});

describe('two blanks', () => {
  const two = (answer: string) => read('甲是____和____。', answer);

  test.each(['空1：甲 空2：乙', '空1：甲；空2：乙', '第1空：甲 第2空：乙'])('%s', (answer) => {
    expect(two(answer)).toMatchObject({ fields: { answer: [['甲'], ['乙']] }, problems: [], notes: [] });
  });

  test.each([
    '甲和乙',
    '甲 与 乙',
    '甲##乙',
    '【甲】【乙】',
    '[甲][乙]',
    '“甲”“乙”',
    '““甲”“乙””',
    '甲。乙。',
    '甲丨乙',
  ])('%s is parted where the answers are as many as the blanks, and told', (answer) => {
    const question = two(answer);
    expect(question).toMatchObject({ fields: { answer: [['甲'], ['乙']] }, problems: [] });
    expect(question.isDoubtful).toBeUndefined();
    expect(question.notes.join()).toContain('已分成 2 个空');
  });

  test('numbers and points that count the answers', () => {
    for (const answer of ['1)甲 2)乙', '1）甲；2）乙', '甲（1分）乙（1分）'])
      expect(two(answer)).toMatchObject({ fields: { answer: [['甲'], ['乙']] }, problems: [] });
    const three = read('____、____和____', '甲、乙和丙');
    expect(three.fields.answer).toEqual([['甲'], ['乙'], ['丙']]);
  });

  test('a slash may be of one answer as well', () => {
    expect(two('12/7')).toMatchObject({ fields: { answer: [['12'], ['7']] }, isDoubtful: true });
  });

  test.each(['中华人民共和国', '甲和乙和丙', '(1,2)', '甲乙', '3．14'])('%s is not parted', (answer) => {
    expect(two(answer).problems).toHaveLength(1);
  });

  test('brackets that are of the answers stay', () => {
    expect(two('(1,2)(3,4)').fields.answer).toEqual([['(1,2)'], ['(3,4)']]);
    expect(two('《甲》《乙》').fields.answer).toEqual([['《甲》'], ['《乙》']]);
  });
});

test.each([
  '41. was built   42. in    43. to see  44.\nbut',
  '41. was built   42. in    to see  44. but',
  '41. was built；42. in；to see；44. but',
])('the numbers of the key %j are none of it', (answer) => {
  const stem = 'It ____ (build) long ago. It stands ____ town. We went ____ (see) it, ____ it was shut.';
  expect(read(stem, answer)).toMatchObject({
    fields: { answer: [['was built'], ['in'], ['to see'], ['but']] },
    problems: [],
  });
});

test('one formula around the answers of two blanks', () =>
  expect(read('甲是____，乙是____。', '$6.9 ; 96.8$').fields.answer).toEqual([['6.9'], ['96.8']]));

test('a letter alone below a number is no question to be chosen', () => {
  const [, ...more] = parseText(toLines('看短文，完成1—3题。\nA. 甲 B. 乙 C. 丙 D. 丁\n\n参考答案\n1．A\n2．B\n3．C'));
  for (const { isDoubtful, problems } of more) expect(isDoubtful === true || problems.length > 0).toBe(true);
  expect(parseText(toLines('一、简答题\n3．C'))).toMatchObject([{ fields: { stem: 'C' }, isDoubtful: true }]);
});
