import { Link } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { Card } from '~/components/ui/card';
import { CheckIcon, ClockIcon } from '~/components/ui/icons';
import { FIRST_STEP_WORDS, FIRST_STEPS, nextStep, type FirstStepCounts } from '~/domain/user/first-steps.rules';

/** 开始使用: what a new school does first, ticked where it is done; each step leads to where it is done. */
export function FirstSteps({ counts }: { counts: FirstStepCounts }) {
  const next = nextStep(counts);
  const done = FIRST_STEPS.filter((step) => counts[step] > 0).length;
  return (
    <Card
      title="开始使用"
      hint={`五步办一场考试，已完成 ${done} 步；在“账号设置”里可以再打开`}
      padded={false}
      className="mb-4"
      actions={<IntentButton intent="closeFirstSteps">不再显示</IntentButton>}
    >
      <ol className="todos">
        {FIRST_STEPS.map((step, index) => {
          const { title, unit, link, href } = FIRST_STEP_WORDS[step];
          const count = counts[step];
          return (
            <li className="todo" key={step} aria-current={step === next ? 'step' : undefined}>
              {count > 0 ? <CheckIcon /> : <ClockIcon />}
              <strong className={step === next ? 'font-semibold' : undefined}>
                {index + 1}. {title}
              </strong>
              <span className="num">
                {count > 0 ? `已完成，${count} ${unit}` : step === next ? '下一步' : '还没有'}
              </span>
              <Link to={href} className="text-right">
                {link}
              </Link>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
