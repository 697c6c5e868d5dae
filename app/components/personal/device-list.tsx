import { Link } from '@remix-run/react';
import { DataTable } from '~/components/list/data-table';
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
  );
}
