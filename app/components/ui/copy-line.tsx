import { useRef, useState } from 'react';
import { Button } from './button';
import { CopyIcon } from './teacher-icons';

/** A text to be handed on, whole in one line; with script one click copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    input.current?.select();
    // On plain http there is no navigator.clipboard.
    setCopied(document.execCommand('copy'));
  };
  return (
    <div className="copyline">
      <input
        ref={input}
        className="input"
        type="text"
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button type="button" className="with-script" onClick={copy}>
        <CopyIcon small />
        复制
      </Button>
      <span role="status" className="quiet">
        {isCopied ? '已复制' : ''}
      </span>
    </div>
  );
}
