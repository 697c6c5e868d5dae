import { z } from 'zod';
import { idList } from '~/lib/zod';

export const messageIdsSchema = z.object({ ids: idList('请先勾选消息') });
