import { useRouteLoaderData } from '@remix-run/react';
import { Tabs } from '~/components/list/tabs';

type Reader = { userType: number; isAdmin: boolean };

/** The pages of the personal centre, each with whom it is for. */
const PAGES: { label: string; href: string; isFor: (reader: Reader) => boolean }[] = [
  { label: '消息', href: '/users/news', isFor: () => true },
  { label: '个人信息', href: '/users/info', isFor: () => true },
  { label: '账号设置', href: '/users/setting', isFor: () => true },
  { label: '同事', href: '/users/colleagues', isFor: ({ userType }) => userType === 1 },
  { label: '教研组', href: '/users/groups', isFor: ({ userType }) => userType === 1 },
  { label: '学校设置', href: '/users/school', isFor: ({ isAdmin }) => isAdmin },
  { label: '操作记录', href: '/users/audit', isFor: (reader) => reader.userType === 1 },
  { label: '录音保留', href: '/users/retention', isFor: ({ isAdmin }) => isAdmin },
  { label: '彻底删除', href: '/users/erasure', isFor: ({ isAdmin }) => isAdmin },
];

/** The personal centre's tabs as the signed-in person sees them. */
export function PersonalTabs({ current }: { current: string }) {
  const shell = useRouteLoaderData<() => { user: Reader }>('routes/_app');
  const reader = shell?.user ?? { userType: 0, isAdmin: false };
  return (
    <div className="mb-4">
      <Tabs label="个人中心" current={current} items={PAGES.filter((page) => page.isFor(reader))} />
    </div>
  );
}
