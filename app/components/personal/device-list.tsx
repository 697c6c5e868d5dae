import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { toSettings } from '~/lib/addresses/personal';
import { formatMinute } from '~/lib/time';

export type DeviceRow = {
  id: string;
  name: string;
  address: string;
  signedInAt: number;
  lastSeenAt: number;
  isCurrent: boolean;
};

/** Where the account is signed in; every other device can be signed out. */
export function DeviceList({ devices, timeZone }: { devices: DeviceRow[]; timeZone: string }) {
  return (
    <Card
      title="登录设备"
      hint="12 小时没有使用的设备会自动退出"
      padded={false}
      className="section"
      actions={
        devices.some((device) => !device.isCurrent) ? (
          <ButtonLink size="s" to={toSettings({ confirm: 'others' })}>
            退出其他所有设备
          </ButtonLink>
        ) : null
      }
    >
      <DataTable
        caption="登录设备"
        rows={devices}
        rowKey={(device) => device.id}
        columns={[
          {
            key: 'name',
            header: '设备',
            rowHeader: true,
            cell: (device) => (
              <>
                {device.name}
                {device.isCurrent ? (
                  <span className="ml-2">
                    <Chip tone="theme">本机</Chip>
                  </span>
                ) : null}
              </>
            ),
          },
          { key: 'address', header: '网络地址', nowrap: true, cell: (device) => device.address || '未知' },
          {
            key: 'since',
            header: '登录时间',
            nowrap: true,
            quiet: true,
            cell: (device) => formatMinute(device.signedInAt, timeZone),
          },
          {
            key: 'seen',
            header: '最近使用',
            nowrap: true,
            quiet: true,
            cell: (device) => (device.isCurrent ? '现在' : formatMinute(device.lastSeenAt, timeZone)),
          },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (device) =>
              device.isCurrent ? null : (
                <Link to={toSettings({ confirm: 'device', device: device.id })}>
                  退出<span className="vh">：{device.name}</span>
                </Link>
              ),
          },
        ]}
      />
    </Card>
  );
}
