import { z } from 'zod';
import { idList, requestIdField, textField } from '~/lib/zod';

export const addNamedTypeSchema = z.object({ name: textField('名称', { max: 20 }), requestId: requestIdField });
export const deleteNamedTypesSchema = z.object({ ids: idList('请选择要删除的类型') });
