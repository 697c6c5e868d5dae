/** Alive: the process answers. Whoever started it recognises it by the word it was given (scripts/project.mjs). */
export function loader() {
  const startId = process.env.KAOPING_START_ID;
  return new Response('ok', {
    headers: {
      'Content-Type': 'text/plain',
      'Cache-Control': 'no-store',
      ...(startId ? { 'X-Kaoping-Start': startId } : {}),
    },
  });
}
