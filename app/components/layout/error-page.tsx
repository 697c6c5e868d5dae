import type { ReactNode } from 'react';
import { BrandMark } from './brand';
import { errorWords } from './error-words';
import { useIsInsideMain } from './inside-main';

/** What an error boundary shows. Plain links only: it must stand when everything else has fallen. */
export function ErrorPage({
  status,
  title,
  text,
  requestId,
  homeHref = '/',
  homeLabel = '返回首页',
  children,
}: {
  status: number;
  title?: string;
  text?: string;
  /** Finds the entry in the server's log. */
  requestId?: string;
  homeHref?: string;
  homeLabel?: string;
  /** Below the text. */
  children?: ReactNode;
}) {
  const words = errorWords(status);
  const isInside = useIsInsideMain();
  const Frame = isInside ? 'div' : 'main';
  return (
    <Frame className="errorpage" id={isInside ? undefined : 'main'}>
      {isInside ? null : (
        <p className="brand">
          <BrandMark />
          考评
        </p>
      )}
      <p className="errorpage__status num">{status}</p>
      <h1>{title ?? words.title}</h1>
      <p className="errorpage__text">{text ?? words.text}</p>
      {requestId ? (
        <p className="quiet small">
          编号 <code>{requestId}</code>
        </p>
      ) : null}
      {children}
      <p className="errorpage__links">
        <a className="btn btn--primary" href={homeHref}>
          {homeLabel}
        </a>
      </p>
    </Frame>
  );
}
