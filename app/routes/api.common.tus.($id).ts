import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { admitUpload, requireOwnUpload, uploadsDirectory } from '~/domain/file/upload.commands.server';
import { assertOwnUid } from '~/http/api-input.server';
import { apiFailure, requireApiUser } from '~/http/api.server';
import { requestTime } from '~/http/request.server';
import { answerTus } from '~/http/tus.server';

/** Uploads in resumable parts; POST /api/common/uploadDone makes the stored file out of a whole one. */
async function answer(request: Request): Promise<Response> {
  try {
    const actor = await requireApiUser(request);
    return await answerTus(request, {
      path: '/api/common/tus',
      directory: uploadsDirectory(),
      admit: (upload) => {
        assertOwnUid(actor, request, upload.metadata);
        return admitUpload(actor, upload, requestTime(request));
      },
      check: (id) => requireOwnUpload(actor, id),
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
