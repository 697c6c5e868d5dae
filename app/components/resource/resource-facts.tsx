import { DescriptionList } from '~/components/ui/facts';
import type { ResourceKind } from '~/domain/file/resource-types.rules';
import { RESOURCE_KIND_LABELS } from '~/domain/resource/resource.rules';

/** What a resource is, beside its preview. `at`: when it was uploaded; `audience`: null for who is not to know. */
export function ResourceFacts({
  resource,
  fileName,
  size,
  at,
  audience,
}: {
  resource: { kind: ResourceKind; ownerName: string; isOpen: boolean; downloadCount: number };
  fileName: string;
  size: string;
  at: string;
  audience: string | null;
}) {
  const given = audience !== null && { term: '给谁看', detail: resource.isOpen ? audience : `${audience}（未开放）` };
  const facts = [
    { term: '文件', detail: <span className="resource__name">{fileName}</span> },
    { term: '类型', detail: RESOURCE_KIND_LABELS[resource.kind] },
    { term: '大小', detail: size },
    { term: '上传', detail: `${resource.ownerName}，${at}` },
    ...(given ? [given] : []),
    { term: '下载', detail: `${resource.downloadCount} 次` },
  ];
  return <DescriptionList items={facts} />;
}
