import { Card } from '~/components/ui/card';
import { Chip, type ChipTone } from '~/components/ui/chip';

/** What a student's last device check came to. */
export function DeviceCard({
  device,
}: {
  /** Null where nothing was checked yet. */
  device: { tone: ChipTone; text: string; browser: string; at: string } | null;
}) {
  return (
    <Card title="设备检测" hint={device ? device.at : undefined} className="section">
      {device ? (
        <p>
          <Chip tone={device.tone}>{device.text}</Chip> {device.browser}
        </p>
      ) : (
        <p className="quiet">还没有检测结果。学生登录后打开登录页上的“设备检测”，检测完点“保存结果”。</p>
      )}
    </Card>
  );
}
