import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentProps, ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { DoorSheets } from '~/components/exam/print-rolls';
import { PrintPaper } from '~/components/exam/print-paper';
import { TeacherComments } from '~/components/scoring/result-parts';
import { Options } from './kinds/sitting-parts';
import { RichBlock } from './rich-text';

type Parts = ComponentProps<typeof TeacherComments>['parts'];
const FORMULA = /<img[^>]*class="formula"/;

describe('a formula is drawn wherever people write', () => {
  const roll = {
    ...{ part: 'written' as const, time: '9:00' },
    ...{ classroom: { id: 1, name: '一班' }, candidates: [] },
  };
  const comments = [{ text: '先求 $x$', examiner: '周敏' }];
  test.each<[string, ReactElement]>([
    ['考试须知 at the door', <DoorSheets key="d" schoolName="" examName="" instructions="$x$ 可查表" rolls={[roll]} />],
    [
      '考试须知 of a paper',
      <PrintPaper
        key="p"
        title=""
        schoolName=""
        questions={[]}
        points={0}
        instructions="$x$ 可查表"
        withAnswers={false}
      />,
    ],
    ['评语', <TeacherComments key="c" parts={[{ part: 'written', comments } as unknown as Parts[number]]} />],
  ])('%s', (_, page) => {
    expect(renderToStaticMarkup(page)).toMatch(FORMULA);
  });
});

describe('a choice of one can be let go of', () => {
  const shown = (isMultiple: boolean) =>
    renderToStaticMarkup(
      <Options
        question={{ imageIds: [], body: null }}
        options={[{ key: 'A', text: '甲' }]}
        isMultiple={isMultiple}
        titleId="t"
        names={{ keys: 'a.7.keys', text: '', blank: () => '' }}
      />,
    );
  test('by a radio that says nothing', () => {
    expect(shown(false)).toMatch(/<label[^>]*><input type="radio" name="a\.7\.keys" value=""\/>清除选择<\/label>/);
    expect(shown(true)).not.toContain('清除选择');
  });
});

test('a table in a stem is a table, formulas in its cells are drawn', () => {
  const html = renderToStaticMarkup(<RichBlock text={'如表：\n$x$ | 1\n$y$ | 2\n求解'} />);
  expect(html.match(/role="row"/g)).toHaveLength(2);
  expect(html.match(/role="cell"/g)).toHaveLength(4);
  expect(html).toMatch(FORMULA);
  expect(html).not.toContain(' | ');
});
