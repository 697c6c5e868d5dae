import { useLocation } from '@remix-run/react';

/** A form's texts by name, in order, out of an error's data; none when it carries none. */
export function keptTexts(data: unknown): [name: string, value: string][] {
  const extra = (data as { extra?: { kept?: unknown } } | null)?.extra;
  return Array.isArray(extra?.kept) ? (extra.kept as [string, string][]) : [];
}

/**
 * What was sent while the server could not take it: to be read, copied, and sent again as it is. No hooks of the
 * page: it stands when everything else has fallen, with script and without.
 */
export function KeptTexts({ texts }: { texts: [name: string, value: string][] }) {
  const { pathname, search } = useLocation();
  const written = texts.filter(([name, value]) => !name.startsWith('_') && isWritten(value));
  return (
    <form className="errorpage__kept" method="post" action={`${pathname}${search}`}>
      {texts.map(([name, value], index) =>
        written.some((one) => one[0] === name && one[1] === value) ? null : (
          <input key={index} type="hidden" name={name} value={value} />
        ),
      )}
      {written.map(([name, value], index) => (
        <textarea
          key={index}
          className="input"
          name={name}
          rows={Math.min(12, 2 + value.split('\n').length)}
          defaultValue={value}
          aria-label={`刚才填写的内容，第 ${index + 1} 项`}
        />
      ))}
      <p className="quiet small">{'刚才填写的内容都在这一页里，还没有保存。照片和录音要重新选择。'}</p>
      <button type="submit" className="btn btn--primary">
        再提交一次
      </button>
    </form>
  );
}

/** Something a person wrote, not a number or the id of something. */
function isWritten(value: string): boolean {
  return value.trim() !== '' && !/^[\w:.,-]*$/.test(value);
}
