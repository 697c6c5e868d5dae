// Checks what the browser gets against the oldest browsers that must work (Chrome 80, Firefox 78, Safari 14):
// the built script's syntax and calls, the built styles, and the scripts in public/.
//   node scripts/compat.mjs [build directory]
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import postcss from 'postcss';
import { ROOT } from './project.mjs';

const build = process.argv[2] ?? 'build';
const client = path.join(ROOT, build, 'client');
if (!existsSync(client)) {
  console.error(`${client}: build first (npm run build)`);
  process.exit(1);
}
const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => path.join(folder, name));

let passed = 0;
let failed = 0;
function report(what, problems) {
  if (problems.length === 0) passed += 1;
  else failed += 1;
  for (const problem of problems) console.log(`${path.relative(ROOT, what)}: ${problem}`);
}

for (const file of filesIn(client, '.js')) {
  const code = readFileSync(file, 'utf8');
  report(file, [...syntaxProblems(file, code), ...callProblems(code)]);
}
for (const file of filesIn(client, '.css')) report(file, styleProblems(readFileSync(file, 'utf8')));

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/**
 * ES2020 (optional chaining and ?? are in it) and, of later years, public instance fields: all three browsers
 * parse those, but no private or static class members, no ??=, no 1_000, no top-level await.
 */
function syntaxProblems(file, code) {
  const isModule = file.includes(`${path.sep}assets${path.sep}`);
  const problems = new Set();
  const look = (node, isInFunction) => {
    if (node.type === 'PrivateIdentifier') problems.add(`#${node.name}: a private class member`);
    if (node.type === 'StaticBlock') problems.add('a static block');
    if (node.type === 'PropertyDefinition' && node.static) problems.add('a static class field');
    if (node.type === 'AssignmentExpression' && /^(\|\||&&|\?\?)=$/.test(node.operator)) problems.add(node.operator);
    if (node.type === 'Literal' && typeof node.value === 'number' && node.raw.includes('_')) problems.add(node.raw);
    const isAwait = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    if (isAwait && !isInFunction) problems.add('a top-level await');
    const isInside = isInFunction || /Function/.test(node.type);
    for (const part of Object.values(node)) {
      for (const child of Array.isArray(part) ? part : [part])
        if (typeof child?.type === 'string') look(child, isInside);
    }
  };
  try {
    look(parse(code, { ecmaVersion: 2022, sourceType: isModule ? 'module' : 'script' }), false);
  } catch (error) {
    problems.add(error.message);
  }
  return [...problems].map((problem) => `not ES2020: ${problem}`);
}

/**
 * Calls that the floor lacks. A use is fine where the same file asks first whether it exists
 * (`guard`); libraries do that.
 */
function callProblems(code) {
  const calls = [
    { name: 'structuredClone', use: /\bstructuredClone\(/, guard: /typeof structuredClone/ },
    { name: 'crypto.randomUUID', use: /\bcrypto\.randomUUID\(/, guard: /crypto\.randomUUID\s*[?&]/ },
    { name: 'AbortSignal.timeout / any', use: /\bAbortSignal\.(timeout|any)\(/ },
    { name: 'Array.prototype.at', use: /\.at\(-?\d+\)/ },
    { name: 'String.prototype.replaceAll', use: /\.replaceAll\(/ },
    { name: 'findLast', use: /\.findLast(Index)?\(/ },
    { name: 'toSorted / toReversed / toSpliced', use: /\.to(Sorted|Reversed|Spliced)\(/ },
    { name: 'Object.hasOwn', use: /\bObject\.hasOwn\(/ },
    { name: 'Object.groupBy', use: /\bObject\.groupBy\(/ },
    { name: 'Promise.any / withResolvers', use: /\bPromise\.(any|withResolvers)\(/ },
    { name: 'WeakRef', use: /\bnew WeakRef\(/, guard: /typeof WeakRef/ },
    { name: 'a look-behind (Safari 14)', use: /\(\?<[=!]/ },
    { name: 'a regular expression flag d or v', use: /\/[gimsuy]*[dv][gimsuy]*\.(test|exec)\(/ },
  ];
  return calls
    .filter(({ use, guard }) => use.test(code) && !(guard && guard.test(code)))
    .map(({ name, use }) => {
      const at = code.search(use);
      return `${name}: …${code.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, ' ')}…`;
    });
}

/** Styles that the floor drops: a rule with an unknown selector is lost whole, unless @supports asks for it first. */
function styleProblems(css) {
  const problems = [];
  const root = postcss.parse(css);
  const where = (node) => `${node.selector ?? node.name ?? node.prop}`.slice(0, 80);
  root.walkAtRules(/^(layer|container|property|scope|starting-style)$/, (rule) => {
    problems.push(`@${rule.name} ${rule.params}`);
  });
  root.walkRules((rule) => {
    // Tailwind's preflight uses :where for two resets; the base styles say both again without it.
    const isPreflight = /:where\(/.test(rule.selector) && /^(abbr|button|input|\[hidden\]|::file)/.test(rule.selector);
    const unknown = /:(where|is|has|focus-visible|not\([^()]*,)/.exec(rule.selector);
    const isFine = isPreflight || isRepeatedWithout(rule) || isAskedFor(rule, unknown?.[1]);
    if (unknown && !isFine) problems.push(`${unknown[0]} in ${where(rule)}`);
  });
  root.walkDecls((declaration) => {
    const { prop, value, parent } = declaration;
    if (/^(aspect-ratio|inset|container(-type|-name)?)$/.test(prop)) {
      if (!hasFallback(declaration)) problems.push(`${prop} in ${where(parent)}`);
    }
    if (/^(inset|margin|padding)-(inline|block)$/.test(prop)) problems.push(`${prop} in ${where(parent)}`);
    if (/\b(color-mix|oklch|lab|lch)\(/.test(value)) problems.push(`${value} in ${where(parent)}`);
    if (/\b\d+(dvh|svh|lvh|dvw|cqw)\b/.test(value) && !hasFallback(declaration)) {
      problems.push(`${prop}: ${value} in ${where(parent)}`);
    }
    if (
      /^(row-|column-)?gap$/.test(prop) &&
      parent.nodes.some((one) => one.prop === 'display' && /flex/.test(one.value))
    ) {
      problems.push(`gap in a flex row (Chrome 84): ${where(parent)}`);
    }
  });
  return problems;
}

/** An older declaration of the same thing stands before it. */
function hasFallback(declaration) {
  return declaration.parent.nodes.some(
    (one) => one !== declaration && one.prop === declaration.prop && one.value !== declaration.value,
  );
}

/** `:focus-visible` only refines: the same element has its :focus style as well. */
function isRepeatedWithout(rule) {
  if (!/:focus-visible/.test(rule.selector)) return false;
  return rule.nodes.every(
    (node) => node.type !== 'decl' || /^(outline|box-shadow)/.test(node.prop) || node.prop.startsWith('--tw'),
  );
}

/** The rule stands in `@supports selector(…)` with that selector: a browser without it keeps what stood before. */
function isAskedFor(rule, name) {
  const { parent } = rule;
  return parent.type === 'atrule' && parent.name === 'supports' && parent.params.includes(`selector(:${name}(`);
}
