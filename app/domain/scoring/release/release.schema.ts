import { z } from 'zod';
import { checkbox, idList } from '~/lib/zod';

/**
 * 公布成绩, 撤回公布. `confirm`: yes, although some papers have no score. `classIds`: only these classes; the page's
 * form, where they are ticked, says so by `chooses`, so that none is not taken for all.
 */
export const releaseSchema = z.object({
  ids: idList('请选择考试'),
  confirm: checkbox(),
  classIds: idList('请选择班级', { min: 0 }),
  chooses: checkbox(),
});
