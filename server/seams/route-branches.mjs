// Remix compares a request's path with all of some 150 routes, several times a request: half of what a small answer
// costs (docs/decisions/0027). Here the path's branch is found once and kept, and each branch is served by a handler
// that knows only that branch.
import { matchRoutes } from '@remix-run/router';

/** Paths as they come are endless (files have ids); the usual ones stay. */
const KEPT_PATHS = 2000;

/** Serves each branch of a build's routes by itself; `handlerOf` makes the handler of a build or of a part of one. */
export function byBranch(build, handlerOf) {
  const branchOf = branchFinder(build.routes);
  const whole = handlerOf(build);
  const handlers = new Map();
  return (request, response, next) => {
    const path = pathOf(request.originalUrl);
    // Which routes other addresses have, only the whole knows.
    if (path === '/__manifest') return whole(request, response, next);
    const branch = branchOf(path);
    if (branch.length === 0) return whole(request, response, next);
    const leaf = branch[branch.length - 1];
    let handler = handlers.get(leaf);
    if (!handler) {
      handler = handlerOf(partOf(build, branch));
      handlers.set(leaf, handler);
    }
    return handler(request, response, next);
  };
}

/** The build as if it had these routes only. Of the others the browser asks when a link leads there. */
function partOf(build, branch) {
  const assets = { ...build.assets, routes: pick(build.assets.routes, branch) };
  return { ...build, routes: pick(build.routes, branch), assets };
}

const pick = (routes, ids) => Object.fromEntries(ids.map((id) => [id, routes[id]]));

/** The page's path of a request's address, also when only its data are asked for. */
function pathOf(url) {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.replace(/\.data$/, '').replace(/^\/_root$/, '/');
}

/** The ids of the routes that answer a path, outermost first; none when nothing matches. */
export function branchFinder(routes) {
  const tree = treeOf(routes);
  const kept = new Map();
  return (path) => {
    const known = kept.get(path);
    if (known) return known;
    const branch = (matchRoutes(tree, path) ?? []).map(({ route }) => route.id);
    if (kept.size >= KEPT_PATHS) kept.clear();
    kept.set(path, branch);
    return branch;
  };
}

function treeOf(routes, parentId) {
  return Object.values(routes)
    .filter((route) => (route.parentId || undefined) === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const children = index ? undefined : treeOf(routes, id);
      return { id, path, index, caseSensitive, ...(children?.length ? { children } : {}) };
    });
}
