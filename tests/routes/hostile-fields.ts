import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const sources = (folder: string, kind: RegExp): string =>
  readdirSync(path.resolve('app', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(path.resolve('app', folder, file), 'utf8'))
    .join('\n');

/** The names that an address or a form of ours ever has, as the code writes them. */
export function knownNames(): string[] {
  const text = ['routes', 'components', 'http'].map((folder) => sources(folder, /\.tsx?$/)).join('\n');
  const found = [
    ...text.matchAll(/\bname="(\w+)"/g),
    ...text.matchAll(/searchParams\.(?:get|getAll|has)\('(\w+)'\)/g),
    ...text.matchAll(/\bform\.(?:get|getAll|has)\('(\w+)'\)/g),
  ].map(([, name]) => name!);
  return [...new Set([...found, 'id', 'examId', 'part', 'currentPage', 'pageSize', 'sort', 'order'])].filter(
    (name) => name !== '_intent',
  );
}

/** What the schemas of the forms call their fields. */
export function schemaNames(): string[] {
  const found = [...sources('domain', /\.schema\.ts$/).matchAll(/^\s+(\w+): /gm)].map(([, name]) => name!);
  return [...new Set(found)].filter((name) => name !== '_intent');
}
