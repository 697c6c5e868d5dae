import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Chrome 80 is the floor (decision 0002); it also bounds 360 and QQ browser builds.
  build: {
    target: isSsrBuild ? 'node20' : 'chrome80',
    cssTarget: 'chrome80',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
  },
  ssr: { noExternal: ['remix-validated-form', '@remix-validated-form/with-zod', 'lucide-react'] },
  server: { port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' },
}));
