// The Vite plug-in that minifies the finished files of the browser once more: Vite's own pass sees each before Rollup has
// put its modules together, and leaves a fifth of a per cent that the pupils' pages have no room for.
import { minify } from 'terser';

/**
 * @param {import('terser').MinifyOptions} options those of Vite's pass
 * @returns {import('vite').Plugin}
 */
export function terserAgain(options) {
  return {
    name: 'kaoping:terser-again',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const { code } = await minify(chunk.code, { ...options, module: true, toplevel: true });
          if (code) chunk.code = code;
        }
      },
    },
  };
}
