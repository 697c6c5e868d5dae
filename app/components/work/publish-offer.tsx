import { ButtonLink } from '~/components/ui/button';
import { StarIcon } from '~/components/ui/icons';
import type { WorkOffer } from '~/domain/work/publish.queries.server';
import { publishPath, WORK_STATE_LABELS } from '~/domain/work/work.rules';
import { toWork } from '~/lib/addresses/works';

/** Leads to publishing an own answer, or to the work it became. */
export function PublishOffer({
  offer,
  what = '',
  size = 's',
}: {
  offer: WorkOffer | undefined;
  /** 口语, 笔试: where there are several. */
  what?: string;
  size?: 's' | 'm';
}) {
  if (!offer) return null;
  return (
    <ButtonLink size={size} to={offer.work ? toWork(offer.work.id) : publishPath(offer.source)}>
      <StarIcon small />
      {offer.work ? `${what}作品${WORK_STATE_LABELS[offer.work.state]}` : `发布${what}作品`}
    </ButtonLink>
  );
}
