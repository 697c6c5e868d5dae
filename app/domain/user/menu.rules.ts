import { isTeacher } from './user.rules';

/** One entry of the left menu: a page, or a heading with pages. Icons are named; components/ui draws them. */
export type MenuItem = {
  label: string;
  icon: 'home' | 'members' | 'bank' | 'interact' | 'exam' | 'statistics' | 'resource';
  href?: string;
  children?: {
    label: string;
    href: string;
    /** Beginnings of further paths that belong to this entry: pages beside it in its tabs. */
    also?: string[];
  }[];
};

/** Moderation and the questions to the teachers are tabs beside the gallery. */
const INTERACTION: MenuItem = {
  label: '互动',
  icon: 'interact',
  children: [{ label: '高分作品', href: '/dynamic/works/index', also: ['/dynamic/examine', '/dynamic/interact'] }],
};

/** An entry appears here when its page exists; order and labels are the specification's. */
const TEACHER_MENU: MenuItem[] = [
  { label: '首页', icon: 'home', href: '/dashboard' },
  {
    label: '成员管理',
    icon: 'members',
    children: [
      { label: '学生管理', href: '/member/student/index' },
      { label: '班级管理', href: '/member/class/index' },
    ],
  },
  {
    label: '题库',
    icon: 'bank',
    children: [
      { label: '口语题库', href: '/question_bank/oral_test/index' },
      { label: '笔试题库', href: '/question_bank/pen_test/index' },
      { label: '理论题库', href: '/question_bank/theory/index' },
      { label: '共享题库', href: '/question_bank/shared/index' },
      { label: '我的共享', href: '/question_bank/my_shared/index' },
    ],
  },
  INTERACTION,
  {
    label: '考试',
    icon: 'exam',
    children: [
      { label: '我的考试', href: '/examination/index' },
      { label: '考试评分', href: '/examination/scoreexamination/index' },
    ],
  },
  { label: '数据统计', icon: 'statistics', href: '/census/index' },
  { label: '资源', icon: 'resource', href: '/resource/index' },
];

const STUDENT_MENU: MenuItem[] = [
  { label: '首页', icon: 'home', href: '/dashboard' },
  {
    label: '题库',
    icon: 'bank',
    children: [
      { label: '我的题库', href: '/question_bank/mine/index' },
      { label: '共享题库', href: '/question_bank/shared/index' },
    ],
  },
  INTERACTION,
  { label: '考试', icon: 'exam', href: '/student/examination/index' },
  { label: '资源', icon: 'resource', href: '/resource/index' },
];

/** The menu of a user's kind. */
export function menuOf(user: { userType: number }): MenuItem[] {
  return isTeacher(user) ? TEACHER_MENU : STUDENT_MENU;
}
