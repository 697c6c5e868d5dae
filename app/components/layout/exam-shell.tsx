import type { ReactNode } from 'react';
import { BrandMark, SkipLink } from './brand';

/**
 * The layout of a student's waiting, exam, upload and record pages: an exam bar, the content and, on request, a bar
 * at the bottom. One column below 720 pixels.
 *
 * Inside, `exam__grid` holds `exam__col` and `<aside className="exam__side">`.
 */
export function ExamShell({
  title,
  sub,
  saved,
  time,
  actions,
  notice,
  bottom,
  bottomLabel = '换题',
  bottomPhoneOnly = false,
  children,
}: {
  /** The exam's name. */
  title: ReactNode;
  /** The student's name and number. */
  sub?: ReactNode;
  /** What is saved: usually `<ExamSaved/>`. */
  saved?: ReactNode;
  /** The time left and the deadline: usually `<ExamTime/>`. */
  time?: ReactNode;
  /** A link at the right, such as 返回考试, outside of an exam. */
  actions?: ReactNode;
  /** Below the bar, and like it always in sight. */
  notice?: ReactNode;
  bottom?: ReactNode;
  bottomLabel?: string;
  bottomPhoneOnly?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <SkipLink />
      <div className="exam">
        <header className="exambar">
          <div className="exambar__in">
            <BrandMark />
            <div className="exambar__title">
              <strong>{title}</strong>
              {sub ? <span>{sub}</span> : null}
            </div>
            {saved}
            {time}
            {actions}
          </div>
          {notice}
        </header>
        <main className="exam__main" id="main" tabIndex={-1}>
          {children}
        </main>
        {bottom ? (
          <nav className={`exambar-b${bottomPhoneOnly ? ' only-phone' : ''}`} aria-label={bottomLabel}>
            <div className="exambar__in">{bottom}</div>
          </nav>
        ) : null}
      </div>
    </>
  );
}

/** The saved slot: icon and words, announced when they change. */
export function ExamSaved({ children, icon }: { children: ReactNode; icon?: ReactNode }) {
  return (
    <p className="exambar__saved" role="status">
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** The time slot: what is left, large, and the absolute deadline below. */
export function ExamTime({ children, deadline }: { children?: ReactNode; deadline: ReactNode }) {
  return (
    <div className="exambar__time">
      {children ? <span>{children}</span> : null}
      <small>{deadline}</small>
    </div>
  );
}
