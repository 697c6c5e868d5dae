// The Vite plug-in by which the development server (npm run dev) does what server/one.mjs does for a build.

/** Vite's name for the build that it makes of the sources as they are. */
const BUILD = 'virtual:remix/server-build';

/**
 * Shows every request to `receive` before Remix sees it; what Vite answers itself, it does not see. Stands before
 * Remix's own plug-in.
 * @returns {import('vite').Plugin}
 */
export function receiveInDevelopment() {
  return {
    name: 'kaoping:receive',
    configureServer(vite) {
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          try {
            const { entry } = await vite.ssrLoadModule(BUILD);
            if (entry.module.receive(request, response)) next();
          } catch (error) {
            next(error);
          }
        });
      };
    },
  };
}
