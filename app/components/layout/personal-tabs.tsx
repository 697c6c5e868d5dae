import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { Tabs } from '~/components/list/tabs';
import {
  toAudit,
  toColleagues,
  toErasure,
  toGroups,
  toInfo,
  toNews,
  toRetention,
  toSchool,
  toSettings,
} from '~/lib/addresses/personal';

type Reader = { userType: number; isAdmin: boolean };

/** The pages of the personal centre, each with whom it is for. */
const PAGES: { label: string; href: string; isFor: (reader: Reader) => boolean }[] = [
  { label: '消息', href: toNews(), isFor: () => true },
  { label: '个人信息', href: toInfo(), isFor: () => true },
  { label: '账号设置', href: toSettings(), isFor: () => true },
  { label: '同事', href: toColleagues(), isFor: ({ userType }) => userType === 1 },
  { label: '教研组', href: toGroups(), isFor: ({ userType }) => userType === 1 },
  { label: '学校设置', href: toSchool(), isFor: ({ isAdmin }) => isAdmin },
  { label: '操作记录', href: toAudit(), isFor: (reader) => reader.userType === 1 },
  { label: '录音保留', href: toRetention(), isFor: ({ isAdmin }) => isAdmin },
  { label: '彻底删除', href: toErasure(), isFor: ({ isAdmin }) => isAdmin },
];

/** The personal centre's tabs as the signed-in person sees them. */
export function PersonalTabs() {
  const { pathname } = useLocation();
  const shell = useRouteLoaderData<() => { user: Reader }>('routes/_app');
  const reader = shell?.user ?? { userType: 0, isAdmin: false };
  const current = PAGES.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))?.href ?? '';
  return (
    <div className="mb-4">
      <Tabs label="个人中心" current={current} items={PAGES.filter((page) => page.isFor(reader))} />
    </div>
  );
}
