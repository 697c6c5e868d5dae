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

test('what is asked of an essay is a list of it, and no questions', () =>
  expect(
    told(
      '六、书面表达',
      '假如你是李华，请写一封信。',
      '要求：',
      '1. 词数80左右；',
      '2. 可适当增加细节。',
      '参考范文：',
      'Dear Tom,',
    ),
  ).toEqual([['written', '假如你是李华，请写一封信。\n要求：\n1. 词数80左右；\n2. 可适当增加细节。', 'Dear Tom,']]));

test('points that somebody once had are no analysis', () => {
  const [question] = parseText(
    toLines('1.首都是（）（单选题）（2分）\nA.北京\nB.上海\n标准答案：A\n考生答案：B\n得分：0'),
  );
  expect(question?.fields).toEqual({ stem: '首都是（）', options: ['北京', '上海'], answer: ['A'], points: 2 });
  expect(question?.notes).toEqual(['得分没有导入：“得分：0”。']);
});

test('a place for the letter is no stem of a choice that is listened to', () =>
  expect(told('一、听力', '(  )1. A. cat  B. dog  C. pig', '(  )2. A. red  B. blue', '参考答案', '1. A 2. B')).toEqual([
    ['single', '听录音，选出正确的一项。', ['A']],
    ['single', '听录音，选出正确的一项。', ['B']],
  ]));
