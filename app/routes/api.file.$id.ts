import { getReadableFile, openFile } from '~/domain/file/file.queries.server';
import { call, defineApi } from '~/http/api.server';
import { sendFile } from '~/http/send-file.server';

/** The bytes of a stored file, for whoever may see what it is used in. */
const { loader, action } = defineApi({
  '': call('GET', 'user', null, async ({ actor, params, request, now }) => {
    const file = await getReadableFile(actor, params.id ?? '', now);
    return sendFile(request, {
      name: file.name,
      mime: file.mime,
      size: file.size,
      sha256: file.sha256,
      modifiedAt: file.createdAt,
      disposition: file.kind === 'image' || file.kind === 'audio' ? 'inline' : 'attachment',
      open: (range) => openFile(file, range),
    });
  }),
});

export { loader, action };
