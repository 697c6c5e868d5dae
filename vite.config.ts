import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import remixConfig from './remix.config.js';
import { BUNDLED, threadEntry } from './scripts/thread-entry.mjs';

// The oldest browsers that must work (decision 0002); Chrome 80 also bounds 360 and QQ browser builds.
const FLOOR = ['chrome80', 'firefox78', 'safari14'];

/**
 * Names of script files without their modules' names: the manifest that every page loads lists them all. What
 * nearly every page draws is one file; the rest is split by what uses it.
 */
const EVERYWHERE =
  /\/app\/(components\/(ui\/(button|card|chip|feedback|server-time|use-hydrated)|form\/(submit|form-context|error-summary|post-form|field)|layout\/(route-error|error-page|kept-texts|page-header|inside-main))|lib\/(time|text|errors|page|stored-values)|http\/with-params)\.tsx?$/;
const CHUNKS = {
  entryFileNames: 'assets/[hash].js',
  chunkFileNames: 'assets/[hash].js',
  manualChunks: (id: string) => (EVERYWHERE.test(id) ? 'everywhere' : undefined),
};

/** No page navigates to a call of the API or to a file: the list of routes that every page loads leaves them out. */
const withoutApiRoutes = (): Plugin => ({
  name: 'kaoping:manifest-without-api',
  apply: 'build',
  closeBundle() {
    const assets = path.join(remixConfig.buildDirectory ?? 'build', 'client', 'assets');
    if (!existsSync(assets)) return;
    for (const name of readdirSync(assets).filter((file) => /^manifest-.*\.js$/.test(file))) {
      const file = path.join(assets, name);
      const [, head, json] = /^(window\.__remixManifest=)(\{.*\});?\s*$/s.exec(readFileSync(file, 'utf8')) ?? [];
      if (!head || !json) throw new Error(`${name} is not the list of routes it used to be`);
      const manifest = JSON.parse(json) as { routes: Record<string, { imports?: string[]; hasAction: boolean }> };
      const routes = Object.entries(manifest.routes).filter(
        ([id, { imports = [], hasAction }]) => !id.startsWith('routes/api.') && (imports.length > 0 || hasAction),
      );
      writeFileSync(file, `${head}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`);
    }
  },
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [threadEntry(), remix(remixConfig), withoutApiRoutes()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: {
    target: isSsrBuild ? 'node20' : FLOOR,
    cssTarget: FLOOR,
    // Some two per cent smaller than the default's; the student pages need them.
    minify: isSsrBuild ? false : ('terser' as const),
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rollupOptions: { output: isSsrBuild ? {} : CHUNKS },
  },
  // Server-only packages with a browser build of their own, which the development server must not bundle.
  optimizeDeps: { exclude: ['@node-rs/argon2', '@node-rs/jieba', 'better-sqlite3', 'sharp'] },
  ssr: {
    noExternal: BUNDLED,
  },
  server: { port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' },
}));
