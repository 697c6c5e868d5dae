import { logEvent } from '~/lib/log.server';
import { nodeResponse, requestId } from './request.server';

/**
 * Does work once the answer has gone, so that how long it takes tells nothing. What it throws is logged under the
 * request's id.
 */
export function afterAnswer(request: Request, work: () => Promise<void>): void {
  const run = () => {
    work().catch((error: unknown) => {
      logEvent('error', 'failure', { id: requestId(request), error: String(error) });
    });
  };
  const response = nodeResponse(request);
  if (response && !response.writableFinished) response.once('close', run);
  else setImmediate(run);
}
