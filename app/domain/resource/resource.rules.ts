import { extensionOf, resourceFileName, RESOURCE_KINDS, type ResourceKind } from '~/domain/file/resource-types.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

/** What people call each kind. */
export const RESOURCE_KIND_LABELS: Record<ResourceKind, string> = {
  document: '文档',
  slides: '演示',
  sheet: '表格',
  image: '图片',
  audio: '音频',
  video: '视频',
  archive: '压缩包',
};

/** The kinds as choices of a filter. */
export const RESOURCE_KIND_OPTIONS = RESOURCE_KINDS.map((value) => ({ value, label: RESOURCE_KIND_LABELS[value] }));

/** Whom an open resource is for. */
export const RESOURCE_AUDIENCES = ['all', 'class'] as const;
export type ResourceAudience = (typeof RESOURCE_AUDIENCES)[number];

/** What the list can be sorted by. */
export const RESOURCE_SORTS = ['time', 'name', 'downloads'] as const;
export type ResourceSort = (typeof RESOURCE_SORTS)[number];

/** How many files go in one upload. */
export const MAX_UPLOAD_FILES = 20;

/** The largest beginning of a text that its preview shows. */
export const MAX_TEXT_PREVIEW_BYTES = 128 * 1024;

/** What a resource is called at first: its file's name without the ending. */
export function titleOf(fileName: string): string {
  const extension = extensionOf(fileName);
  return extension === '' ? fileName : fileName.slice(0, -extension.length - 1);
}

/** The name it is saved under: its title as it is now, with its file's ending. */
export function downloadName(resource: { title: string; fileName: string; mime: string }): string {
  const extension = extensionOf(resource.fileName);
  return resourceFileName(extension === '' ? resource.title : `${resource.title}.${extension}`, resource.mime);
}

/** Open ones: every teacher, and the students they are for. Closed ones: their owner alone. */
export function mayReadResource(
  actor: Actor,
  resource: { ownerId: number; isOpen: boolean; audience: ResourceAudience; classroomIds: readonly number[] },
): boolean {
  if (resource.ownerId === actor.id) return true;
  if (!resource.isOpen) return false;
  if (isTeacher(actor) || resource.audience === 'all') return true;
  return actor.classroomId !== null && resource.classroomIds.includes(actor.classroomId);
}

/** Whom it is for, in words. */
export function audienceText(resource: { audience: ResourceAudience; classNames: readonly string[] }): string {
  if (resource.audience === 'all') return '全体学生';
  return resource.classNames.length === 0 ? '没有班级' : resource.classNames.join('、');
}
