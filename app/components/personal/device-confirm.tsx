import { ConfirmSection } from '~/components/list/confirm-section';
import { toSettings } from '~/lib/addresses/personal';

/** Asks before another device, or all of them, is signed out; nothing where none is asked about. */
export function DeviceConfirm({
  leaving,
  isLeavingOthers,
}: {
  leaving: { id: string; name: string; address: string } | null;
  isLeavingOthers: boolean;
}) {
  return (
    <>
      {leaving ? (
        <ConfirmSection
          text={`确定退出“${leaving.name}”（${leaving.address || '地址未知'}）上的登录吗？那里要重新登录才能继续，已经保存的内容不会丢。`}
          intent="endDevice"
          fields={{ device: leaving.id }}
          cancelHref={toSettings()}
          confirmLabel="退出该设备"
          danger
        />
      ) : null}
      {isLeavingOthers ? (
        <ConfirmSection
          text="确定退出本机以外所有设备上的登录吗？那里要重新登录才能继续，已经保存的内容不会丢。"
          intent="endOthers"
          cancelHref={toSettings()}
          confirmLabel="全部退出"
          danger
        />
      ) : null}
    </>
  );
}
