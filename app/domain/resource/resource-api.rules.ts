import { toResourceFile } from '~/lib/addresses/resources';
import { formatSecond } from '~/lib/time';
import type { Resource } from './resource.queries.server';
import { downloadName, RESOURCE_KIND_LABELS } from './resource.rules';

/** A resource as the API answers it. */
export function toApiResource(resource: Resource) {
  return {
    id: resource.id,
    title: resource.title,
    name: downloadName(resource),
    kind: resource.kind,
    kindName: RESOURCE_KIND_LABELS[resource.kind],
    mime: resource.mime,
    size: resource.size,
    durationMs: resource.durationMs,
    fileId: resource.fileId,
    url: toResourceFile(resource.id),
    open: resource.isOpen ? (1 as const) : (0 as const),
    audience: resource.audience,
    clazzIds: resource.classroomIds.join(','),
    classNames: resource.classNames.join(','),
    userId: resource.ownerId,
    userName: resource.ownerName,
    downloadCount: resource.downloadCount,
    createTime: formatSecond(resource.createdAt),
  };
}
