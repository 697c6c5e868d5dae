import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Papers as a primary school and other systems write them. */

const told = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ kind, fields, problems }) => [
    kind,
    fields.stem ?? fields.prompt,
    fields.answer ?? fields.referenceAnswer,
    ...problems,
  ]);

test('a key by sections begins with 一、 though section 一 has no question that is read', () => {
  const paper = [
    ...['一、看拼音，写词语。（8分）', 'chūn tiān（    ）  xuě huā（    ）'],
    ...['二、按要求写句子。', '1. 小鸟在树上唱歌。（改为拟人句）', '2. 他是我的好朋友。（改为反问句）'],
    ...['三、课内阅读。', '1. 文中的词语有______、______。', '2. 你喜欢春天吗？为什么？'],
    ...['四、习作。（30分）', '请以“我的妈妈”为题写一篇作文，不少于300字。'],
  ];
  const key = [
    '一、春天 雪花',
    '二、1. 小鸟快乐地唱歌。',
    '2. 难道他不是我的好朋友吗？',
    '三、1. 嫩嫩的 绿绿的',
    '2. 喜欢。',
    '四、略',
  ];
  expect(told(...paper, '参考答案', ...key)).toEqual([
    ['short', '小鸟在树上唱歌。（改为拟人句）', '小鸟快乐地唱歌。'],
    ['short', '他是我的好朋友。（改为反问句）', '难道他不是我的好朋友吗？'],
    ['cloze', '文中的词语有______、______。', [['嫩嫩的'], ['绿绿的']]],
    ['short', '你喜欢春天吗？为什么？', '喜欢。'],
    ['written', '请以“我的妈妈”为题写一篇作文，不少于300字。', '略'],
  ]);
});

test('正确 and 错误 below a sentence are what is chosen from', () =>
  expect(
    told('4.【判断题】地球是圆的。', '正确', '错误', '正确答案：正确', '5. 下面写着什么？', '对', '错', '答案：两个字'),
  ).toEqual([
    ['judge', '地球是圆的。', 'T'],
    ['short', '下面写着什么？\n对\n错', '两个字'],
  ]));
