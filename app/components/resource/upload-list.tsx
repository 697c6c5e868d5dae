import { AlertIcon, DoneIcon } from '~/components/ui/icons';
import { formatBytes } from '~/domain/file/file.rules';

export type UploadItem = {
  name: string;
  size?: number;
  /** 0–1 while it is on its way. */
  progress?: number;
  /** Why it was not taken. */
  problem?: string;
};

/** What becomes, or became, of each file of an upload. */
export function UploadList({ items }: { items: UploadItem[] }) {
  return (
    <ul className="uploads">
      {items.map((item, index) => (
        <li key={`${index} ${item.name}`}>
          <div className="uploads__row">
            <span className="uploads__name">{item.name}</span>
            {item.size === undefined ? null : <span className="quiet num">{formatBytes(item.size)}</span>}
            <State {...item} />
          </div>
          {item.problem || item.progress === undefined || item.progress >= 1 ? null : (
            <progress value={item.progress} max={1} aria-label={`${item.name} 的上传进度`} />
          )}
        </li>
      ))}
    </ul>
  );
}

function State({ problem, progress }: UploadItem) {
  if (problem) {
    return (
      <span className="uploads__state uploads__state--bad">
        <AlertIcon small />
        <span>没有上传：{problem}</span>
      </span>
    );
  }
  if (progress !== undefined && progress < 1) {
    return <span className="uploads__state quiet num">{Math.round(progress * 100)}%</span>;
  }
  return (
    <span className="uploads__state uploads__state--good">
      <DoneIcon small />
      <span>已上传</span>
    </span>
  );
}
