import { Link, useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { DataTable, type Column } from '~/components/list/data-table';
import { AudioPlayer } from '~/components/media/audio-player';
import { PhotoGrid } from '~/components/media/photo-grid';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { AlertIcon } from '~/components/ui/icons';
import { WorkScoreText } from '~/components/work/work-score';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { pictureUrl } from '~/domain/file/file.rules';
import { TARGET_LABELS, targetText } from '~/domain/work/comment.rules';
import type { QueueRow, QueueTab } from '~/domain/work/moderation.queries.server';
import { type WorkState, WORK_STATE_LABELS } from '~/domain/work/work.rules';
import type { TextPart } from '~/domain/work/words.rules';
import { withParams } from '~/http/with-params';
import { toWork } from '~/lib/addresses/works';
import { formatMinute } from '~/lib/time';

export const QUEUE_FORM = 'queue';

/** Works and comments to decide on, each with everything there is to see and hear. */
export function QueueTable({
  rows,
  tab,
  isFiltered,
  timeZone,
}: {
  rows: QueueRow[];
  tab: QueueTab;
  isFiltered: boolean;
  timeZone: string;
}) {
  const location = useLocation();
  const columns: Column<QueueRow>[] = [
    { key: 'content', header: '内容', cell: (row) => <Content row={row} /> },
    {
      key: 'author',
      header: '谁写的',
      rowHeader: true,
      nowrap: true,
      cell: (row) => (
        <>
          {row.author}
          <div className="small quiet">{row.className}</div>
          {row.isAnonymous ? <div className="small quiet">对同学匿名</div> : null}
        </>
      ),
    },
    {
      key: 'time',
      header: tab === '' ? '提交时间' : '处理',
      nowrap: true,
      quiet: true,
      cell: (row) =>
        tab === '' || row.decidedAt === null ? (
          formatMinute(row.createdAt, timeZone)
        ) : (
          <Decided row={row} timeZone={timeZone} />
        ),
    },
    {
      key: 'actions',
      header: '操作',
      actions: true,
      cell: (row) => {
        const ids = targetText(row);
        const name = `${TARGET_LABELS[row.kind]}，${row.author}`;
        const ask = (confirm: string, label: string) => (
          <Link
            to={withParams(location, {
              confirm,
              ids,
              currentPage: new URLSearchParams(location.search).get('currentPage'),
            })}
            preventScrollReset
          >
            {label}
            <span className="vh">：{name}</span>
          </Link>
        );
        if (tab === 'approved') return ask('withdraw', '撤回');
        if (row.state === 'withdrawn') return null;
        return (
          <>
            <IntentButton intent="approve" fields={{ ids, from: tab }} look="link" label={`通过：${name}`}>
              {tab === 'rejected' ? '改为通过' : '通过'}
            </IntentButton>
            {tab === '' ? ask('reject', '驳回') : null}
          </>
        );
      },
    },
  ];
  return (
    <DataTable
      caption={CAPTIONS[tab]}
      rows={rows}
      rowKey={targetText}
      columns={columns}
      selectable={{
        formId: QUEUE_FORM,
        label: (row) => `选择${TARGET_LABELS[row.kind]}，${row.author}`,
        when: (row) => row.state !== 'withdrawn',
      }}
      empty={<NothingHere tab={tab} isFiltered={isFiltered} />}
    />
  );
}

const CAPTIONS: Record<QueueTab, string> = {
  '': '待审核的作品和评论',
  approved: '已通过的作品和评论',
  rejected: '已驳回的作品和评论',
  history: '审核记录',
};

function NothingHere({ tab, isFiltered }: { tab: QueueTab; isFiltered: boolean }) {
  if (isFiltered) return <Empty title="没有符合条件的内容">换个条件再查，或点“重置”看全部。</Empty>;
  if (tab === '') return <Empty title="没有待审核的内容">学生发布作品或评论后，会出现在这里。</Empty>;
  return <Empty title={tab === 'approved' ? '还没有通过的内容' : '没有驳回的内容'} />;
}

function Decided({ row, timeZone }: { row: QueueRow; timeZone: string }) {
  return (
    <>
      {row.decidedAt === null ? null : formatMinute(row.decidedAt, timeZone)}
      <div className="small">{row.decider}</div>
    </>
  );
}

function Content({ row }: { row: QueueRow }) {
  const name = row.title.map((part) => part.text).join('');
  return (
    <div className="queue">
      <div>
        <Chip tone={row.kind === 'work' ? 'theme' : 'plain'}>{TARGET_LABELS[row.kind]}</Chip>{' '}
        {row.kind === 'work' ? (
          <Link to={toWork(row.workId)} className="font-semibold">
            <MarkedText parts={row.title} />
          </Link>
        ) : (
          <span className="small quiet">
            评论作品{' '}
            <Link to={toWork(row.workId, {}, 'comments')} className="underline">
              《{name}》
            </Link>
            {row.answers === '' ? '' : `，回复“${row.answers}”`}
          </span>
        )}
      </div>
      {row.kind === 'work' ? (
        <div className="small quiet">
          {PART_LABELS[row.part]} · {row.examName === '' ? '练习' : row.examName} ·{' '}
          {row.score === null ? null : <WorkScoreText score={row.score} />}
        </div>
      ) : null}
      {row.flagged.length > 0 ? (
        <div>
          <Chip tone="warn" icon={AlertIcon}>
            含敏感词：{row.flagged.join('、')}
          </Chip>
        </div>
      ) : null}
      {row.text.length > 0 ? (
        <p className="queue__text">
          <MarkedText parts={row.text} />
        </p>
      ) : null}
      {row.content === '' ? null : (
        <details className="more">
          <summary>作答文字</summary>
          <p className="queue__text">{row.content}</p>
        </details>
      )}
      {row.recordings.map((file, index) => (
        <AudioPlayer
          key={file.id}
          src={file.url}
          durationMs={file.durationMs}
          removedOn={file.removedOn}
          label={`${row.author}的第 ${index + 1} 段录音`}
          speeds={false}
        />
      ))}
      {row.photos.length > 0 ? (
        <PhotoGrid
          photos={row.photos.map((file, index) => ({
            url: pictureUrl(file.id, { rotation: 0, width: 1920 }),
            tileUrl: pictureUrl(file.id, { rotation: 0, width: 480 }),
            alt: `${row.author}的第 ${index + 1} 张照片`,
          }))}
        />
      ) : null}
      {row.reason === '' ? null : (
        <p className="small">
          {row.kind === 'work' && row.state === 'withdrawn' ? WORK_STATE_LABELS[row.state as WorkState] : '驳回'}
          原因：{row.reason}
        </p>
      )}
    </div>
  );
}

/** A text with the words of the school's list marked; readers hear that they are. */
export function MarkedText({ parts }: { parts: TextPart[] }) {
  return (
    <>
      {parts.map((part, index) =>
        part.word === null ? (
          part.text
        ) : (
          <mark key={index} className="marked" title={`敏感词：${part.word}`}>
            {part.text}
            <span className="vh">（敏感词）</span>
          </mark>
        ),
      )}
    </>
  );
}
