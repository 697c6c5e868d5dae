/** An API input whose requestId may also come as the Idempotency-Key header. */
export function keyedBy<I extends { requestId: string }>(request: Request, input: I): I {
  return { ...input, requestId: input.requestId || (request.headers.get('Idempotency-Key') ?? '').slice(0, 100) };
}
