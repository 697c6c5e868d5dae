import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { exportOwnData } from '~/domain/export/own-data.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { sendChunks } from '~/http/send-file.server';
import { toOwnData } from '~/lib/addresses/personal';
import { AppError } from '~/lib/errors';

const PAGE = toOwnData();

/** Opened by its address: the page with the button is where it starts. */
export async function loader({ request }: LoaderFunctionArgs) {
  return fileOrRefusal(async () => {
    await requireStudent(request);
    return redirect(PAGE);
  });
}

/** The archive, streamed as it is made. */
export async function action({ request }: ActionFunctionArgs) {
  return fileOrRefusal(async () => {
    const actor = await requireStudent(request);
    try {
      const { name, chunks } = await exportOwnData(actor, requestTime(request));
      return await sendChunks(request, { name, mime: 'application/zip' }, chunks);
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many') {
        return redirectWithFlash(request, PAGE, error.message, 'warn');
      }
      throw error;
    }
  });
}
