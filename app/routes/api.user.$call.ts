import { z } from 'zod';
import { fileReference } from '~/domain/file/file-reference.schema';
import { exportOwnData } from '~/domain/export/own-data.commands.server';
import { countUnread } from '~/domain/message/message.queries.server';
import { changePassword, setPreferences, updateProfile } from '~/domain/user/account.commands.server';
import { findWaitingLink } from '~/domain/user/account-link.queries.server';
import { registerSchema } from '~/domain/user/account-link.schema';
import { ownProfileSchema, passwordSchema, preferencesSchema, signInSchema } from '~/domain/user/account.schema';
import { registerByInvitation } from '~/domain/user/invitation.commands.server';
import { menuOf } from '~/domain/user/menu.rules';
import { stopResetLinks } from '~/domain/user/reset-link.commands.server';
import { endDevice, endOtherDevices } from '~/domain/user/session.commands.server';
import { listDevices } from '~/domain/user/session.queries.server';
import { signIn } from '~/domain/user/sign-in.commands.server';
import { getProfile } from '~/domain/user/user.queries.server';
import { MAX_REGIONS, regionLists } from '~/domain/user/region.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { afterAnswer } from '~/http/after-answer.server';
import { count } from '~/http/answers/common';
import { device, menu, profile, signedIn, userInfo, waitingLink } from '~/http/answers/people';
import { blob, call, defineApi, withCookie } from '~/http/api.server';
import { clientAddress } from '~/http/request.server';
import { knownAccounts, rememberAccount } from '~/http/known-browser.server';
import { sendChunks } from '~/http/send-file.server';
import { closeSession, goOnAs, sessionIdOf, startSession } from '~/http/session.server';
import { nameDevice } from '~/lib/browser';
import { formatSecond } from '~/lib/time';
import { checkbox, textField } from '~/lib/zod';

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
const profileInput = ownProfileSchema
  .extend({ province: region, city: region, district: region })
  .partial()
  // As it was answered, too.
  .extend({
    avatar: z
      .preprocess((value) => (value === '' ? null : value), fileReference('头像').nullable().optional())
      .describe('已上传图片的编号或地址；空或 null 为不用头像'),
  });

const deviceInput = z.object({ id: textField('登录设备的编号', { max: 100 }) });

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
    return withCookie(
      { ...(await infoOf(user.id)), isLogin: true, token: null },
      cookie,
      await rememberAccount(request, user.id),
    );
  }),
  register: call('POST', 'anyone', registerSchema, userInfo, async ({ input, now, request }) => {
    const user = await registerByInvitation(input, clientAddress(request), now);
    return infoOf(user.id);
  }),
  logout: call('POST', 'user', none, z.null(), async ({ request }) => withCookie(null, await closeSession(request))),
  userInfo: call('POST', 'user', none, userInfo, ({ actor }) => infoOf(actor.id)),
  profile: [
    call('GET', 'user', none, profile, ({ actor }) => profileAnswer(actor)),
    call(['POST', 'PUT'], 'user', profileInput, profile, async ({ actor, input, now, request }) => {
      const { avatar, ...changes } = input;
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const { warn } = await updateProfile(actor, { ...given, avatarFileId: avatar }, now);
      afterAnswer(request, warn);
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
  devices: call('GET', 'user', none, z.array(device), async ({ actor, now, request }) =>
    (await listDevices(actor, await sessionIdOf(request), now)).map(
      ({ userAgent, signedInAt, lastSeenAt, ...one }) => ({
        ...one,
        name: nameDevice(userAgent),
        signInTime: formatSecond(signedInAt),
        lastSeenTime: formatSecond(lastSeenAt),
      }),
    ),
  ),
  endDevice: call('POST', 'user', deviceInput, z.null(), async ({ actor, input, now }) => {
    await endDevice(actor, input.id, now);
    return null;
  }),
  // The session that asks goes on, by the cookie of the answer.
  endOthers: call('POST', 'user', none, count, async ({ actor, now, request }) => {
    const { sessionVersion, count: ended } = await endOtherDevices(actor, await sessionIdOf(request), now);
    const headers = new Headers(await goOnAs(request, sessionVersion));
    return withCookie(ended, ...headers.getSetCookie());
  }),
  waitingLink: call('GET', 'teacher', none, waitingLink.nullable(), async ({ actor, now }) => {
    const link = await findWaitingLink(actor, now);
    return link && { createdBy: link.createdBy, usableFrom: link.usableAt > now ? formatSecond(link.usableAt) : null };
  }),
  stopLinks: call('POST', 'teacher', none, count, ({ actor, now }) => stopResetLinks(actor, now)),
  // 导出我的数据, once in ten minutes.
  export: call('POST', 'student', none, blob('application/zip'), async ({ actor, now, request }) => {
    const { name, chunks } = await exportOwnData(actor, now);
    return sendChunks(request, { name, mime: 'application/zip' }, chunks);
  }),
  menu: call('GET', 'user', none, menu, ({ actor }) => Promise.resolve(menuOf(actor))),
});

export { loader, action };
