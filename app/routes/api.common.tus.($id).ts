import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { admitSentFile } from '~/domain/attempt/sent-file.commands.server';
import { requireUploadOfOwnAttempt } from '~/domain/attempt/sitting.commands.server';
import { requireOwnUpload, uploadsDirectory } from '~/domain/file/upload.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { assertMayGoOn } from '~/domain/file/quota.server';
import { assertOwnUid } from '~/http/api-input.server';
import { apiFailure, requireApiUser } from '~/http/api.server';
import { requestTime } from '~/http/request.server';
import { answerTus } from '~/http/tus.server';
import { toCall } from '~/lib/addresses/api';

/** Uploads in resumable parts; POST /api/common/uploadDone makes the stored file out of a whole one. */
async function answer(request: Request): Promise<Response> {
  try {
    const actor = await requireApiUser(request);
    return await answerTus(request, {
      path: toCall('common/tus'),
      directory: uploadsDirectory(),
      maxOpenBytes: MAX_FILE_BYTES.audio,
      admit: async (upload) => {
        assertOwnUid(actor, request, upload.metadata);
        await requireUploadOfOwnAttempt(actor, Number(upload.metadata.attemptId) || undefined);
        return admitSentFile(actor, upload, requestTime(request));
      },
      check: async (id, isPart) => {
        const { type } = await requireOwnUpload(actor, id);
        if (isPart) await assertMayGoOn(actor, type, requestTime(request));
      },
    });
  } catch (error) {
    return apiFailure(error, request);
  }
}

export async function loader({ request }: LoaderFunctionArgs) {
  return answer(request);
}

export async function action({ request }: ActionFunctionArgs) {
  return answer(request);
}
