import { useCallback, useEffect, useRef, useState } from 'react';

export type Recorded = { blob: Blob; durationMs: number };

export type RecordingState = {
  phase: 'idle' | 'asking' | 'recording';
  /** Since recording began. */
  elapsedMs: number;
  /** 0–1, of the last tenth of a second. */
  level: number;
  /** Why it did not work, with what to do. */
  error: string;
};

const IDLE: RecordingState = { phase: 'idle', elapsedMs: 0, level: 0, error: '' };
const TICK_MS = 100;

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

function errorText(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  return ERRORS[name] ?? '麦克风没有打开。请检查耳麦后再试；也可以上传录音文件。';
}

/** Chrome and Firefox record webm, Safari mp4. */
const TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'];

type Session = {
  stream: MediaStream;
  recorder: MediaRecorder;
  chunks: Blob[];
  startedAt: number;
  timer: ReturnType<typeof setInterval>;
  meter: Meter | null;
};

/**
 * Records from the microphone: start, stop (by hand, at `maxSeconds`, or when the microphone is pulled out).
 * What was recorded is handed over in any of these cases, also when the component goes away.
 */
export function useRecording({
  maxSeconds,
  onRecorded,
  onTick,
}: {
  maxSeconds: number;
  onRecorded: (recorded: Recorded) => void;
  /** Every tenth of a second while recording; null when it ends. */
  onTick?: (elapsedMs: number | null) => void;
}) {
  const [state, setState] = useState(IDLE);
  const session = useRef<Session | null>(null);
  const isWanted = useRef(false);
  const callbacks = useRef({ onRecorded, onTick });
  callbacks.current = { onRecorded, onTick };

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
    // Sends what is recorded; fetched now, as the line may be gone when recording ends.
    void import('./resumable-upload').catch(() => undefined);
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
      const chunks: Blob[] = [];
      const meter = createMeter(stream);
      const startedAt = performance.now();
      const tick = () => {
        const elapsedMs = performance.now() - startedAt;
        setState({ phase: 'recording', elapsedMs, level: meter?.read() ?? 0, error: '' });
        callbacks.current.onTick?.(elapsedMs);
        if (elapsedMs >= maxSeconds * 1000) stop();
      };
      const timer = setInterval(tick, TICK_MS);
      recorder.ondataavailable = (event) => {
        if (event.data.size > 0) chunks.push(event.data);
      };
      recorder.onstop = () => {
        const durationMs = performance.now() - startedAt;
        clearInterval(timer);
        meter?.close();
        stream.getTracks().forEach((track) => track.stop());
        isWanted.current = false;
        session.current = null;
        setState(IDLE);
        callbacks.current.onTick?.(null);
        const blob = new Blob(chunks, { type: recorder.mimeType || mimeType || 'audio/webm' });
        if (blob.size > 0) callbacks.current.onRecorded({ blob, durationMs });
        else setState({ ...IDLE, error: '没有录到声音，请检查耳麦后重录。' });
      };
      // In slices, so that a crash of the encoder costs at most a second.
      recorder.start(1000);
      tick();
      return { stream, recorder, chunks, startedAt, timer, meter };
    }
  }, [maxSeconds, stop]);

  // Leaving the page ends the recording and hands it over.
  useEffect(() => stop, [stop]);

  return { ...state, start, stop };
}

type Meter = { read(): number; close(): void };

/** Reads how loud a stream is; null where the browser has no audio context. */
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
