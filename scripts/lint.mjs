// Types and lint in one: both ask the same program of the compiler, which answers each question once.
// Ends with a line `N passed, N failed`; `npm run typecheck` and `npm run lint` run one of them.
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { inWords } from './counts.mjs';
import { ROOT } from './project.mjs';
import { useOwnNode } from './own-node.mjs';

await useOwnNode();

/** The program of tsconfig.json; the rules go from a node to its parent. */
function makeProgram() {
  const file = path.join(ROOT, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, ROOT, undefined, file);
  const host = ts.createCompilerHost(options, true);
  const program = ts.createProgram({ rootNames: fileNames, options, host, configFileParsingDiagnostics: errors });
  return { program, complaints: [...(error ? [error] : []), ...ts.getPreEmitDiagnostics(program)] };
}

/** What `eslint . --max-warnings 0` says. */
async function lint(program) {
  const parserOptions = { projectService: false, programs: [program] };
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions } },
  });
  const results = await eslint.lintFiles(['.']);
  const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
  return { isClean, files: results.length, said: await (await eslint.loadFormatter('stylish')).format(results) };
}

const { program, complaints } = makeProgram();
const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' };
console.log(ts.formatDiagnostics(complaints, host));
const { isClean, files, said } = await lint(program);
console.log(said);
console.log(`${program.getRootFileNames().length} files of the program, ${files} files linted`);
const failed = [complaints.length === 0, isClean && files > 0].filter((isGood) => !isGood).length;
console.log(inWords({ passed: 2 - failed, failed, skipped: 0 }));
process.exitCode = failed === 0 ? 0 : 1;
