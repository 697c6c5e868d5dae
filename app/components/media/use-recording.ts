import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveTake } from '~/components/saving/take-queue';

export type Recorded = { blob: Blob; durationMs: number };

export type RecordingState = {
  phase: 'idle' | 'asking' | 'recording';
  /** Since recording began. */
  elapsedMs: number;
  /** 0–1, of the last tenth of a second; null where the browser cannot tell. */
  level: number | null;
  /** It goes on, but nothing is heard. */
  isSilent: boolean;
  /** Why it did not work, with what to do. */
  error: string;
};

const IDLE: RecordingState = { phase: 'idle', elapsedMs: 0, level: null, isSilent: false, error: '' };
const TICK_MS = 100;
/** What is spoken leaves the recorder this often: after a crash so much is missing. */
const SLICE_MS = 1000;
/** Shorter ones are a finger that slipped; the server refuses them too. */
const MIN_MS = 500;
/** A microphone that works is never below this for so long. */
export const SILENT_LEVEL = 0.012;
const SILENT_MS = 3000;

const TOO_SHORT = '这段录音不到半秒，像是误触，没有保存。请重新录音，说完再点“停止”。';
const PULLED_OUT = '麦克风断开了，录到这里为止的已经留下。请接好耳麦；要重说就再录一条。';

/** Why this page cannot record, as a sentence; '' when it can. Ask in the browser only. */
export function recordingObstacle(): string {
  if (!window.isSecureContext) {
    return '浏览器只在 https:// 或本机网址上开放麦克风，现在的网址不行。请改为上传录音文件，或告诉老师。';
  }
  if (!navigator.mediaDevices || !navigator.mediaDevices.getUserMedia || !window.MediaRecorder) {
    return '这个浏览器不能在页面里录音。请改为上传录音文件，或换用新版 Chrome、Edge、Firefox。';
  }
  return '';
}

const ERRORS: Record<string, string> = {
  NotAllowedError: '没有得到麦克风权限。请点地址栏左边的图标，允许使用麦克风后再试；也可以上传录音文件。',
  NotFoundError: '没有找到麦克风。请接好耳麦后再试；也可以用手机录好再上传文件。',
  NotReadableError: '麦克风被别的程序占用。请关掉正在用麦克风的程序后再试；也可以上传录音文件。',
};

/** What older browsers call the same. */
const OLDER_NAMES: Record<string, string> = {
  PermissionDeniedError: 'NotAllowedError',
  DevicesNotFoundError: 'NotFoundError',
  TrackStartError: 'NotReadableError',
  AbortError: 'NotReadableError',
};

function errorText(error: unknown): string {
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string };
  if (name === 'NotAllowedError' && /dismissed/i.test(message)) {
    return '还没有选择是否允许麦克风。请再点一次，在弹出的提示里选“允许”；也可以上传录音文件。';
  }
  return ERRORS[OLDER_NAMES[name] ?? name] ?? '麦克风没有打开。请检查耳麦后再试；也可以上传录音文件。';
}

/** Chrome and Firefox record webm, Safari mp4. */
const TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'];

type Session = {
  stream: MediaStream;
  recorder: MediaRecorder;
  startedAt: number;
  timer: ReturnType<typeof setInterval>;
  meter: Meter | null;
};

/**
 * Records from the microphone: start, stop (by hand, at `maxSeconds`, at `stopsAt`, or when the microphone is pulled
 * out). What was recorded is handed over in any of these cases, also when the component goes away: slice by slice to
 * what `begin` opens, or as a whole to `onRecorded`.
 */
