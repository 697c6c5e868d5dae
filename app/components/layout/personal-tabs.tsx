import { Tabs } from '~/components/list/tabs';

/** The three pages of the personal centre. */
export function PersonalTabs({ current }: { current: 'news' | 'info' | 'setting' }) {
  const tab = (key: typeof current, label: string, href: string) => ({ label, href, isCurrent: key === current });
  return (
    <Tabs
      label="个人中心"
      tabs={[
        tab('news', '消息', '/users/news'),
        tab('info', '个人信息', '/users/info'),
        tab('setting', '账号设置', '/users/setting'),
      ]}
    />
  );
}
