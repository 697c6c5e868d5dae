import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { readQti } from './qti-read.server';

/** Questions of Canvas below a text that they share. */

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;
const head = (fields: string) => `<itemmetadata><qtimetadata>${fields}</qtimetadata></itemmetadata>`;
const html = (text: string) =>
  `<material><mattext texttype="text/html">${text.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</mattext></material>`;
const text = (ident: string, body: string) =>
  `<item ident="${ident}" title="短文">${head(field('question_type', 'text_only_question'))}<presentation>${html(body)}</presentation></item>`;
const below = (parent: string) => (parent === '' ? '' : field('parent_stimulus_item_ident', parent));
const choice = (parent: string, stem: string) =>
  `<item ident="q" title="Question">${head(field('question_type', 'multiple_choice_question') + below(parent))}<presentation>${html(stem)}<response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="1">${html('三只')}</response_label><response_label ident="2">${html('五只')}</response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">2</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>`;
const essay = (parent: string, stem: string) =>
  `<item ident="e" title="Question">${head(field('question_type', 'essay_question') + below(parent))}<presentation>${html(stem)}<response_str ident="r" rcardinality="Single"><render_fib/></response_str></presentation></item>`;

const read = (...items: string[]) =>
  readQti(
    incoming(
      zipSync({
        'q.xml': strToU8(
          `<questestinterop><assessment ident="a"><section ident="root_section">${items.join('')}</section></assessment></questestinterop>`,
        ),
        'imsmanifest.xml': strToU8(
          '<manifest><resources><resource identifier="q" type="imsqti_xmlv1p2" href="q.xml"><file href="q.xml"/></resource></resources></manifest>',
        ),
        'cat.png': strToU8('\u0089PNG'),
        'dog.png': strToU8('\u0089PNG'),
      }),
      'a.zip',
    ),
  );

test('each of them has the text and its picture above what it asks', async () => {
  const questions = await read(
    text('s1', '<p>小明有猫和狗。</p><img src="cat.png">'),
    choice('s1', '<p>一共几只？</p><img src="dog.png">'),
    essay('s1', '写一写它们。'),
    choice('', '别的题'),
  );
  expect(questions).toMatchObject([
    {
      kind: 'single',
      fields: { stem: '小明有猫和狗。\n[图1]\n一共几只？\n[图2]', answer: ['B'] },
      pictures: [{ name: 'cat.png' }, { name: 'dog.png' }],
      problems: [],
      notes: ['阅读材料已放进这道题的题干。'],
    },
    { kind: 'essay', fields: { prompt: '小明有猫和狗。\n[图1]\n写一写它们。' } },
    { kind: 'single', fields: { stem: '别的题' }, notes: [] },
  ]);
  expect(questions).toHaveLength(3);
});

test('a group has its text in common', async () => {
  const group = `<section ident="g" parent_stimulus_item_ident="s1">${choice('', '甲题')}${choice('', '乙题')}</section>`;
  expect((await read(text('s1', '短文。'), group)).map(({ fields }) => fields.stem)).toEqual([
    '短文。\n甲题',
    '短文。\n乙题',
  ]);
});

test('a text that no file has is missed, and a text of no question is refused', async () => {
  const [lonely, question] = await read(text('s1', '短文。'), choice('s2', '甲题'));
  expect(lonely?.problems.join()).toContain('说明文字');
  expect(question).toMatchObject({ fields: { stem: '甲题' }, isDoubtful: true });
  expect(question?.notes.join()).toContain('阅读材料不在这个文件里');
});
