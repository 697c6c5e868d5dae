import { ConfirmSection } from '~/components/list/confirm-section';

/** Asks before resources are deleted; nothing where none is asked about. */
export function ResourceConfirm({
  resources,
  cancelHref,
}: {
  resources: { id: number; title: string }[];
  cancelHref: string;
}) {
  if (resources.length === 0) return null;
  return (
    <ConfirmSection
      text={`将删除 ${namesOf(resources)}。学生不能再看到和下载，删除后不能恢复。`}
      intent="delete"
      fields={{ ids: resources.map(({ id }) => id).join(',') }}
      cancelHref={cancelHref}
      danger
    />
  );
}

function namesOf(resources: { title: string }[]): string {
  const names = resources.slice(0, 3).map(({ title }) => `“${title}”`);
  return names.join('、') + (resources.length > 3 ? ` 等 ${resources.length} 个资源` : '');
}
