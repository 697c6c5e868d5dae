// The Vite plug-in by which app/lib/threads.server.ts finds the program of its threads (docs/decisions/0038): a second
// entry of the server's build; where nothing is built (tests, the development server) a bundle made when it is asked for.
import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = `${root}app/threads.server.ts`;
const POOL = `${root}app/lib/threads.server.ts`;
/** As it stands in the pool's source. */
const ADDRESS = "new URL('../threads.server.ts', import.meta.url)";
/** Beside the server's index.js. */
const FILE = 'threads.js';

/** Packages that are bundled into the server: they cannot be loaded from node_modules as they are. */
export const BUNDLED = [
  'remix-validated-form',
  '@remix-validated-form/with-zod',
  'lucide-react',
  'kysely',
  'remeda',
  'write-excel-file',
];

/** @returns {import('vite').Plugin} */
export function threadEntry() {
  let isServerBuild = false;
  let reference = '';
  let bundle;
  return {
    name: 'kaoping:thread-entry',
    enforce: 'pre',
    configResolved({ command, build: { ssr } }) {
      isServerBuild = command === 'build' && Boolean(ssr);
    },
    buildStart() {
      if (isServerBuild) reference = this.emitFile({ type: 'chunk', id: ENTRY, fileName: FILE });
    },
    async transform(code, id) {
      if (id.split('?')[0].replaceAll('\\', '/') !== POOL.replaceAll('\\', '/')) return null;
      if (!code.includes(ADDRESS)) throw new Error(`${POOL} names its threads' program otherwise than it used to`);
      const address = isServerBuild
        ? `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
        : `new URL(${JSON.stringify(await (bundle ??= bundleEntry()))})`;
      return { code: code.replace(ADDRESS, address), map: null };
    },
  };
}

/** Bundles the program for this process alone; it goes when the process ends. */
async function bundleEntry() {
  const outDir = `${root}node_modules/.cache/kaoping/threads-${process.pid}`;
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    css: { postcss: {} },
    resolve: { alias: { '~': `${root}app` } },
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: ENTRY,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: FILE } },
    },
  });
  return pathToFileURL(`${outDir}/${FILE}`).href;
}
