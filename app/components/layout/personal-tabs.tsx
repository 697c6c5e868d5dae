import { Tabs } from '~/components/list/tabs';

/** The three pages of the personal centre. */
export function PersonalTabs({ current }: { current: '/users/news' | '/users/info' | '/users/setting' }) {
  return (
    <div className="mb-4">
      <Tabs
        label="个人中心"
        current={current}
        items={[
          { label: '消息', href: '/users/news' },
          { label: '个人信息', href: '/users/info' },
          { label: '账号设置', href: '/users/setting' },
        ]}
      />
    </div>
  );
}
