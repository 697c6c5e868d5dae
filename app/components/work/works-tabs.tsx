import { Tabs } from '~/components/list/tabs';
import { toModeration, toWorks } from '~/lib/addresses/interaction';
import { toThreads } from '~/lib/addresses/works';

export type WorksTab = 'gallery' | 'mine' | 'moderation' | 'interact';

/** The pages around the gallery: a student's own works or a teacher's moderation, and the questions to the teachers. */
export function WorksTabs({
  current,
  isTeacher,
  pending,
  unread,
}: {
  current: WorksTab;
  isTeacher: boolean;
  /** Works and comments that wait for a decision. */
  pending?: number;
  /** Questions with something new. */
  unread?: number;
}) {
  const hrefs: Record<WorksTab, string> = {
    gallery: toWorks(),
    mine: toWorks({ tab: 'mine' }),
    moderation: toModeration(),
    interact: toThreads(),
  };
  return (
    <Tabs
      label="互动"
      current={hrefs[current]}
      items={[
        { label: '高分作品', href: hrefs.gallery },
        isTeacher
          ? { label: '内容审核', href: hrefs.moderation, count: pending || undefined }
          : { label: '我的作品', href: hrefs.mine },
        { label: '师生互动', href: hrefs.interact, count: unread || undefined },
      ]}
    />
  );
}
