import { useLocation } from '@remix-run/react';
import { ConfirmSection } from '~/components/list/confirm-section';
import { ButtonLink } from '~/components/ui/button';
import { IntentButton } from '~/components/form/submit';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import type { Automation } from '~/domain/retention/retention.rules';
import { withParams } from '~/http/with-params';
import { formatMinute } from '~/lib/time';

/** 自动删除: whether the server deletes by itself, and the question before it does. */
export function AutomationCard({
  automation,
  isAutomatic,
  isAsking,
  retentionDays,
  count,
  timeZone,
}: {
  automation: Automation;
  isAutomatic: boolean;
  isAsking: boolean;
  retentionDays: number;
  /** What would go at once. */
  count: number;
  timeZone: string;
}) {
  const location = useLocation();
  return (
    <Card
      title="自动删除"
      hint={<Chip tone={isAutomatic ? 'good' : 'line'}>{isAutomatic ? '已打开' : '没有打开'}</Chip>}
      className="mb-4"
      actions={
        isAutomatic ? (
          <IntentButton intent="automatic" fields={{ isOn: 0 }}>
            关闭自动删除
          </IntentButton>
        ) : (
          <ButtonLink size="s" to={withParams(location, { confirm: 'automatic', ids: null })} preventScrollReset>
            打开自动删除
          </ButtonLink>
        )
      }
    >
      {isAsking && !isAutomatic ? (
        <ConfirmSection
          text={`打开后，服务器每天自动删除超过 ${retentionDays} 天的录音，不再逐次询问${count > 0 ? `；现在就有 ${count} 条会在一小时内删除` : ''}。已保留的考试、展示中的作品不受影响。`}
          intent="automatic"
          fields={{ isOn: 1 }}
          cancelHref={withParams(location, { confirm: null })}
          confirmLabel="打开自动删除"
          danger
        />
      ) : null}
      {isAutomatic ? (
        <p>
          服务器每天删除超过 {retentionDays} 天的录音
          {automation.lastRunAt === null
            ? '，还没有运行过。'
            : `，上一次运行是 ${formatMinute(automation.lastRunAt, timeZone)}。`}
          已保留的考试、展示中的作品不删除。
        </p>
      ) : automation.isOn ? (
        <p>
          打开时的期限是 {automation.days} 天，现在改短为 {retentionDays}{' '}
          天，所以自动删除已暂停。请核对上面的预览，再打开一次。
        </p>
      ) : (
        <p>没有打开时，服务器什么也不删；有录音超过期限，每月给管理员发一条消息，由您在这里核对后删除。</p>
      )}
    </Card>
  );
}
