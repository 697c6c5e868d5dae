import { describe, expect, it } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { readAiken } from './aiken-format.server';

const read = (text: string) => readAiken(incoming(text, 'a.txt'));

describe('Aiken', () => {
  it('reads options with a full stop or a bracket, in Chinese too', async () => {
    const questions = await read(
      'Which is a fruit?\nA. Desk\nB) Apple\nANSWER: B\n\n中国的首都是？\nA．上海\nB、北京\nC）广州\n答案：B\n',
    );
    expect(questions).toMatchObject([
      {
        line: 1,
        kind: 'single',
        problems: [],
        fields: { stem: 'Which is a fruit?', options: ['Desk', 'Apple'], answer: ['B'] },
      },
      {
        line: 6,
        kind: 'single',
        problems: [],
        fields: { stem: '中国的首都是？', options: ['上海', '北京', '广州'], answer: ['B'] },
      },
    ]);
  });

  it('keeps texts of several lines, and a letter that is no option', async () => {
    const [question] = await read('题干第一行\nC. 不是选项\nA. 甲\n续行\nB. 乙\nANSWER: A');
    expect(question?.fields).toEqual({ stem: '题干第一行\nC. 不是选项', options: ['甲\n续行', '乙'], answer: ['A'] });
  });

  it('refuses several letters, no letter, a letter without its option and a missing answer, each at its line', async () => {
    const questions = await read(
      '甲？\nA. 1\nB. 2\nANSWER: A, B\n\n乙？\nA. 1\nB. 2\nANSWER: 2\n\n丙？\nA. 1\nB. 2\nANSWER: D\n\n丁？\nA. 1\nB. 2\n\n戊？\nA. 1\nB. 2\nANSWER: A',
    );
    expect(questions.map(({ line, problems }) => [line, problems.join()])).toEqual([
      [1, 'Aiken 每题只能有一个正确答案，这里写了“A, B”。多选题请用 GIFT 或其他格式。'],
      [6, 'ANSWER: 后面应为一个选项字母，这里写了“2”。'],
      [11, '正确答案 D 不在选项里。'],
      [16, '缺少 ANSWER: 一行。请在选项后面写 ANSWER: 和正确选项的字母。'],
      [20, ''],
    ]);
  });

  it('refuses a file without any answer line', async () => {
    await expect(read('只是一段文字')).rejects.toMatchObject({ code: 'invalid' });
    await expect(read('')).rejects.toMatchObject({ code: 'invalid' });
  });

  it('reads GB18030', async () => {
    const gb = Buffer.from([0xcc, 0xe2, 0x3f, 0x0a, ...Buffer.from('A. 1\nB. 2\nANSWER: B\n')]);
    expect((await readAiken(incoming(gb, 'a.txt')))[0]?.fields.stem).toBe('题?');
  });
});
