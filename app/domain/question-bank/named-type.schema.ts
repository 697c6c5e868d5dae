import { z } from 'zod';
import { idList, textField } from '~/lib/zod';

/** The two lists of words that questions are filed under; they belong to the whole school. */
export const NAMED_TYPES = ['scene', 'exam'] as const;
export type NamedTypeList = (typeof NAMED_TYPES)[number];

export const NAMED_TYPE_LABELS: Record<NamedTypeList, string> = { scene: '场景类型', exam: '考试类型' };

export type NamedType = { id: number; name: string };

export const addNamedTypeSchema = z.object({ name: textField('名称', { max: 20 }) });
export const deleteNamedTypesSchema = z.object({ ids: idList('请选择要删除的类型') });
