import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

// The oldest browsers that must work (decision 0002); Chrome 80 also bounds 360 and QQ browser builds.
const FLOOR = ['chrome80', 'firefox78', 'safari14'];

/**
 * Names of script files without their modules' names: the manifest that every page loads lists them all. What
 * nearly every page draws is one file; the rest is split by what uses it.
 */
const EVERYWHERE =
  /\/app\/(components\/(ui\/(button|card|chip|feedback|server-time|use-hydrated)|form\/(submit|form-context|error-summary|post-form|field)|layout\/(route-error|error-page|page-header|inside-main))|lib\/(time|text|errors|page)|http\/with-params)\.tsx?$/;
const CHUNKS = {
  entryFileNames: 'assets/[hash].js',
  chunkFileNames: 'assets/[hash].js',
  manualChunks: (id: string) => (EVERYWHERE.test(id) ? 'everywhere' : undefined),
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
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
  ssr: { noExternal: ['remix-validated-form', '@remix-validated-form/with-zod', 'lucide-react'] },
  server: { port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' },
}));