export function useRecording({
  maxSeconds,
  stopsAt = Infinity,
  begin: open,
  onRecorded,
  onTick,
}: {
  maxSeconds: number;
  /** When it has to end, by performance.now(). */
  stopsAt?: number;
  /** Takes what is recorded while it is; `stop` ends the recording. */
  begin?: (mime: string, stop: () => void) => LiveTake;
  onRecorded?: (recorded: Recorded) => void;
  /** Every tenth of a second while recording; null when it ends. */
  onTick?: (elapsedMs: number | null) => void;
}) {
  const [state, setState] = useState(IDLE);
  const session = useRef<Session | null>(null);
  const isWanted = useRef(false);
  const callbacks = useRef({ open, onRecorded, onTick, stopsAt });
  callbacks.current = { open, onRecorded, onTick, stopsAt };

  const stop = useCallback(() => {
    isWanted.current = false;
    const recorder = session.current?.recorder;
    if (recorder && recorder.state !== 'inactive') recorder.stop();
  }, []);

  const start = useCallback(async () => {
    if (isWanted.current) return;
    const obstacle = recordingObstacle();
    if (obstacle) {
      setState({ ...IDLE, error: obstacle });
      return;
    }
    isWanted.current = true;
    setState({ ...IDLE, phase: 'asking' });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      });
      if (!isWanted.current) {
        stream.getTracks().forEach((track) => track.stop());
        setState(IDLE);
        return;
      }
      session.current = begin(stream);
    } catch (error) {
      isWanted.current = false;
      setState({ ...IDLE, error: errorText(error) });
    }

    function begin(stream: MediaStream): Session {
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
      const recorder = new MediaRecorder(stream, { ...(mimeType ? { mimeType } : {}), audioBitsPerSecond: 64_000 });
      const type = recorder.mimeType || mimeType || 'audio/webm';
      const chunks: Blob[] = [];
      const live = callbacks.current.open?.(type, stop);
      // Read one after the other, so that they stay in their order.
      let read: Promise<unknown> = Promise.resolve();
      let size = 0;
      let heardAt = performance.now();
      let isPulledOut = false;
      stream.getTracks().forEach((track) => {
        track.onended = () => {
          isPulledOut = true;
          stop();
        };
      });
      const meter = createMeter(stream);
      const startedAt = performance.now();
      const tick = () => {
        const elapsedMs = performance.now() - startedAt;
        const level = meter && meter.read();
        if (level === null || level >= SILENT_LEVEL) heardAt = performance.now();
        const isSilent = performance.now() - heardAt > SILENT_MS;
        setState({ phase: 'recording', elapsedMs, level, isSilent, error: '' });
        callbacks.current.onTick?.(elapsedMs);
        if (elapsedMs >= maxSeconds * 1000 || performance.now() >= callbacks.current.stopsAt) stop();
      };
      const timer = setInterval(tick, TICK_MS);
      recorder.ondataavailable = (event) => {
        if (event.data.size === 0) return;
        size += event.data.size;
        // A finger that slipped sends nothing.
        if (recorder.state === 'inactive' && performance.now() - startedAt < MIN_MS) return;
        if (!live) {
          chunks.push(event.data);
          return;
        }
        const { data } = event;
        read = read.then(async () => live.slice(new Uint8Array(await new Response(data).arrayBuffer())));
      };
      recorder.onstop = () => {
        const durationMs = performance.now() - startedAt;
        clearInterval(timer);
        meter?.close();
        stream.getTracks().forEach((track) => track.stop());
        isWanted.current = false;
        session.current = null;
        callbacks.current.onTick?.(null);
        const problem = durationMs < MIN_MS ? TOO_SHORT : size === 0 ? '没有录到声音，请检查耳麦后重录。' : '';
        setState({ ...IDLE, error: problem || (isPulledOut ? PULLED_OUT : '') });
        void read.then(() => (problem ? live?.drop() : live?.end(durationMs)));
        if (!problem && !live) callbacks.current.onRecorded?.({ blob: new Blob(chunks, { type }), durationMs });
      };
      recorder.start(SLICE_MS);
      tick();
      return { stream, recorder, startedAt, timer, meter };
    }
  }, [maxSeconds, stop]);

  // Leaving the page ends the recording and hands it over.
  useEffect(() => stop, [stop]);

  return { ...state, start, stop };
}

type Meter = { read(): number | null; close(): void };

/**
 * Reads how loud a stream is; null where the browser has no audio context, and while the one it has does not run: in
 * Firefox on a PC without loudspeakers, in Safari until it is allowed to. What it reads then looks like silence.
 */
function createMeter(stream: MediaStream): Meter | null {
  const Context = window.AudioContext ?? (window as { webkitAudioContext?: typeof AudioContext }).webkitAudioContext;
  if (!Context) return null;
  const context = new Context();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    read() {
      if (context.state !== 'running') {
        void context.resume().catch(() => undefined);
        return null;
      }
      analyser.getByteTimeDomainData(samples);
      let sum = 0;
      for (const sample of samples) sum += ((sample - 128) / 128) ** 2;
      // Speech lies around 0.05–0.3 of full scale.
      return Math.min(1, Math.sqrt(sum / samples.length) * 4);
    },
    close() {
      void context.close().catch(() => undefined);
    },
  };
}
