import { expect, test } from 'vitest';
import { readQti } from './qti-read.server';

/** Question pools as Blackboard exports them: the score of a right answer is SCORE.max. */

const text = (words: string) =>
  `<material><mat_extension><mat_formattedtext type="HTML">${words}</mat_formattedtext></mat_extension></material>`;

const choice = (ident: string, words: string) =>
  `<flow_label class="Block"><response_label ident="${ident}"><flow_mat class="FORMATTED_TEXT_BLOCK">${text(words)}</flow_mat></response_label></flow_label>`;

const item = (kind: string, points: string, stem: string, isMultiple: boolean, choices: string, condition: string) =>
  `<item maxattempts="0"><itemmetadata><bbmd_questiontype>${kind}</bbmd_questiontype><qmd_absolutescore_max>${points}</qmd_absolutescore_max></itemmetadata>
<presentation><flow class="Block"><flow class="QUESTION_BLOCK"><flow class="FORMATTED_TEXT_BLOCK">${text(stem)}</flow></flow><flow class="RESPONSE_BLOCK"><response_lid ident="response" rcardinality="${isMultiple ? 'Multiple' : 'Single'}"><render_choice>${choices}</render_choice></response_lid></flow></flow></presentation>
<resprocessing scoremodel="SumOfScores"><outcomes><decvar varname="SCORE" minvalue="0.0" maxvalue="${points}"/></outcomes>
<respcondition title="correct"><conditionvar>${condition}</conditionvar><setvar variablename="SCORE" action="Set">SCORE.max</setvar></respcondition>
<respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar variablename="SCORE" action="Set">0.0</setvar></respcondition></resprocessing></item>`;

const equal = (value: string) => `<varequal respident="response" case="No">${value}</varequal>`;

test('its choices have their key and their points', async () => {
  const fruit = choice('a1', '苹果') + choice('a2', '石头') + choice('a3', '梨');
  const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><questestinterop><assessment title="bb"><section>
${item('Multiple Choice', '3.0', '哪个是石头？', false, fruit, equal('a2'))}
${item('Multiple Answer', '2.0', '哪些是水果？', true, fruit, `<and>${equal('a1')}<not>${equal('a2')}</not>${equal('a3')}</and>`)}
${item('True/False', '1.0', '冰是水。', false, choice('true', 'true') + choice('false', 'false'), equal('true'))}
</section></assessment></questestinterop>`);
  expect(await readQti({ name: 'a.xml', bytes })).toMatchObject([
    { kind: 'single', fields: { answer: ['B'], points: 3 }, problems: [], notes: [] },
    { kind: 'multiple', fields: { answer: ['A', 'C'], points: 2 }, problems: [], notes: [] },
    { kind: 'judge', fields: { stem: '冰是水。', answer: 'T', points: 1 }, problems: [], notes: [] },
  ]);
});

test('the rules for the feedback of each option say nothing of the key, and its text is not lost', async () => {
  const own = (ident: string, percent: string) =>
    `<respcondition><conditionvar><varequal respident="${ident}" case="No"/></conditionvar><setvar variablename="SCORE" action="Set">${percent}</setvar><displayfeedback linkrefid="${ident}" feedbacktype="Response"/></respcondition>`;
  const feedback = (ident: string, words: string) =>
    `<itemfeedback ident="${ident}" view="All"><solution view="All" feedbackstyle="Complete"><solutionmaterial><flow_mat class="Block">${text(words)}</flow_mat></solutionmaterial></solution></itemfeedback>`;
  const fruit = choice('a1', '苹果') + choice('a2', '石头');
  const withRules = (percents: string[], condition = equal('a2')) =>
    item('Multiple Choice', '1.0', '哪个是石头？', false, fruit, condition).replace(
      '</resprocessing>',
      `${percents.map((percent, at) => own(`a${at + 1}`, percent)).join('')}</resprocessing>${feedback('a1', '它是水果')}${feedback('a2', '')}`,
    );
  const bytes = Buffer.from(`<questestinterop><assessment title="bb"><section>
${withRules(['0', '100'])}${withRules(['50', '100'])}${withRules(['0', '100'], '<other/>')}
</section></assessment></questestinterop>`);
  const questions = await readQti({ name: 'a.xml', bytes });
  const MERGED = '各选项的反馈已并入解析。';
  expect(questions.map(({ kind, fields, notes }) => [kind, fields.answer, fields.analysis, notes])).toEqual([
    ['single', ['B'], '苹果：它是水果', [MERGED]],
    ['single', ['B'], '苹果：它是水果', ['原题有选项可得部分分，现在只有正确答案得分。', MERGED]],
    ['single', ['B'], '苹果：它是水果', [MERGED]],
  ]);
});
