import type { ReactNode } from 'react';
import { ServerTime } from '~/components/ui/server-time';
import styles from '~/styles/public.css?url';
import { BrandMark, SkipLink } from './brand';

/** The look of pages for nobody in particular: /login, /forget, /test. */
export function PublicShell({
  schoolName,
  logoUrl = '',
  subtitle = '口语、笔试、理论考试与评价',
  serverNow,
  timeZone,
  wide = false,
  children,
  foot,
}: {
  schoolName: string;
  /** The school's own picture, or ''. */
  logoUrl?: string;
  subtitle?: string;
  serverNow?: number;
  timeZone?: string;
  /** Room for more than a form (/test). */
  wide?: boolean;
  children: ReactNode;
  /** Quiet links below the form. */
  foot?: ReactNode;
}) {
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <SkipLink />
      <div className={`login${wide ? ' login--wide' : ''}`}>
        <header className="login__side">
          <span className="brand">
            <BrandMark />
            考评
          </span>
          <div>
            {logoUrl === '' ? null : <img className="login__logo" src={logoUrl} alt="" />}
            <p className="login__school">{schoolName}</p>
            <p className="login__subtitle">{subtitle}</p>
          </div>
          <svg className="login__art" viewBox="0 0 360 200" aria-hidden="true">
            <g fill="none" strokeWidth="2" strokeLinecap="round">
              <path
                className="a1"
                d="M22 92v16M34 80v40M46 88v24M58 66v68M70 52v96M82 74v52M94 60v80M106 84v32M118 70v60M130 92v16M142 96v8"
              />
              <path className="a2" d="M190 62h150M190 92h128M190 122h150M190 152h86" />
              <path className="a1" d="m296 152 8 8 18-20" />
            </g>
          </svg>
          <p className="login__clock small">
            {serverNow !== undefined && timeZone ? (
              <>
                <span className="quiet">服务器时间</span> <ServerTime now={serverNow} timeZone={timeZone} />
              </>
            ) : null}
          </p>
        </header>
        <main className="login__main" id="main" tabIndex={-1}>
          <div className="login__form">{children}</div>
          {foot ? <div className="login__foot small">{foot}</div> : null}
        </main>
      </div>
    </>
  );
}
