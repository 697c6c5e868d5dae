import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { DeleteIcon, FolderIcon, InboxIcon, UsersIcon } from '~/components/ui/icons';
import {
  findDirectory,
  MAX_DEPTH,
  UNFILED,
  type Directory,
  type DirectoryTree,
} from '~/domain/question-bank/directory.rules';
import type { Bank } from '~/domain/question-bank/question.schema';
import { withParams } from '~/http/with-params';
import { toShare } from '~/lib/addresses/banks';

/** The directories of a bank at the left of its list; the current one can be changed below. */
export function DirectoryTreePanel({
  tree,
  current,
  isBin,
  sharesIn,
}: {
  tree: DirectoryTree;
  /** The chosen directory, UNFILED, or nothing for all. */
  current: number | undefined;
  /** The bin is shown. */
  isBin: boolean;
  /** The bank whose directories can be shared: a teacher's. */
  sharesIn?: Bank;
}) {
  const location = useLocation();
  const chosen = current ? findDirectory(tree, current) : undefined;
  const dialog = (confirm: string) => withParams(location, { confirm, ids: null });
  return (
    <section className="card tree" aria-labelledby="tree-title">
      <div className="card__head">
        <h2 id="tree-title">目录</h2>
        {chosen && chosen.depth >= MAX_DEPTH ? null : (
          <Link className="push small" to={dialog('addDir')}>
            {chosen ? '新增下级' : '新增目录'}
          </Link>
        )}
      </div>
      <ul>
        <Entry label="全部目录" count={tree.totalCount} dirId={null} isCurrent={current === undefined && !isBin} />
        {tree.directories.map((one) => (
          <Branch key={one.id} directory={one} current={current} />
        ))}
        <Entry
          label="未归类"
          count={tree.unfiledCount}
          dirId={UNFILED}
          isCurrent={current === UNFILED}
          icon={<InboxIcon />}
        />
      </ul>
      {chosen ? (
        <div className="card__foot tree__tools small">
          <span title={chosen.name}>{chosen.name}</span>
          {sharesIn ? <Link to={toShare({ bank: sharesIn, dirId: chosen.id })}>共享</Link> : null}
          <Link to={dialog('renameDir')}>重命名</Link>
          <Link to={dialog('moveDir')}>移动</Link>
          <Link to={dialog('deleteDir')}>删除</Link>
        </div>
      ) : null}
      <ul className="tree__bin">
        <li>
          <Link
            to={withParams(location, { tab: 'deleted', dirId: null, confirm: null, ids: null })}
            aria-current={isBin ? 'true' : undefined}
          >
            <DeleteIcon />
            <span>回收站</span>
          </Link>
        </li>
      </ul>
    </section>
  );
}

function Branch({ directory, current }: { directory: Directory; current: number | undefined }) {
  return (
    <Entry
      label={directory.name}
      count={directory.count}
      dirId={directory.id}
      isCurrent={current === directory.id}
      isShared={directory.isShared}
      under={
        directory.children.length > 0 ? (
          <ul>
            {directory.children.map((child) => (
              <Branch key={child.id} directory={child} current={current} />
            ))}
          </ul>
        ) : null
      }
    />
  );
}

function Entry({
  label,
  count,
  dirId,
  isCurrent,
  isShared = false,
  icon = <FolderIcon />,
  under,
}: {
  label: string;
  count: number;
  dirId: number | null;
  isCurrent: boolean;
  isShared?: boolean;
  icon?: ReactNode;
  under?: ReactNode;
}) {
  const location = useLocation();
  const search = new URLSearchParams(location.search);
  const href = withParams(location, {
    dirId,
    confirm: null,
    ids: null,
    tab: search.get('tab') === 'deleted' ? null : search.get('tab'),
  });
  return (
    <li>
      <Link to={href} aria-current={isCurrent ? 'true' : undefined} title={isShared ? `${label}（共享中）` : label}>
        {isShared ? <UsersIcon /> : icon}
        <span>
          {label}
          {isShared ? <span className="vh">（共享中）</span> : null}
        </span>
        <span className="num quiet">{count}</span>
      </Link>
      {under}
    </li>
  );
}
