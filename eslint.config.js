import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Files whose code reaches the browser: Chrome 80, Firefox 78 and Safari 14 have to know every call in them. */
const CLIENT = ['app/**/*.{ts,tsx}'];
const NOT_CLIENT = [
  'app/**/*.server.{ts,tsx}',
  'app/**/*.test.{ts,tsx}',
  'app/routes/api.*',
  'app/db/**',
  'app/storage/**',
];

const off = (...rules) => Object.fromEntries(rules.map((rule) => [`@typescript-eslint/${rule}`, 'off']));
const newer = (selector, what) => ({
  selector,
  message: `${what} is newer than Chrome 80 / Safari 14 (docs/decisions/0002).`,
});
const method = (name) => newer(`CallExpression[callee.property.name='${name}']`, `.${name}()`);
const member = (object, property) =>
  newer(`MemberExpression[object.name='${object}'][property.name='${property}']`, `${object}.${property}`);

/** Calls and syntax that the oldest supported browsers lack. */
const NEWER = [
  ...['at', 'replaceAll', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced'].map(method),
  member('crypto', 'randomUUID'),
  member('AbortSignal', 'timeout'),
  member('AbortSignal', 'any'),
  member('Object', 'hasOwn'),
  member('Object', 'groupBy'),
  member('Promise', 'any'),
  member('Promise', 'withResolvers'),
  newer('NewExpression[callee.name="WeakRef"]', 'WeakRef'),
  newer('Literal[regex.pattern=/\\(\\?<[=!]/]', 'A regular expression that looks behind'),
];

/** What a query must not do (docs/decisions/0049); its imports are looked at by .dependency-cruiser.cjs. */
const WRITING = [
  'CallExpression[callee.property.name=/^(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/]',
  'CallExpression[callee.name=/^(writeSetting|updateMany|recordAudit|sendMessages)$/]',
].map((selector) => ({ selector, message: 'Queries only read: what writes stands in *.commands.server.ts.' }));

/** Every body is read with limits. */
const ONE_READER = {
  selector: "CallExpression[callee.property.name='formData']",
  message:
    'It takes any number of fields and any number of bytes: readTexts or readMultipart (app/http/uploads.server.ts).',
};

/** The first words of the app's addresses, by the names of the routes' files. */
const FIRST_WORDS = new Set(
  readdirSync(new URL('app/routes/', import.meta.url))
    .map((file) => file.replace(/^_(app|sit)\./, '').split('.')[0])
    .filter((word) => /^[a-z]\w*$/.test(word)),
);

/** An address of the app, or the parameters of one, written out. */
const WRITTEN_OUT = `/^(\\x2F(${[...FIRST_WORDS].join('|')})([\\x2F?#]|$)|[?&]\\w+=)/`;
const ADDRESS = ['Literal[value=', 'TemplateElement[value.raw='].map((start) => ({
  selector: `${start}${WRITTEN_OUT}]`,
  message: 'Addresses stand in one place: the function of the page in app/lib/addresses.',
}));

export default tseslint.config(
  {
    ignores: [
      'build/**',
      'build-*/**',
      'data/**',
      'pack/**',
      'node_modules/**',
      'test-results/**',
      'playwright-report/**',
      '.cache/**',
      // Compiled against what the document generates, by tests/contract/typed-client.test.ts.
      'tests/contract/typed/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // Remix throws responses: redirect(), data().
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // strict TypeScript without `any` already says these; they only repeat an unresolved import.
      ...off(
        'no-unsafe-argument',
        'no-unsafe-assignment',
        'no-unsafe-call',
        'no-unsafe-member-access',
        'no-unsafe-return',
      ),
      // A promise is the contract of a loader, a hook or an interface, not of its body.
      ...off('require-await'),
      // Kysely's expression builder and Node's streams are made to be taken apart.
      ...off('unbound-method'),
      // String(formValue) is checked by zod right after.
      ...off('no-base-to-string'),
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-control-regex': 'off',
    },
  },
  {
    files: ['app/**/*.tsx', 'app/components/**/*.ts'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // Only where the page is that one field: signing in, asking for a password.
      'jsx-a11y/no-autofocus': 'off',
      // A form's fields are labelled by the kit; a nested label is enough.
      'jsx-a11y/label-has-associated-control': ['error', { assert: 'either', depth: 3 }],
    },
  },
  {
    files: CLIENT,
    ignores: NOT_CLIENT,
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'structuredClone', message: 'Newer than Chrome 80 (docs/decisions/0002).' },
      ],
      'no-restricted-syntax': ['error', ...NEWER, ...ADDRESS, ONE_READER],
    },
  },
  {
    files: ['app/lib/addresses/**'],
    rules: { 'no-restricted-syntax': ['error', ...NEWER, ONE_READER] },
  },
  {
    files: ['app/**/*.server.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...ADDRESS, ONE_READER] },
  },
  {
    files: ['app/domain/**/*.queries.server.ts'],
    rules: { 'no-restricted-syntax': ['error', ONE_READER, ...WRITING] },
  },
  {
    files: ['app/routes/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NEWER,
        ...ADDRESS,
        ONE_READER,
        {
          selector: 'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > ObjectPattern',
          message:
            'Remix strips no destructured export from the browser’s build: const { loader, action } = …; export { loader, action };',
        },
      ],
    },
  },
  {
    // The server writes its log to standard output and error.
    files: ['app/**/*.server.ts', 'app/entry.server.tsx'],
    rules: { 'no-console': ['error', { allow: ['info', 'warn', 'error'] }] },
  },
  {
    files: ['tests/**/*.{ts,tsx}', '**/*.test.{ts,tsx}'],
    rules: {
      'no-console': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'mock', message: 'Files of tests share what is loaded: vi.spyOn(module, name).' },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        setImmediate: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        URLSearchParams: 'readonly',
        performance: 'readonly',
        FormData: 'readonly',
        Response: 'readonly',
      },
    },
  },
  {
    // Code that runs in a page.
    files: ['public/**/*.js', 'scripts/html.mjs', 'scripts/screenshots.mjs', 'tests/floor/*.mjs'],
    languageOptions: {
      globals: {
        ...{ window: 'readonly', document: 'readonly', navigator: 'readonly', location: 'readonly' },
        ...{ getComputedStyle: 'readonly', Audio: 'readonly', WebSocket: 'readonly' },
      },
    },
  },
);
