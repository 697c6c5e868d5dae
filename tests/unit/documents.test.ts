import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** What the pages for people and the comments in the code point to is there: files, sections, decisions, commands. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['app', 'docs', 'scripts', 'server', 'tests'];
const TEMPLATE = '0000-template.md';

const filesUnder = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  );
const atRoot = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
const files = [...FOLDERS.flatMap(filesUnder), ...atRoot.map(({ name }) => name)];
const names = new Set(files.map((file) => path.posix.basename(file)));
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isThere = (file: string) => existsSync(path.join(ROOT, file));

const pages = files.filter((file) => file.endsWith('.md'));
const codes = files.filter((file) => /\.([cm]?[jt]sx?|css)$|^(Dockerfile|compose\.yaml|Caddyfile)$/.test(file));
const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-.+\.md$/.test(file) && !file.endsWith(TEMPLATE));
const numberOf = (file: string) => path.posix.basename(file).slice(0, 4);
const numbers = new Set([...decisions, TEMPLATE].map(numberOf));
/** Decisions are named by their number alone, without the rest of the file's name. */
const isDecision = (file: string) => numbers.has(/^docs\/decisions\/(\d{4})$/.exec(file)?.[1] ?? '');

/** Comments of a program, and what looks like one within its texts. */
const commentsOf = (file: string) =>
  [...textOf(file).matchAll(/\/\*[\s\S]*?\*\/|(?:\/\/|^\s*#).*$/gm)].map(([text]) => text).join('\n');
const said = new Map([
  ...pages.map((file) => [file, textOf(file)] as const),
  ...codes.map((file) => [file, commentsOf(file)] as const),
]);
const eachSaid = (find: (text: string, file: string) => string[]) =>
  [...said].flatMap(([file, text]) => find(text, file).map((what) => `${file}: ${what}`));

const headingsOf = (page: string) => [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.trim());
/** The anchor that a heading gets. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const LINK = /\]\((?![a-z]+:)([^)\s#]*)(#[^)\s]*)?\)/g;

test('every relative link leads to a file and to a section of it', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(LINK)]
      .filter(([, target = '', anchor]) => {
        const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
        if (!isThere(file)) return true;
        return anchor !== undefined && !headingsOf(file).some((heading) => `#${anchorOf(heading)}` === anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('a section that is named in words stands in the file', () => {
  const sections = /([\w/.-]+\.md)\)? ?的“([^”]+)”/g;
  const missing = eachSaid((text, file) =>
    [...text.matchAll(sections)]
      .filter(([, target = '', section = '']) => {
        const page = [target, path.posix.join(path.posix.dirname(file), target)].find(isThere);
        return page === undefined || !headingsOf(page).some((heading) => heading.includes(section));
      })
      .map(([what]) => what),
  );
  expect(missing).toEqual([]);
});

test('every path below app, docs, scripts, server and tests is there', () => {
  // What a star, a brace or a placeholder follows names a folder, or the beginning of a name in it.
  const paths = /(?<![\w/.~@-])(?:app|docs|scripts|server|tests)\/[\w./$-]*(?:\(\$id\)[\w.]*)?([*<{…]?)/g;
  const missing = eachSaid((text) =>
    [...text.matchAll(paths)]
      .map(([whole, open]) => {
        const named = whole.slice(0, whole.length - (open?.length ?? 0));
        return open || named.endsWith('/') ? named.slice(0, named.lastIndexOf('/')) : named.replace(/\.+$/, '');
      })
      .filter((file) => !isThere(file) && !isDecision(file)),
  );
  expect(missing).toEqual([]);
});

test('every file of the program that a page names is there', () => {
  const places = ['', 'app/', 'app/domain/', 'app/components/', 'app/domain/question-bank/formats/'];
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([\w./$-]+\.(?:tsx?|mjs|cjs|css))`/g)]
      .filter(([, file = '']) =>
        file.includes('/')
          ? !places.some((place) => isThere(`${place}${file}`))
          : !file.startsWith('.') && !names.has(file),
      )
      .map(([what]) => `${page}: ${what}`),
  );
  expect(missing).toEqual([]);
});

test('every decision that is mentioned was taken', () => {
  const inWords = /(?:决定|decisions?)[ /]?((?:00\d\d(?:-[a-z-]+)?(?:, | and |、| 和 )?)+)/g;
  const inPages = /(?<![\w.])(00\d\d)(?![\w-])/g;
  const missing = eachSaid((text, file) =>
    [...text.matchAll(inWords), ...(file.endsWith('.md') ? text.matchAll(inPages) : [])]
      .flatMap(([, list = '']) => list.match(/00\d\d/g) ?? [])
      .filter((number) => !numbers.has(number)),
  );
  expect(missing).toEqual([]);
});

test('every npm command that a page names is there', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([what]) => `${page}: ${what}`),
  );
  expect(missing).toEqual([]);
});

describe('decisions', () => {
  test('have a number each', () => {
    expect(decisions.map(numberOf).filter((number, index, all) => all.indexOf(number) !== index)).toEqual([]);
    expect(decisions.length).toBeGreaterThan(30);
  });

  test.each(decisions)('%s has its number, its date and its status', (file) => {
    const lines = textOf(file).split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${numberOf(file)} .*\\p{Script=Han}`, 'u'));
    expect(lines[2]).toMatch(/^- 日期：\d{4}-\d\d-\d\d$/);
    expect(lines[3]).toMatch(/^- 状态：(有效|被 00\d\d 取代|部分被 00\d\d 取代)(（.+）)?$/);
  });

  test('one that takes the place of another says so, as the other does', () => {
    const oneSided = decisions.flatMap((file) => {
      const [, later] = /^- 状态：(?:部分)?被 (00\d\d) 取代/m.exec(textOf(file)) ?? [];
      if (later === undefined) return [];
      const successor = decisions.find((other) => numberOf(other) === later);
      return successor && textOf(successor).includes(numberOf(file)) ? [] : [file];
    });
    expect(oneSided).toEqual([]);
  });
});
