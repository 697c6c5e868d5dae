import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTeacher, PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { useServer } from './server';

/** What somebody who writes a client has: the document, types generated from it, and the compiler. */

useDatabase();
const server = useServer();

/** Beside the project's modules, so that the program finds its own. */
const CACHE = path.resolve('node_modules', '.cache');
const SOURCES = path.resolve('tests', 'contract', 'typed');
let folder: string;

beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(path.join(CACHE, 'kaoping-typed-'));
  const document = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as OpenAPI3;
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(document, {
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
  });
  cpSync(SOURCES, folder, { recursive: true });
  writeFileSync(path.join(folder, 'api.ts'), astToString(nodes));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of one of the programs; without complaints its JavaScript stands beside it. */
function compile(name: string): string[] {
  const program = ts.createProgram([path.join(folder, name)], {
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ file, start, messageText }) => {
    const at = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${path.basename(file?.fileName ?? '')}:${at} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

test('every ordinary line of an exam’s life compiles, and the program does what it says', async () => {
  expect(compile('life.ts')).toEqual([]);
  const teacher = await makeTeacher();
  const { life } = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'life.js')).href)) as {
    life: (address: string, account: { account: string; password: string }) => Promise<unknown>;
  };
  expect(await life(server.address, { account: teacher.account, password: PASSWORD })).toEqual({
    grade: '高一',
    keyPoint: '首都,城市',
    kept: ['one', 'one', 50, '带笔', '单元测验'],
    stale: [409, expect.stringContaining('现在的 version 是')],
    running: 1,
    receipt: true,
    waiting: 1,
    percent: [100, 100, 'final'],
    result: [100, [2, 10]],
    exams: [100],
  });
});

test('the compiler refuses what makes no sense', () => {
  expect(compile('senseless.ts')).toEqual([]);
});
