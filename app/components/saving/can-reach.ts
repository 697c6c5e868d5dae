const REACH_MS = 5000;

/** Whether the server answers at all, asked by an image: none of the ways that a script may have lost. */
export function canReach(): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    const done = (isThere: boolean) => () => resolve(isThere);
    image.onload = done(true);
    image.onerror = done(false);
    setTimeout(done(false), REACH_MS);
    image.src = `/favicon.svg?${Date.now()}`;
  });
}
