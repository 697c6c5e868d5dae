/** What the device check looks at, in the order of its page; the browser is judged by the server itself. */
export const DEVICE_CHECKS = ['script', 'clock', 'microphone', 'speaker', 'camera', 'upload', 'storage'] as const;
export type DeviceCheckName = (typeof DEVICE_CHECKS)[number];

export const DEVICE_CHECK_LABELS: Record<DeviceCheckName, string> = {
  script: '脚本',
  clock: '时间',
  microphone: '麦克风',
  speaker: '耳机或音箱',
  camera: '摄像头',
  upload: '上传',
  storage: '本机存储',
};

/** What came of one check: it works, it does not, or nobody looked. */
export const CHECK_STATES = ['ok', 'bad', 'unknown'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The stored result of a device check. */
export type DeviceCheckResult = {
  states: Record<DeviceCheckName, CheckState>;
  /** Kilobytes a second of the measured upload; null when it was not measured. */
  uploadKbps: number | null;
  browser: { name: string; isSupported: boolean };
};

/** Below it a recording of some minutes takes longer to upload than a student should wait. */
export const SLOW_UPLOAD_KBPS = 50;

/** The result in a few words: what does not work, else what was not looked at, else that all is well. */
export function deviceSummary(result: DeviceCheckResult): { tone: 'good' | 'warn' | 'line'; text: string } {
  const named = (state: CheckState) =>
    DEVICE_CHECKS.filter((name) => result.states[name] === state).map((name) => DEVICE_CHECK_LABELS[name]);
  const bad = [...(result.browser.isSupported ? [] : ['浏览器']), ...named('bad')];
  if (bad.length > 0) return { tone: 'warn', text: `${bad.join('、')}有问题` };
  const open = named('unknown');
  return open.length > 0 ? { tone: 'line', text: `${open.join('、')}没有检查` } : { tone: 'good', text: '全部正常' };
}
