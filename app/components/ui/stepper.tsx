import { Link } from '@remix-run/react';

/** The steps of a wizard. `current` is the index from 0; a step with `href` can be gone back to. */
export function Stepper({
  steps,
  current,
  label = '步骤',
}: {
  steps: { label: string; href?: string }[];
  current: number;
  label?: string;
}) {
  return (
    <nav aria-label={label}>
      <ol className="steps-nav card">
        {steps.map((step, index) => {
          const body = (
            <>
              <b aria-hidden="true">{index + 1}</b>
              <span className="vh">第 {index + 1} 步，</span>
              {step.label}
            </>
          );
          return (
            <li
              key={step.label}
              aria-current={index === current ? 'step' : undefined}
              className={index < current ? 'is-done' : undefined}
            >
              {step.href && index !== current ? <Link to={step.href}>{body}</Link> : <span>{body}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
