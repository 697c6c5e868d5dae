import { db } from '~/db/db.server';
import type { NamedType, NamedTypeList } from './named-type.rules';

export const NAMED_TYPE_TABLES = { scene: 'scene_types', exam: 'exam_types' } as const;

/** All words of a list, oldest first. */
export async function listNamedTypes(list: NamedTypeList): Promise<NamedType[]> {
  return db().selectFrom(NAMED_TYPE_TABLES[list]).select(['id', 'name']).orderBy('id').execute();
}
