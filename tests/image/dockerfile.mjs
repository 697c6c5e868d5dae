// Reads Dockerfile and .dockerignore as Docker does, as far as this project's go; an instruction it does not know is
// an error, so that the Dockerfile cannot grow past what the stage `image` lays out.
import { existsSync, linkSync, copyFileSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The instructions of a Dockerfile: [{ word, rest }], with continued lines joined and comments left out. */
export function readInstructions(text) {
  const joined = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, word, rest] = /^([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
      if (!word) throw new Error(`not an instruction: ${line}`);
      return { word: word.toUpperCase(), rest };
    });
}

/** The build stages: [{ name, from, steps }]; ARG lines before the first FROM are its defaults. */
export function readStages(text) {
  const defaults = {};
  const stages = [];
  for (const step of readInstructions(text)) {
    if (step.word === 'FROM') {
      const [from, , name] = step.rest.split(/\s+/);
      stages.push({ name: name ?? String(stages.length), from: fill(from, defaults), steps: [] });
    } else if (stages.length > 0) {
      stages[stages.length - 1].steps.push(step);
    } else if (step.word === 'ARG') {
      const [name, value = ''] = step.rest.split('=');
      defaults[name] = value;
    }
  }
  return stages;
}

const fill = (text, values) => text.replace(/\$\{?(\w+)\}?/g, (_, name) => values[name] ?? '');

/** A pattern of .dockerignore (or of COPY) as a regular expression over a path with slashes. */
function patternOf(glob) {
  const body = glob
    .replace(/^\/+|\/+$/g, '')
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${body}$`);
}

/** Answers whether a path (with slashes, from the context's root) gets into the build: the last line that fits decides. */
export function admittedBy(dockerignore) {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isException: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (file) => {
    const parts = file.split('/');
    const selfAndParents = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    let isAdmitted = true;
    for (const { isException, pattern } of rules) {
      if (selfAndParents.some((one) => pattern.test(one))) isAdmitted = isException;
    }
    return isAdmitted;
  };
}

/** The files of a folder that get into the build. What is left out as a whole folder is not walked. */
export function contextOf(root, dockerignore) {
  const isAdmitted = admittedBy(dockerignore);
  const exceptions = dockerignore.split('\n').filter((line) => line.startsWith('!'));
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isAdmitted(file) || exceptions.some((line) => line.startsWith(`!${file}/`))) walk(file);
      } else if (isAdmitted(file)) found.push(file);
    }
  };
  walk('');
  return found;
}

/** Copies a tree by hard links where the disk allows it: only for what is replaced and never written into. */
export function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else {
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target);
      }
    }
  }
}

/**
 * Carries out one COPY line: `source` is the folder it takes from (the context, of which only `files` are there, or an
 * earlier stage), `target` the root of the stage, `workdir` where relative places begin.
 */
export function copy({ rest }, { source, files, target, workdir }) {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  const place = words.pop();
  const end = path.join(target, path.posix.resolve(workdir, place));
  for (const word of words) {
    const isFolder = (file) => statSync(file).isDirectory();
    if (!files) {
      const from = path.join(source, word);
      if (!existsSync(from)) throw new Error(`COPY ${rest}: ${word} is not there`);
      if (isFolder(from)) linkTree(from, end);
      else put(from, place.endsWith('/') || words.length > 1 ? path.join(end, path.basename(word)) : end);
      continue;
    }
    const whole = word === '.' || word === './';
    const pattern = patternOf(word);
    const fitting = files.filter((file) => whole || pattern.test(file) || file.startsWith(`${word}/`));
    if (fitting.length === 0) throw new Error(`COPY ${rest}: nothing that .dockerignore lets in is called ${word}`);
    for (const file of fitting) {
      // A folder's content is copied, not the folder.
      const inside = file.startsWith(`${word}/`) ? file.slice(word.length + 1) : whole ? file : path.basename(file);
      put(path.join(source, file), path.join(end, inside));
    }
  }
}

function put(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}
