import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MicCheck } from '~/components/media/mic-check';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { CameraIcon, PlayIcon, UploadIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { SLOW_UPLOAD_KBPS, type CheckState } from '~/domain/user/device-check.rules';
import { toDeviceCheckUpload } from '~/lib/addresses/entrance';
import { exchange } from '~/lib/api-client';
import { formatDuration, formatSecond } from '~/lib/time';

/** One line of the device check. */
export function Check({ title, chip, children }: { title: string; chip: ReactNode; children: ReactNode }) {
  return (
    <li className="testline">
      <div>
        <h2>{title}</h2>
        {chip}
      </div>
      <div>{children}</div>
    </li>
  );
}

const CHIPS: Record<CheckState, ReactNode> = {
  ok: <Chip tone="good">正常</Chip>,
  bad: <Chip tone="warn">有问题</Chip>,
  unknown: <Chip tone="line">没有检查</Chip>,
};

/** Two answers and “not looked at”, for what only the person can say; `isOpen` false until there is something to judge. */
function Answers({
  name,
  question,
  ok,
  bad,
  state,
  onState,
  isOpen = true,
}: {
  name: string;
  question: string;
  ok: string;
  bad: string;
  state: CheckState;
  onState: (state: CheckState) => void;
  isOpen?: boolean;
}) {
  const choices: [CheckState, string][] = [
    ['ok', ok],
    ['bad', bad],
    ['unknown', '没有检查'],
  ];
  return (
    <fieldset className="field mt-2">
      <legend className="font-normal">{question}</legend>
      <div className="checks">
        {choices.map(([value, label]) => (
          <label className="check" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={state === value}
              disabled={!isOpen && value === 'ok'}
              onChange={() => onState(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the page found out by itself, sent along with the answers. */
function Found({ name, state }: { name: string; state: CheckState }) {
  return <input type="hidden" name={name} value={state} />;
}

/** Whether scripts run: the page shows what is true from the first paint, the script itself sends it along. */
export function ScriptCheck({ isLite }: { isLite: boolean }) {
  const isHydrated = useHydrated();
  return (
    <Check
      title="脚本"
      chip={
        <>
          <span className="with-script">
            <Chip tone="good">已启用</Chip>
          </span>
          <span className="without-script">
            <Chip tone="plain">{isLite ? '精简模式' : '未启用'}</Chip>
          </span>
        </>
      }
    >
      <Found name="script" state={isHydrated ? 'ok' : 'bad'} />
      <span className="with-script">可以在页面里录音、自动保存和看倒计时。</span>
      <span className="without-script">
        {isLite
          ? '现在是精简模式，页面不加载脚本。所有功能都能用；要在页面里录音，请先关闭精简模式。'
          : '浏览器没有运行脚本。所有功能都能用：答题按“保存”按钮，口语用录音软件或手机录好后上传文件。'}
      </span>
    </Check>
  );
}

/** How far this PC's clock is off; deadlines go by the server's. */
export function ClockCheck({ serverNow, timeZone }: { serverNow: number; timeZone: string }) {
  const [difference, setDifference] = useState<number | null>(null);
  // Once, right after loading: later the page's own age would count as a difference.
  useEffect(() => {
    const navigation = performance.timing;
    const loading = navigation.responseStart > 0 ? Date.now() - navigation.responseStart : 0;
    setDifference(Date.now() - loading - serverNow);
  }, [serverNow]);
  const isOff = difference !== null && Math.abs(difference) > 60_000;
  return (
    <Check
      title="时间"
      chip={
        <Chip tone={difference === null ? 'plain' : isOff ? 'warn' : 'good'}>
          {isOff ? '本机时间不准' : '以服务器为准'}
        </Chip>
      }
    >
      <Found name="clock" state={difference === null ? 'unknown' : isOff ? 'bad' : 'ok'} />
      服务器时间 {formatSecond(serverNow, timeZone)}。
      {isOff && difference !== null
        ? `本机时间${difference > 0 ? '快' : '慢'}了 ${formatDuration(Math.abs(difference))}。考试时间以服务器时间为准，不受影响。`
        : '考试的开始和截止都以服务器时间为准。'}
    </Check>
  );
}

/** A short recording that must be listened to before one can say that it is right. */
export function MicrophoneCheck() {
  const isHydrated = useHydrated();
  const [state, setState] = useState<CheckState>('unknown');
  const [hasListened, setListened] = useState(false);
  return (
    <Check title="麦克风" chip={CHIPS[state]}>
      <MicCheck onPassed={() => setListened(true)} onObstacle={() => setState('bad')} />
      <Answers
        name="microphone"
        question={isHydrated ? '听完以后：听到自己的声音了吗？' : '用录音软件试录一段再听：听到自己的声音了吗？'}
        ok="听到了"
        bad="没有听到"
        state={state}
        onState={setState}
        isOpen={!isHydrated || hasListened}
      />
      {state === 'bad' ? (
        <Note tone="warn">检查耳麦是否插紧、系统里选的是不是这个麦克风；还不行就换一台设备，或录好再上传文件。</Note>
      ) : null}
    </Check>
  );
}

/** A short tone that one hears or does not hear. */
export function SpeakerCheck() {
  const isHydrated = useHydrated();
  const [state, setState] = useState<CheckState>('unknown');
  const [hasPlayed, setPlayed] = useState(false);
  const play = () => {
    const Context = window.AudioContext ?? (window as { webkitAudioContext?: typeof AudioContext }).webkitAudioContext;
    setPlayed(true);
    if (!Context) {
      setState('bad');
      return;
    }
    const context = new Context();
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = 523;
    tone.connect(volume).connect(context.destination);
    tone.onended = () => void context.close();
    tone.start();
    tone.stop(context.currentTime + 1);
  };
  return (
    <Check title="耳机或音箱" chip={CHIPS[state]}>
      {isHydrated ? (
        <Button type="button" onClick={play}>
          <PlayIcon small />
          播放提示音
        </Button>
      ) : (
        '随便放一段声音，听听耳机或音箱响不响。'
      )}
      <Answers
        name="speaker"
        question="听到一秒钟的提示音了吗？"
        ok="听到了"
        bad="没有听到"
        state={state}
        onState={setState}
        isOpen={!isHydrated || hasPlayed}
      />
      {state === 'bad' ? <Note tone="warn">把系统音量调大，检查是否静音、耳机是否插在绿色的孔里。</Note> : null}
    </Check>
  );
}

/** The camera's picture for a few seconds; photos of answers can always be taken with a phone instead. */
export function CameraCheck() {
  const isHydrated = useHydrated();
  const [state, setState] = useState<CheckState>('unknown');
  const [problem, setProblem] = useState('');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  // The picture is shown while the camera is on; leaving the page turns it off.
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
    return () => stream?.getTracks().forEach((track) => track.stop());
  }, [stream]);
  const open = async () => {
    setProblem('');
    try {
      setStream(await navigator.mediaDevices.getUserMedia({ video: true }));
    } catch {
      setState('bad');
      setProblem('摄像头没有打开：没有接好、没有允许使用，或网址不是 https。');
    }
  };
  return (
    <Check title="摄像头" chip={CHIPS[state]}>
      <p>只有笔试拍照上传答卷时用得到；没有摄像头可以用手机打开考试页面拍照，或选已有的图片。</p>
      {isHydrated ? (
        <p className="mt-2">
          <Button type="button" onClick={() => (stream ? setStream(null) : void open())}>
            <CameraIcon small />
            {stream ? '关闭摄像头' : '打开摄像头'}
          </Button>
        </p>
      ) : null}
      {stream ? (
        <video ref={video} autoPlay playsInline muted width="320" height="240" aria-label="摄像头画面" />
      ) : null}
      <Answers
        name="camera"
        question="看得清画面（或手机能拍照）吗？"
        ok="看得清"
        bad="不行"
        state={state}
        onState={setState}
      />
      {problem ? <Note tone="warn">{problem}</Note> : null}
    </Check>
  );
}

const UPLOAD_BYTES = 1024 * 1024;

/** How fast a megabyte goes up. */
export function UploadCheck() {
  const isHydrated = useHydrated();
  const [kbps, setKbps] = useState<number | null>(null);
  const [phase, setPhase] = useState<'idle' | 'sending' | 'failed'>('idle');
  const measure = async () => {
    setPhase('sending');
    // Random, so that nothing on the way packs it; in pieces, as large as the browser gives at once.
    const bytes = new Uint8Array(UPLOAD_BYTES);
    for (let at = 0; at < UPLOAD_BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    const start = performance.now();
    try {
      const headers = { 'Content-Type': 'application/octet-stream' };
      const { status } = await exchange(toDeviceCheckUpload(), { method: 'POST', body: bytes, headers });
      if (status !== 200 && status !== 204) throw new Error(String(status));
      setKbps(Math.max(1, Math.round(UPLOAD_BYTES / 1024 / ((performance.now() - start) / 1000))));
      setPhase('idle');
    } catch {
      setPhase('failed');
    }
  };
  const isSlow = kbps !== null && kbps < SLOW_UPLOAD_KBPS;
  const state: CheckState = phase === 'failed' ? 'bad' : kbps === null ? 'unknown' : isSlow ? 'bad' : 'ok';
  return (
    <Check title="上传" chip={CHIPS[state]}>
      <Found name="upload" state={state} />
      <input type="hidden" name="uploadKbps" value={kbps ?? ''} />
      {isHydrated ? (
        <Button type="button" disabled={phase === 'sending'} onClick={() => void measure()}>
          <UploadIcon small />
          {phase === 'sending' ? '正在测…' : '测上传速度'}
        </Button>
      ) : (
        '没有脚本不能测速度。上传一段三分钟的录音（约 1.5 MB）通常只要几秒。'
      )}
      <p role="status" className="mt-2">
        {kbps === null
          ? ''
          : `约每秒 ${kbps >= 1024 ? `${(kbps / 1024).toFixed(1)} MB` : `${kbps} KB`}，三分钟的录音约 ${Math.max(1, Math.round(1500 / kbps))} 秒传完。`}
      </p>
      {phase === 'failed' ? <Note tone="warn">没有传上去。检查网线或无线网络后再测一次。</Note> : null}
      {isSlow ? <Note tone="warn">网络很慢，考试时早一点交卷和上传；可以换有线网络或告诉老师。</Note> : null}
    </Check>
  );
}

/** Whether the browser keeps answers that are not sent yet. */
export function StorageCheck() {
  const [state, setState] = useState<CheckState>('unknown');
  const [freeMb, setFreeMb] = useState<number | null>(null);
  // Only the browser knows.
  useEffect(() => {
    try {
      window.localStorage.setItem('kaoping_check', '1');
      window.localStorage.removeItem('kaoping_check');
      setState('ok');
    } catch {
      setState('bad');
    }
    void navigator.storage?.estimate?.().then(
      ({ quota = 0, usage = 0 }) => setFreeMb(Math.round((quota - usage) / 1024 / 1024)),
      () => undefined,
    );
  }, []);
  return (
    <Check title="本机存储" chip={CHIPS[state]}>
      <Found name="storage" state={state} />
      {state === 'bad'
        ? '浏览器不保存数据（可能是无痕窗口或被禁用）。考试照样能用，只是断网时没有发出的答案留不住，请常按“保存”。'
        : '断网时没有发出的答案先存在本机，恢复后自动发送。'}
      {freeMb === null ? '' : `可用空间约 ${freeMb} MB。`}
    </Check>
  );
}
