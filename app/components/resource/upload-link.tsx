import { ButtonLink } from '~/components/ui/button';
import { UploadIcon } from '~/components/ui/icons';
import { toResourceUpload } from '~/lib/addresses/resources';

/** The way to the upload. */
export function UploadLink() {
  return (
    <ButtonLink to={toResourceUpload()} variant="primary">
      <UploadIcon />
      上传
    </ButtonLink>
  );
}
