import { z } from 'zod';
import { listExaminers } from '~/domain/user/user.queries.server';
import { idName } from '~/http/answers/common';
import { call, defineApi } from '~/http/api.server';
import { optionalText } from '~/lib/zod';

const { loader, action } = defineApi('teacher', {
  examinerList: call(
    'GET',
    'teacher',
    z.object({ keyword: optionalText('关键词', 100) }),
    z.array(idName),
    async ({ input }) => (await listExaminers(input.keyword)).map(({ id, name }) => ({ id, name })),
  ),
});

export { loader, action };
