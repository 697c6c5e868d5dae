import { Form } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { toLite, toSettings } from '~/lib/addresses/personal';

/** 精简模式 of this device, on or off. */
export function LiteCard({ isOn }: { isOn: boolean }) {
  return (
    <Card title="精简模式" hint={isOn ? '已开启，只在这台设备上' : '没有开启'} className="section">
      <div className="row">
        <p className="mr-4 min-w-0 flex-1">
          页面不带脚本，旧电脑上打开得更快；所有功能照常可用，录音改为上传录音文件。
        </p>
        <Form method="post" action={toLite()} reloadDocument className="inline-form push">
          <input type="hidden" name="to" value={toSettings()} />
          <Button>{isOn ? '关闭精简模式' : '开启精简模式'}</Button>
        </Form>
      </div>
    </Card>
  );
}
