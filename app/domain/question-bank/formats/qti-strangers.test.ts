import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { readQti } from './qti-read.server';

/** Items as other systems pack them and put them together. */

const item = (body: string, behind = '') =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="a" title="题"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>x</value></correctResponse></responseDeclaration><itemBody>${body}</itemBody>${behind}</assessmentItem>`;
const CHOICE =
  '<p>首都是</p><choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="x">北京</simpleChoice><simpleChoice identifier="y">上海</simpleChoice></choiceInteraction>';
const BUTTON = '<p><endAttemptInteraction responseIdentifier="HINTREQUEST" title="提示"/></p>';

test('a hint behind a button is in the analysis, and the button is told', async () => {
  const hint =
    '<modalFeedback showHide="show" outcomeIdentifier="HINTFEEDBACKMODAL" identifier="HINT"><p>在北方。</p></modalFeedback>';
  const [question] = await readQti(incoming(item(`${CHOICE}${BUTTON}`, hint)));
  expect(question).toMatchObject({
    kind: 'single',
    problems: [],
    fields: { stem: '首都是', options: ['北京', '上海'], answer: ['A'], analysis: '在北方。' },
    notes: ['原题的按钮“提示”没有导入，按下以后显示的文字放进了解析。'],
  });
});

test('a button alone asks nothing', async () => {
  const [question] = await readQti(incoming(item(`<p>首都是</p>${BUTTON}`)));
  expect(question?.problems.join()).toContain('按钮题（endAttemptInteraction）');
});

test('what a Mac puts into an archive is no question', async () => {
  const files = { 'a.xml': item(CHOICE), '__MACOSX/._a.xml': 'Mac', 'q/._b.xml': 'Mac' };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  expect(await readQti(incoming(zipSync(Object.fromEntries(entries)), 'a.zip'))).toMatchObject([
    { kind: 'single', problems: [], fields: { answer: ['A'] } },
  ]);
});
