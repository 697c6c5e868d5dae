/** The two lists of words that questions are filed under; they belong to the whole school. */
export const NAMED_TYPES = ['scene', 'exam'] as const;
export type NamedTypeList = (typeof NAMED_TYPES)[number];

export const NAMED_TYPE_LABELS: Record<NamedTypeList, string> = { scene: '场景类型', exam: '考试类型' };

export type NamedType = { id: number; name: string };
