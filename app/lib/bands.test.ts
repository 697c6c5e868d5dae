import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  areWordsPainted,
  GRADE_BANDS,
  GRADE_WORDS,
  gradeLegend,
  gradeOf,
  gradeWord,
  scoreBand,
  USUAL_THRESHOLDS,
  WORK_MIN_SCORE,
} from './bands';

const APP = new URL('../', import.meta.url);

describe('words and colours', () => {
  it('the colour follows the specification, the word the exam', () => {
    expect([86, 85.5, 85.4, 70, 69.4, null].map(scoreBand)).toEqual(['high', 'high', 'mid', 'mid', 'low', 'low']);
    const strict = { excellentFrom: 95, goodFrom: 90, passFrom: 85 };
    expect([95, 90, 86, 84].map((percent) => gradeWord(percent, strict))).toEqual(['优秀', '良好', '及格', '待提高']);
    expect(gradeWord(86)).toBe('优秀');
    expect(gradeWord(94.5, strict)).toBe('优秀');
    expect(WORK_MIN_SCORE).toBe(USUAL_THRESHOLDS.excellentFrom);
  });

  it('the legend says what each word means in the exam', () => {
    const legend = (excellentFrom: number, goodFrom: number, passFrom: number) =>
      gradeLegend({ excellentFrom, goodFrom, passFrom }).map((one) => one.text);
    expect(legend(86, 70, 60)).toEqual(['优秀 86 分起', '良好 70 至 85 分', '及格 60 至 69 分', '待提高 60 分以下']);
    expect(legend(90, 70, 70)).toEqual(['优秀 90 分起', '良好 70 至 89 分', '待提高 70 分以下']);
    expect(legend(85.5, 70, 0)).toEqual(['优秀 85.5 分起', '良好 70 分起，不到 85.5 分', '及格 0 至 69 分']);
  });

  it('a legend paints words only where every score of a word has its colour', () => {
    for (const excellentFrom of [84, 85.5, 86, 90])
      for (const goodFrom of [60, 70, 72, 86])
        for (const passFrom of [50, 60, 70, 75]) {
          const thresholds = { excellentFrom, goodFrom, passFrom };
          const scores = Array.from({ length: 101 }, (_, score) => score);
          const isOne = scores.every((score) => GRADE_BANDS[gradeOf(score, thresholds)] === scoreBand(score));
          if (areWordsPainted(thresholds)) expect([thresholds, isOne]).toEqual([thresholds, true]);
        }
    expect(areWordsPainted(USUAL_THRESHOLDS)).toBe(true);
    // 72 is amber, and 及格 here.
    expect(areWordsPainted({ excellentFrom: 90, goodFrom: 80, passFrom: 60 })).toBe(false);
  });

  it('every score is called by the word whose range it stands in', () => {
    for (const [excellentFrom, goodFrom, passFrom] of [
      [86, 70, 60],
      [90, 80, 60],
      [85, 75, 70],
    ] as const) {
      const thresholds = { excellentFrom, goodFrom, passFrom };
      for (let score = 0; score <= 100; score += 1) {
        const word = gradeWord(score, thresholds);
        const { text } = gradeLegend(thresholds).find((one) => GRADE_WORDS[one.grade] === word) ?? { text: '' };
        const [low = 0, high = 100] = (text.match(/\d+/g) ?? []).map(Number);
        if (text.includes('以下')) expect(score).toBeLessThan(low);
        else expect(score >= low && score <= high).toBe(true);
      }
    }
  });
});

/** A number of a band, where a band is spoken of; 86 anywhere. */
const NUMBER = /(?<![\w.#-])(?:0\.)?86(?![\w.%])/;
const OTHERS = /(?<![\w.#-])(?:0\.)?(?:85|70|60|40)(?![\w.%])/;
const SPOKEN = /(?:excellent|good|pass|low)From|[Bb]and\b|WORK_MIN|优秀|良好|及格|待提高/;

describe('one place', () => {
  it('no number of a band stands anywhere else', () => {
    const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'lib/bands.ts',
    );
    const found = files.flatMap((file) =>
      readFileSync(new URL(file, APP), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          if (/^\s*(\/?\*|\/\/)/.test(line)) return [];
          const isBand = NUMBER.test(line) || (OTHERS.test(line) && SPOKEN.test(line));
          return isBand ? [`${file}:${index + 1} ${line.trim()}`] : [];
        }),
    );
    expect(found).toEqual([]);
  });
});
