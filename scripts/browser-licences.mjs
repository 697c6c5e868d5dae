// The Vite plug-in that writes assets/licences.txt: whose programs are in the pages' scripts, with their licences. The
// scripts themselves carry no such comments: every pupil's page would pay a kilobyte for them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const IN_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^licen[cs]e/i;

/** @returns {import('vite').Plugin} */
export function browserLicences() {
  return {
    name: 'kaoping:browser-licences',
    generateBundle({ dir }, bundle) {
      if (/server$/.test(dir ?? '')) return;
      const folders = new Set();
      for (const { modules = {} } of Object.values(bundle)) {
        for (const id of Object.keys(modules)) {
          const [folder] = IN_PACKAGE.exec(id.replace(/^\0/, '').replaceAll('\\', '/')) ?? [];
          if (folder) folders.add(folder);
        }
      }
      const source = [...folders].sort().map(describe).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'assets/licences.txt', source: `${source}\n` });
    },
  };
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((one) => LICENCE.test(one));
  const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}`;
}
