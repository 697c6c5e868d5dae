import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  BookIcon,
  ChartIcon,
  DownIcon,
  FolderIcon,
  HomeIcon,
  LiteIcon,
  MenuIcon,
  PaperIcon,
  StarIcon,
  UsersIcon,
  type IconComponent,
} from '~/components/ui/icons';
import { ServerTime } from '~/components/ui/server-time';
import type { MenuItem } from '~/domain/user/menu.rules';
import { toDashboard } from '~/lib/addresses/account';
import { toInfo, toLite, toLogout, toSettings } from '~/lib/addresses/personal';
import { BrandMark, SkipLink } from './brand';
import { NewsLink } from './news-link';

const MENU_ICONS: Record<MenuItem['icon'], IconComponent> = {
  home: HomeIcon,
  members: UsersIcon,
  bank: BookIcon,
  interact: StarIcon,
  exam: PaperIcon,
  statistics: ChartIcon,
  resource: FolderIcon,
};

export type ShellProps = {
  user: { name: string; userType: number; avatarUrl?: string | null };
  schoolName: string;
  /** The school's own picture, or ''. */
  logoUrl: string;
  menu: MenuItem[];
  /** The server's time in milliseconds when it answered. */
  serverNow: number;
  timeZone: string;
  unreadCount: number;
  /** 精简模式 is on: pages come without script. */
  isLite: boolean;
  /** Path and query of this page: marks the menu, and 精简模式 comes back to it. */
  currentPath: string;
  children: ReactNode;
};

/**
 * The shared layout of signed-in pages: top bar, menu, content. Below 1280 pixels the menu folds to icons, below 768
 * it opens by a button; both are `<details>` that stand beside what they open, so that neither needs script and a
 * wide window shows the same list without them.
 */
export function Shell({
  user,
  schoolName,
  logoUrl,
  menu,
  serverNow,
  timeZone,
  unreadCount,
  isLite,
  currentPath,
  children,
}: ShellProps) {
  const current = currentHref(menu, currentPath);
  return (
    <>
      <SkipLink />
      <div className="shell">
        <header className="topbar">
          <Link className="brand" to={toDashboard()}>
            <BrandMark />
            考评
          </Link>
          <span className="topbar__school">
            {logoUrl === '' ? null : <img className="topbar__logo" src={logoUrl} alt="" />}
            {schoolName}
          </span>
          <div className="topbar__tools">
            <span className="topbar__clock">
              服务器时间 <ServerTime now={serverNow} timeZone={timeZone} />
            </span>
            <NewsLink unreadCount={unreadCount} asOf={serverNow} />
            <Form method="post" action={toLite()} reloadDocument>
              <input type="hidden" name="to" value={currentPath} />
              <button type="submit" className="tool" aria-pressed={isLite} title="精简模式：页面不带脚本，旧电脑上更快">
                <LiteIcon />
                <span>精简模式</span>
              </button>
            </Form>
            <UserMenu user={user} />
          </div>
        </header>
        <div className="shell__body">
          {/* Anew on every page: what was opened is closed again. */}
          <details className="menubtn" key={`button ${currentPath}`}>
            <summary className="tool">
              <MenuIcon />
              菜单
            </summary>
          </details>
          <nav className="menu" aria-label="主菜单" key={`menu ${currentPath}`}>
            <ul>
              {menu.map((item) => (
                <MenuEntry key={item.label} item={item} currentHref={current} />
              ))}
            </ul>
          </nav>
          <main className="main" id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

function MenuEntry({ item, currentHref: current }: { item: MenuItem; currentHref: string | undefined }) {
  const Icon = MENU_ICONS[item.icon];
  const body = (
    <>
      <Icon />
      <span>{item.label}</span>
    </>
  );
  const { href, children } = item;
  return (
    <li>
      {href ? (
        <Link className="menu__item" to={href} title={item.label} aria-current={href === current ? 'page' : undefined}>
          {body}
        </Link>
      ) : (
        <>
          <span className="menu__item menu__head">{body}</span>
          <details className="menu__fold" name="menu">
            <summary
              className={`menu__item${children?.some((child) => child.href === current) ? ' is-here' : ''}`}
              title={item.label}
            >
              {body}
            </summary>
          </details>
        </>
      )}
      {children ? (
        <ul>
          {children.map((child) => (
            <li key={child.href}>
              <Link to={child.href} aria-current={child.href === current ? 'page' : undefined}>
                {child.label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function UserMenu({ user }: { user: ShellProps['user'] }) {
  return (
    <details className="usermenu">
      <summary className="tool">
        {user.avatarUrl ? (
          <img className="avatar" src={user.avatarUrl} alt="" width="28" height="28" />
        ) : (
          <span className="avatar" aria-hidden="true">
            {[...user.name][0]}
          </span>
        )}
        <span>{user.name}</span>
        <DownIcon small />
      </summary>
      <ul>
        <li>
          <Link to={toInfo()}>个人信息</Link>
        </li>
        <li>
          <Link to={toSettings()}>账号设置</Link>
        </li>
        <li>
          <Form method="post" action={toLogout()} reloadDocument>
            <button type="submit">退出登录</button>
          </Form>
        </li>
      </ul>
    </details>
  );
}

/**
 * The menu entry a path belongs to: the one whose section (its href without /index) is the longest beginning of
 * the path, so /member/student/edit marks 学生管理; an entry may name further pages.
 */
export function currentHref(menu: MenuItem[], path: string): string | undefined {
  const pathname = path.split('?')[0] ?? '';
  let best: string | undefined;
  let length = 0;
  const entries: { href?: string; also?: string[] }[] = menu.flatMap(({ href, children = [] }) => [
    { href },
    ...children,
  ]);
  for (const { href, also = [] } of entries) {
    if (!href) continue;
    for (const section of [href, ...also].map((page) => page.replace(/\/index$/, ''))) {
      if ((pathname === section || pathname.startsWith(`${section}/`)) && section.length > length) {
        best = href;
        length = section.length;
      }
    }
  }
  return best;
}
