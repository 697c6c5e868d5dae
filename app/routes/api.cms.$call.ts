import { z } from 'zod';
import { menuOf } from '~/domain/user/menu.rules';
import { getProfile } from '~/domain/user/user.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { cmsInfo } from '~/http/answers/people';
import { call, defineApi } from '~/http/api.server';
import { formatSecond } from '~/lib/time';

const { loader, action } = defineApi('cms', {
  info: call('GET', 'user', z.object({}), cmsInfo, async ({ actor, now }) => {
    const profile = await getProfile(actor.id);
    return {
      theme: profile.theme,
      language: profile.language,
      layout: `theme_${actor.userType}`,
      sidebar: 'open',
      permissions: [isTeacher(actor) ? 'teacher' : 'student', ...(actor.isAdmin ? ['admin'] : [])],
      menus: menuOf(actor),
      serverTime: formatSecond(now),
    };
  }),
});

export { loader, action };
