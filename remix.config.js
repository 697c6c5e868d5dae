/**
 * The single place of Remix's own options; vite.config.ts hands them to the plug-in.
 * KAOPING_BUILD_DIR lets two builds stand side by side (tests beside a running server).
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: process.env.KAOPING_BUILD_DIR ?? 'build',
  serverModuleFormat: 'esm',
  ignoredRouteFiles: ['**/.*', '**/*.test.ts', '**/*.test.tsx'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
};
