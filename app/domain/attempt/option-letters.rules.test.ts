import { describe, expect, test } from 'vitest';
import { analysisNamesLetters, namesLetters } from './option-letters.rules';

describe('namesLetters', () => {
  test.each([
    ...['A和C', 'AB都对', 'A、B两项', 'Ｂ项正确', '选项B的说法不对', '只有A项', 'A、C、D', 'A 与 B'],
    ...[
      '故选 C。',
      '故选：B',
      '选ABD',
      '选 A、B、D',
      '本题选D',
      '应选（B）',
      '答案为A',
      '答案：C',
      '答案是 **B**',
      '【答案】C',
    ],
    ...['故选$C$', '故选 $\\mathrm{C}$', '故选c', '正确答案：b', '正确选项为D', '排除B', '排除 A、B', '答案A-C'],
    ...[
      'A正确，B错误',
      'A 错，应为……',
      'A是正确的',
      '因此C正确',
      'A、B 正确',
      'A项错误',
      'A错误',
      'B、D不符合题意',
      'A对B错',
    ],
    ...['①A ②B', '“A”正确', 'B说法有误', 'D当选', 'C不选', '下列A项', '维生素很多，C选项正确'],
    ...['The answer is A.', 'Option B is right', 'C is correct', 'Both A and B', 'choose D'],
  ])('%s', (text) => {
    expect(namesLetters(text)).toBe(true);
    expect(analysisNamesLetters(text)).toBe(true);
  });

  test.each([
    ...[
      'DNA的结构',
      '维生素C',
      '维生素 A、D 都不溶于水',
      'A 型血',
      'AB型血',
      'USB和HDMI',
      'Beijing',
      'A股',
      'B超',
      'C语言',
      'E盘',
    ],
    ...[
      '点A、B在圆上',
      '两点 A、B 之间的距离',
      '线段AB的中点',
      '△ABC是直角三角形',
      '∠A和∠B',
      '集合A与B',
      'A、B两地相距 5 km',
    ],
    ...[
      'A∩B',
      '$A \\cup B$',
      'P(A)',
      '电流是2 A',
      '25℃',
      'H2O',
      'ABS系统',
      'ATM机',
      'A4纸',
      'T恤',
      'F=ma',
      'CAD 制图',
      'WiFi',
    ],
    ...[
      'A dog is an animal.',
      'Vitamin C',
      'He got up early.',
      'I have a book and a pen.',
      'A：0.5',
      '选修课',
      '选择题',
    ],
  ])('%s names none', (text) => {
    expect(namesLetters(text)).toBe(false);
  });
});

describe('analysisNamesLetters', () => {
  test.each([
    'A：太和殿',
    'A. 太和殿是正殿',
    '因为 C 中的说法',
    '由材料可知 B',
    'A 为干扰项',
    '(1) A 属于夸大',
    'A地理位置不同',
  ])('%s', (text) => {
    expect(analysisNamesLetters(text)).toBe(true);
  });

  test.each([
    ...[
      '维生素C能预防坏血病',
      'A股市场',
      'B超检查',
      'A型血',
      '点A在圆上',
      '线段AB',
      '用C语言写',
      '',
      '没有字母',
      'DNA',
      '2 A 的电流',
    ],
    ...[
      'A dog has four legs.',
      'vitamin C',
      'P(A)=0.5',
      '$A=\\{1,2\\}$',
      '0℃以下',
      'H2O 和 CO2',
      '维生素A、D',
      '维生素C和E',
    ],
  ])('%s names none', (text) => {
    expect(analysisNamesLetters(text)).toBe(false);
  });
});
