import { z } from 'zod';
import { countUnread } from '~/domain/message/message.queries.server';
import { changePassword, setPreferences, updateProfile } from '~/domain/user/account.commands.server';
import { registerSchema } from '~/domain/user/account-link.schema';
import { passwordSchema, preferencesSchema, profileSchema, signInSchema } from '~/domain/user/account.schema';
import { registerByInvitation } from '~/domain/user/invitation.commands.server';
import { menuOf } from '~/domain/user/menu.rules';
import { signIn } from '~/domain/user/sign-in.commands.server';
import { getProfile } from '~/domain/user/user.queries.server';
import { MAX_REGIONS, regionLists } from '~/domain/user/region.rules';
import type { Actor } from '~/domain/user/user.rules';
import { menu, profile, signedIn, userInfo } from '~/http/answers/people';
import { call, defineApi, withCookie } from '~/http/api.server';
import { clientAddress } from '~/http/request.server';
import { knownAccounts } from '~/http/known-browser.server';
import { closeSession, startSession } from '~/http/session.server';
import { checkbox } from '~/lib/zod';

const none = z.object({});

// Region fields come as one text, a comma string or a list: a place for each region.
const region = z.preprocess(
  (value) => (value === undefined || value === '' ? value : typeof value === 'string' ? value.split(/[,，、]/) : value),
  z
    .array(z.string({ invalid_type_error: '地区应为文字' }).max(40, '最多 40 个字'), {
      invalid_type_error: '地区应为文字，或几个地区的列表',
    })
    .max(MAX_REGIONS, `地区最多 ${MAX_REGIONS} 个`)
    .or(z.literal(''))
    .optional()
    .transform((list) => (Array.isArray(list) ? list.join(',') : list)),
);
const profileInput = profileSchema
  .extend({ province: region, city: region, district: region })
  .partial()
  .extend({ avatar: z.string().uuid('头像应为已上传图片的编号').or(z.literal('')).optional() });

const preferencesInput = z.object({
  theme: preferencesSchema.shape.theme.optional(),
  isLargeType: checkbox().optional(),
});
const preferences = z.object({ theme: z.enum(['light', 'dark']), isLargeType: z.boolean() });

async function infoOf(userId: number) {
  const own = await getProfile(userId);
  return {
    id: own.id,
    userType: own.userType,
    account: own.account,
    name: own.name,
    avatar: own.avatarUrl,
    classId: own.classId,
    className: own.className,
    theme: own.theme,
    newsCount: await countUnread(userId),
  };
}

async function profileAnswer(actor: Actor) {
  const own = await getProfile(actor.id);
  return {
    id: own.id,
    name: own.name,
    gender: own.gender,
    phone: own.phone,
    email: own.email,
    avatar: own.avatarUrl,
    ...regionLists(own),
    addressList: [],
  };
}

const { loader, action } = defineApi('user', {
  login: call('POST', 'anyone', signInSchema, signedIn, async ({ input, now, request }) => {
    const user = await signIn(input, clientAddress(request), now, await knownAccounts(request));
    const account = { id: user.id, userType: user.user_type, sessionVersion: user.session_version };
    const cookie = await startSession(request, account);
    return withCookie({ ...(await infoOf(user.id)), isLogin: true, token: null }, cookie);
  }),
  register: call('POST', 'anyone', registerSchema, userInfo, async ({ input, now, request }) => {
    const user = await registerByInvitation(input, clientAddress(request), now);
    return infoOf(user.id);
  }),
  logout: call('POST', 'user', none, z.null(), async ({ request }) => withCookie(null, await closeSession(request))),
  userInfo: call('POST', 'user', none, userInfo, ({ actor }) => infoOf(actor.id)),
  profile: [
    call('GET', 'user', none, profile, ({ actor }) => profileAnswer(actor)),
    call(['POST', 'PUT'], 'user', profileInput, profile, async ({ actor, input, now }) => {
      const { avatar, ...changes } = input;
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      await updateProfile(actor, { ...given, avatarFileId: avatar === '' ? null : avatar }, now);
      return profileAnswer(actor);
    }),
  ],
  password: call('POST', 'user', passwordSchema, z.null(), async ({ actor, input, now, request }) => {
    const { sessionVersion } = await changePassword(actor, input, now);
    return withCookie(null, await startSession(request, { ...actor, sessionVersion }));
  }),
  preferences: call('POST', 'user', preferencesInput, preferences, async ({ actor, input, now }) => {
    const before = await getProfile(actor.id);
    const theme = input.theme ?? (before.theme === 'dark' ? 'dark' : 'light');
    const isLargeType = input.isLargeType ?? before.isLargeType;
    await setPreferences(actor, { theme, isLargeType, language: 'zh-CN' }, now);
    return { theme, isLargeType };
  }),
  menu: call('GET', 'user', none, menu, ({ actor }) => Promise.resolve(menuOf(actor))),
});

export { loader, action };
