import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';

/** Decision 0052: which forms the browser checks, and that it does so by the schema of the action. */

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? files(join(folder, entry.name))
      : /(?<!\.test)\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name).replace(/\\/g, '/')]
        : [],
  );
const sources = new Map(files('app').map((file) => [file, readFileSync(file, 'utf8')]));

/** The module that a name of a file comes from: its own path where the file makes it itself. */
function moduleOf(file: string, name: string): string {
  const source = sources.get(file) ?? '';
  const imports = [...source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)];
  const found = imports.find(([, names = '']) => names.split(',').some((one) => one.trim() === name));
  return found?.[2] ?? file;
}

/** `module name` of every schema that an action reads a form by: itself, or with the intent it is for beside it. */
const ofActions = new Set(
  [...sources].flatMap(([file, source]) => {
    if (!file.startsWith('app/routes/')) return [];
    const names = [
      ...[...source.matchAll(/answerForm\(\s*[^,]+(?:\([^)]*\))?,\s*(\w+)/g)].map(([, name = '']) => name),
      ...[...source.matchAll(/(\w+)\.extend\(\{ _intent: /g)].map(([, name = '']) => name),
    ];
    return names.map((name) => `${moduleOf(file, name)} ${name}`);
  }),
);

/** A step is saved whatever it says, and judged by the schema when it goes on. */
const BY_COMMAND = new Set(['~/domain/exam/exam.schema basicsFormSchema']);

const checked = [...sources].flatMap(([file, source]) =>
  [...source.matchAll(/<CheckedForm\s+schema=\{([^}]+)\}/g)].flatMap(([, schema = '']) =>
    [...schema.matchAll(/\w+(?:S|s)chema\b|\bintents\b/g)].map(([name]) => ({ file, name })),
  ),
);

describe('the browser checks by the very schema of the action', () => {
  it('knows them', () => expect(checked.length).toBeGreaterThan(30));

  test.each(checked)('$file: $name', ({ file, name }) => {
    const key = `${moduleOf(file, name)} ${name}`;
    expect(ofActions.has(key) || BY_COMMAND.has(key), key).toBe(true);
  });

  it('every checked form names its schema first', () => {
    const unnamed = [...sources]
      .filter(([, source]) => /<CheckedForm(?!\s+schema=\{)/.test(source))
      .map(([file]) => file);
    expect(unnamed).toEqual([]);
  });
});

/** Forms with fields that the server alone checks, and why. */
const BY_SERVER: Record<string, string[]> = {
  'pages of students, whose script has no room for more': [
    'app/components/exam/oral-upload.tsx',
    'app/components/interaction/ask-form.tsx',
    'app/components/layout/register-form.tsx',
    'app/components/personal/display-form.tsx',
    'app/components/personal/email-form.tsx',
    'app/components/practice/oral-practice.tsx',
    'app/components/practice/rating-form.tsx',
    'app/components/practice/theory-practice.tsx',
    'app/components/practice/written-practice.tsx',
    'app/components/question/bank-sections.tsx',
    'app/components/question/question-form.tsx',
    'app/components/work/publish-form.tsx',
    'app/components/work/work-comments.tsx',
    'app/components/work/work-side.tsx',
    'app/routes/_app.dynamic.interact.$id.tsx',
    'app/routes/_app.dynamic.works.comment.tsx',
    'app/routes/_app.users.info.tsx',
    'app/routes/_app.users.setting.tsx',
    'app/routes/forget.tsx',
    'app/routes/login.tsx',
    'app/routes/users.password.tsx',
  ],
  'kept as it is, and judged against the exam, its paper or the basket': [
    'app/components/basket/basket-form.tsx',
    'app/components/exam/draw-form.tsx',
    'app/components/exam/oral-form.tsx',
    'app/components/exam/paper-form.tsx',
    'app/components/exam/paper-picker.tsx',
  ],
  'marks that keep themselves, judged against the paper': [
    'app/components/scoring/item-papers.tsx',
    'app/components/scoring/owner-decision.tsx',
    'app/components/scoring/paper-marking-form.tsx',
  ],
  'rules that each browser would read its own way (time zones)': ['app/components/school/school-forms.tsx'],
  'no rules but for the file or the click': [
    'app/components/resource/upload-form.tsx',
    'app/components/scoring/photo-forms.tsx',
  ],
  'one button with what it is about: no fields': [
    'app/components/exam/sitting-waiting.tsx',
    'app/components/member/import-forms.tsx',
    'app/components/personal/waiting-link.tsx',
    'app/components/scoring/share-out-forms.tsx',
  ],
};

it('every other form with fields has its reason', () => {
  const found = [...sources].filter(
    ([file, source]) => /<FieldsForm\b/.test(source) && !file.startsWith('app/components/form/'),
  );
  expect(found.map(([file]) => file).sort()).toEqual(Object.values(BY_SERVER).flat().sort());
});

/** Questions before something is done that ask for words or a choice too: the action refuses, at the field. */
const ASKING_MORE = [
  'app/components/exam/board-confirm.tsx',
  'app/components/member/class-confirm.tsx',
  'app/components/member/move-confirm.tsx',
  'app/components/moderation/decide-section.tsx',
  'app/components/scoring/share-papers.tsx',
  'app/components/work/work-side.tsx',
];

it('every confirmation with fields is known', () => {
  const withFields =
    /<ConfirmSection\b(?:(?!<\/ConfirmSection>)[\s\S])*?<(TextField|TextArea|SelectField|Choice\w*|select)\b/;
  const found = [...sources].filter(([, source]) => withFields.test(source)).map(([file]) => file);
  expect(found.sort()).toEqual(ASKING_MORE);
});
