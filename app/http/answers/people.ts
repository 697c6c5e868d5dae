import { z } from 'zod';
import { GENDERS } from '~/domain/user/account.schema';
import { count, idName, issuedPassword, passwordStanding, time } from './common';

/** The user, students and classes, as the API answers them. */

export const userInfo = z.object({
  id: z.number().int(),
  userType: z.number().int().describe('1 教师，其他为学生'),
  account: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  classId: z.number().int().nullable(),
  className: z.string().nullable(),
  theme: z.string(),
  newsCount: z.number().int().describe('未读消息数'),
});

export const signedIn = userInfo.extend({
  isLogin: z.literal(true),
  token: z.null().describe('凭据是 Cookie，没有令牌'),
});

const gender = z.enum(GENDERS);
const region = z.array(z.string());

export const profile = z.object({
  id: z.number().int(),
  name: z.string(),
  gender,
  phone: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  province: region,
  city: region,
  district: region,
  addressList: z.array(z.string()).max(0).describe('不收集未成年人的地址，总为空'),
});

export const menu = z.array(
  z.object({
    label: z.string(),
    icon: z.string(),
    href: z.string().optional(),
    children: z
      .array(z.object({ label: z.string(), href: z.string(), also: z.array(z.string()).optional() }))
      .optional(),
  }),
);

export const cmsInfo = z.object({
  theme: z.string(),
  language: z.string(),
  layout: z.string(),
  sidebar: z.string(),
  permissions: z.array(z.string()),
  menus: menu,
  serverTime: time,
});

/** Where the account is signed in. */
export const device = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  signInTime: time,
  lastSeenTime: time,
  isCurrent: z.boolean(),
});

/** A link for a new password that somebody else made and that can be stopped. */
export const waitingLink = z.object({ createdBy: z.string(), usableFrom: time.nullable() });

export const student = z.object({
  id: z.number().int(),
  account: z.string(),
  name: z.string(),
  gender,
  classId: z.number().int().nullable(),
  className: z.string(),
  phone: z.string().describe('只对该班教师显示，否则为空'),
  email: z.string().describe('只对该班教师显示，否则为空'),
  consent: z.boolean().describe('监护人是否同意发布作品'),
  mustChangePassword: z.boolean(),
  canChange: z.boolean().describe('当前教师能否更改'),
});

export const newStudent = student.extend({
  password: z.string().describe('初始密码，首次登录须修改'),
  standing: passwordStanding,
});

const importProblem = z.object({
  row: z.number().int(),
  column: z.string(),
  label: z.string(),
  message: z.string(),
  text: z.string(),
});

const importRow = z.object({
  row: z.number().int(),
  account: z.string(),
  name: z.string(),
  gender: z.string(),
  phone: z.string(),
  email: z.string(),
  consent: z.boolean(),
  classId: z.number().int().nullable(),
  className: z.string(),
  hasPassword: z.boolean(),
  problems: z.array(z.string()),
});

const importPreview = z.object({
  fileId: z.string().uuid(),
  count,
  problems: z.array(importProblem),
  rows: z.array(importRow),
});

const importDone = z.object({ fileId: z.string().uuid(), count, students: z.array(issuedPassword) });

/** What a spreadsheet would bring; with confirm=1 who was added. */
export const studentImport = z.union([importPreview, importDone]);

export const classroom = z.object({
  id: z.number().int(),
  name: z.string(),
  grade: z.string(),
  year: z.number().int(),
  createdBy: z.number().int(),
  teachers: z.array(idName),
  studentCount: z.number().int(),
  isArchived: z.boolean().describe('是否已毕业'),
  archivedAt: time.nullable(),
  canChange: z.boolean().describe('当前教师能否更改'),
});
