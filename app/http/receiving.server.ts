import type { Readable } from 'node:stream';
import { takeReceiving } from '~/domain/file/quota.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { requestTime } from './request.server';
import { readSession } from './session.server';

/**
 * Takes the room for the files of a body that is being received, and gives what lets go of it. A body whose length
 * nobody states may become as long as a file may. Who has no session has been sent away before; where the database
 * does not answer, nobody is refused for that.
 * @throws AppError too_many, unavailable
 */
export async function roomForBody(request: Request, most: number): Promise<() => void> {
  const session = await readSession(request);
  if (!session) return () => undefined;
  const stated = Number(request.headers.get('Content-Length')) || most;
  const sender: Actor = {
    ...{ id: session.uid, userType: session.role, account: '', name: '' },
    ...{ classroomId: null, isAdmin: false, address: '' },
  };
  try {
    return await takeReceiving(sender, stated, requestTime(request));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return () => undefined;
  }
}

/** Waits for the first bytes of a file; false when there are none. */
export async function hasBytes(stream: Readable): Promise<boolean> {
  await new Promise<void>((resolve) => {
    for (const event of ['readable', 'end', 'error', 'close']) stream.once(event, resolve);
  });
  return stream.readableLength > 0;
}
