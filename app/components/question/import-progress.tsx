import { IntentButton } from '~/components/form/submit';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Progress } from '~/components/ui/facts';
import { Note } from '~/components/ui/feedback';
import { PROGRESS_SECONDS, useProgress } from '~/components/ui/use-progress';
import type { Import } from '~/domain/question-bank/import.queries.server';
import { toBank, toQuestionImport } from '~/lib/addresses/banks';

/** An import that is at work, has failed, or is done; `elsewhere`: what went into other banks. */
export function ImportProgress({ job, elsewhere }: { job: Import; elsewhere: string }) {
  const again = toQuestionImport({ bank: job.bank });
  switch (job.state) {
    case 'failed':
      return (
        <Card>
          <Note tone="bad">{job.problem}</Note>
          <div className="formactions">
            <ButtonLink to={again} variant="primary">
              重新上传
            </ButtonLink>
            <IntentButton intent="cancel" fields={{ id: job.id }} size="m">
              不导入了
            </IntentButton>
          </div>
        </Card>
      );
    case 'stored':
      return (
        <Card>
          <Note tone="good">
            已导入 {job.done} 道题{elsewhere}。
          </Note>
          {job.storedIds.length > 0 ? (
            <p className="quiet small">
              一天之内可以整批撤销：没有用过也没有改过的题移到回收站，其余的留下并说明原因。
              出卷时在“从题库选题”的“范围”里选“刚导入的”，就按文件里的次序列出这些题。
            </p>
          ) : null}
          <div className="formactions">
            <ButtonLink to={listOf(job)} variant="primary">
              查看题库
            </ButtonLink>
            <ButtonLink to={again}>再导入一个文件</ButtonLink>
            {job.storedIds.length > 0 ? (
              <IntentButton intent="undo" fields={{ id: job.id }} size="m">
                撤销这次导入
              </IntentButton>
            ) : null}
          </div>
        </Card>
      );
    case 'undone':
      return (
        <Card>
          <Note tone="good">已撤销这次导入，{job.done} 道题移到了回收站，30 天内可以恢复。</Note>
          {job.problem === '' ? null : <Note tone="warn">{job.problem}</Note>}
          <div className="formactions">
            <ButtonLink to={again} variant="primary">
              再导入一个文件
            </ButtonLink>
            <ButtonLink to={listOf(job)}>查看题库</ButtonLink>
          </div>
        </Card>
      );
    default:
      return <Working job={job} />;
  }
}

function listOf({ bank, directoryId }: Import): string {
  return toBank(bank, { dirId: directoryId ?? undefined });
}

function Working({ job }: { job: Import }) {
  useProgress(true);
  const isReading = job.state === 'reading';
  return (
    <Card title={isReading ? '正在读取' : '正在保存'}>
      <noscript>
        <meta httpEquiv="refresh" content={String(PROGRESS_SECONDS)} />
      </noscript>
      <p role="status">
        {job.isInterrupted
          ? '读取中断了（服务器可能重新启动过），马上自动接着读，请稍等…'
          : isReading
            ? job.total === 0
              ? '正在打开文件…'
              : `已读取 ${job.done} / ${job.total} 题`
            : `正在把 ${job.total} 道题存进题库…`}
      </p>
      <Progress value={job.done} max={job.total} label={isReading ? '读取进度' : '保存进度'} />
      <p className="quiet small mt-2">可以离开这一页，稍后在“导入试题”页的“最近的导入”里找到它。</p>
      <div className="formactions">
        <ButtonLink to={toQuestionImport({ bank: job.bank })}>返回</ButtonLink>
        {isReading ? (
          <IntentButton intent="cancel" fields={{ id: job.id }} size="m">
            取消导入
          </IntentButton>
        ) : null}
      </div>
    </Card>
  );
}
