import { z } from 'zod';
import { idList } from '~/lib/zod';

export const MESSAGE_KINDS: Record<string, string> = {
  exam: '考试',
  score: '成绩',
  password: '密码',
  system: '系统',
};

export const messageIdsSchema = z.object({ ids: idList('请先勾选消息') });
