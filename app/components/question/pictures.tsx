import { toFile } from '~/lib/addresses/files';
import { usePictureSize } from './picture-size';

/** As the stylesheet draws them at most. */
const MAX_HEIGHT = 220;

/** The pictures of a question, each a link to its full size. */
export function Pictures({ imageIds, label = '题目图片' }: { imageIds: string[]; label?: string }) {
  const sizeOf = usePictureSize(MAX_HEIGHT);
  if (imageIds.length === 0) return null;
  return (
    <ul className="pictures" aria-label={label}>
      {imageIds.map((id, index) => (
        <li key={id}>
          <a href={toFile(id)} target="_blank" rel="noreferrer">
            <img src={toFile(id)} alt={`${label} ${index + 1}，点开看大图`} loading="lazy" {...sizeOf(id)} />
          </a>
        </li>
      ))}
    </ul>
  );
}
