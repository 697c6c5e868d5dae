import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';
import { browserLicences } from './scripts/browser-licences.mjs';
import { BUNDLED, threadEntry } from './scripts/thread-entry.mjs';
import { terserAgain } from './scripts/terser-again.mjs';
import { receiveInDevelopment } from './server/development.mjs';

// The oldest browsers that must work (decision 0002); Chrome 80 also bounds 360 and QQ browser builds.
const FLOOR = ['chrome80', 'firefox78', 'safari14'];

/**
 * What pages draw together is one file, which packs better than twenty small ones, with all that it draws in by itself;
 * the rest is split by what uses it. What such a file draws in and pages without it use too needs a place of its own.
 */
const TOGETHER: Record<string, RegExp> = {
  everywhere:
    /\/app\/(components\/(ui\/(button|card|chip|feedback|server-time|use-hydrated)|form\/(submit|form-context|error-summary|fields-form|field)|layout\/(route-error|error-page|error-words|page-meta|kept-texts|page-header|inside-main|stored-user))|lib\/(time|text|errors|page|stored-values|addresses\/(address|account|sitting))|components\/saving\/browser-files|http\/with-params)\.tsx?$/,
  question:
    /\/app\/(components\/question\/(rich-text|picture-size)|domain\/(question-bank\/(question\.schema|oral-text\.rules|rich-text\.rules|question\.rules)|file\/file\.rules|attempt\/answer\.rules)|lib\/addresses\/files)\.tsx?$/,
  sitting:
    /\/app\/(components\/(question\/(question-view|pictures|reading-text|listening-audio)|exam\/(sitting-shell|sitting-paths)|layout\/exam-shell|media\/call-api|saving\/(browser-surroundings|use-waking)|ui\/use-leave-warning)|lib\/(api-client|addresses\/api))\.tsx?$/,
  paper: /\/app\/components\/(exam\/(leftovers|sitting-announcements|use-open-watch)|saving\/can-reach)\.tsx?$/,
  onward: /\/app\/lib\/addresses\/(practice|works|results)\.ts$/,
  recording: /\/app\/components\/media\/(recorder|use-recording)\.tsx?$/,
  audio: /\/app\/components\/media\/(audio-player|short-recording)\.tsx?$/,
};
const CHUNKS = {
  entryFileNames: 'assets/[hash].js',
  chunkFileNames: 'assets/[hash].js',
  manualChunks: (id: string) => Object.keys(TOGETHER).find((name) => TOGETHER[name]?.test(id)),
};

const TERSER = {
  ecma: 2019 as const,
  // No getter here does anything but answer.
  compress: { passes: 3, keep_fargs: false, pure_getters: true },
  // assets/licences.txt has them (scripts/browser-licences.mjs).
  format: { comments: false },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [threadEntry(), browserLicences(), terserAgain(TERSER), receiveInDevelopment(), remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: {
    target: isSsrBuild ? 'node20' : FLOOR,
    cssTarget: FLOOR,
    // Some two per cent smaller than the default's; the student pages need them.
    minify: isSsrBuild ? false : ('terser' as const),
    terserOptions: TERSER,
    // What a page loads later has few parts of its own: the helper that fetches them ahead costs every page more.
    modulePreload: false as const,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rollupOptions: { output: isSsrBuild ? {} : CHUNKS },
  },
  // Server-only packages with a browser build of their own, which the development server must not bundle.
  optimizeDeps: { exclude: ['@node-rs/argon2', '@node-rs/jieba', 'jieba-wasm', 'better-sqlite3', 'sharp'] },
  ssr: {
    noExternal: BUNDLED,
  },
  server: { port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' },
}));
