import { isTeacher } from '~/domain/actor/actor.rules';
import { toDashboard } from '~/lib/addresses/account';
import { toBank, toMyShared, toSharedBank } from '~/lib/addresses/banks';
import { toModeration, toWorks } from '~/lib/addresses/interaction';
import { toClasses, toStudents } from '~/lib/addresses/members';
import { toOwnBank } from '~/lib/addresses/own';
import { toResources } from '~/lib/addresses/resources';
import { toScoring } from '~/lib/addresses/scoring';
import { toExams, toStudentExams } from '~/lib/addresses/sitting';
import { toCensus } from '~/lib/addresses/statistics';
import { toThreads } from '~/lib/addresses/works';

/** One entry of the left menu: a page, or a heading with pages. Icons are named; components/ui draws them. */
export type MenuItem = {
  label: string;
  icon: 'home' | 'members' | 'bank' | 'interact' | 'exam' | 'statistics' | 'resource';
  href?: string;
  children?: {
    label: string;
    href: string;
    /** The pages beside it in its tabs. */
    also?: string[];
  }[];
};

/** Moderation and the questions to the teachers are tabs beside the gallery. */
const INTERACTION: MenuItem = {
  label: '互动',
  icon: 'interact',
  children: [{ label: '高分作品', href: toWorks(), also: [toModeration(), toThreads()] }],
};

/** An entry appears here when its page exists; order and labels are the specification's. */
const TEACHER_MENU: MenuItem[] = [
  { label: '首页', icon: 'home', href: toDashboard() },
  {
    label: '成员管理',
    icon: 'members',
    children: [
      { label: '学生管理', href: toStudents() },
      { label: '班级管理', href: toClasses() },
    ],
  },
  {
    label: '题库',
    icon: 'bank',
    children: [
      { label: '口语题库', href: toBank('oral') },
      { label: '笔试题库', href: toBank('written') },
      { label: '理论题库', href: toBank('theory') },
      { label: '共享题库', href: toSharedBank() },
      { label: '我的共享', href: toMyShared() },
    ],
  },
  INTERACTION,
  {
    label: '考试',
    icon: 'exam',
    children: [
      { label: '我的考试', href: toExams() },
      { label: '考试评分', href: toScoring() },
    ],
  },
  { label: '数据统计', icon: 'statistics', href: toCensus() },
  { label: '资源', icon: 'resource', href: toResources() },
];

const STUDENT_MENU: MenuItem[] = [
  { label: '首页', icon: 'home', href: toDashboard() },
  {
    label: '题库',
    icon: 'bank',
    children: [
      { label: '我的题库', href: toOwnBank() },
      { label: '共享题库', href: toSharedBank() },
    ],
  },
  INTERACTION,
  { label: '考试', icon: 'exam', href: toStudentExams() },
  { label: '资源', icon: 'resource', href: toResources() },
];

/** The menu of a user's kind. */
export function menuOf(user: { userType: number }): MenuItem[] {
  return isTeacher(user) ? TEACHER_MENU : STUDENT_MENU;
}
