import { createHash } from 'node:crypto';
import { z } from 'zod';
import { getReadableFile, openFile } from '~/domain/file/file.queries.server';
import { recordReading } from '~/domain/file/reading.commands.server';
import { opensFile, PICTURE_WIDTHS, ROTATIONS, type PictureWidth, type Rotation } from '~/domain/file/file.rules';
import { renderPicture } from '~/domain/file/rendition.server';
import { blob, call, defineApi } from '~/http/api.server';
import { sendFile, sendMade } from '~/http/send-file.server';

/** A picture may be asked for turned (degrees clockwise) and narrower; anything else is sent as it is stored. */
const input = z.object({
  rotate: z.coerce
    .number()
    .refine((value): value is Rotation => ROTATIONS.some((one) => one === value), '角度只能是 0、90、180 或 270')
    .default(0),
  width: z.coerce
    .number()
    .refine((value): value is PictureWidth => PICTURE_WIDTHS.some((one) => one === value), '没有这个宽度的图片')
    .optional(),
});

/** The bytes of a stored file, for whoever may see what it is used in. */
const { loader, action } = defineApi('file/:id', {
  '': call(
    'GET',
    'user',
    input,
    blob('*/*'),
    async ({ actor, params, request, now, input: { rotate, width = null } }) => {
      const file = await getReadableFile(actor, params.id ?? '', now);
      if (opensFile({ method: request.method, width: file.kind === 'image' ? width : null }))
        await recordReading(actor, file, now);
      const sent = {
        name: file.name,
        mime: file.mime,
        // Of a recording or photo it would be the second in which it arrived, also where papers are marked blind.
        modifiedAt: null,
        disposition: file.kind === 'image' || file.kind === 'audio' ? ('inline' as const) : ('attachment' as const),
      };
      if (file.kind !== 'image' || (rotate === 0 && width === null)) {
        const open = (range: { start: number; end: number }) => openFile(file, range);
        return sendFile(request, { ...sent, size: file.size, sha256: file.sha256, open });
      }
      const sha256 = createHash('sha256').update(`${file.sha256} ${rotate} ${width}`).digest('hex');
      return sendMade(request, { ...sent, sha256 }, () => renderPicture(actor, file, { rotation: rotate, width }));
    },
  ),
});

export { loader, action };
