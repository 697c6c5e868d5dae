// Which packages come along and under which licence, one a line; the Dockerfile and `npm run pack` write it beside
// licences/NOTICE.txt:
//   node scripts/licences.mjs [node_modules]
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Every package below a node_modules: "name version: licence", sorted, each once. */
export function listLicences(modules) {
  const found = new Set();
  const look = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
      const place = path.join(folder, entry.name);
      if (entry.name.startsWith('@')) {
        look(place);
        continue;
      }
      const description = path.join(place, 'package.json');
      if (!existsSync(description)) continue;
      const { name, version, license, licenses } = JSON.parse(readFileSync(description, 'utf8'));
      found.add(`${name} ${version}: ${licenceOf(license ?? licenses)}`);
      if (existsSync(path.join(place, 'node_modules'))) look(path.join(place, 'node_modules'));
    }
  };
  look(modules);
  return [...found].sort();
}

// Older packages say it as an object, or as a list of them.
function licenceOf(stated) {
  const names = [stated].flat().map((one) => (typeof one === 'string' ? one : one?.type));
  return names.filter(Boolean).join(' OR ') || 'see its folder';
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(listLicences(process.argv[2] ?? 'node_modules').join('\n'));
}
