import { Button, buttonClass } from '~/components/ui/button';
import type { RunningAttempt } from '~/domain/attempt/running.queries.server';
import { toLogin } from '~/lib/addresses/account';
import { toSitting } from '~/lib/addresses/sitting';

/** On a public page while a student's exam is running: whose it is, the way back to it, and to another account. */
export function RunningExam({
  name,
  account,
  attempt: { examId, examName, part, partLabel },
}: {
  name: string;
  account: string;
  attempt: RunningAttempt;
}) {
  return (
    <section aria-labelledby="running-exam" className="mb-4">
      <h2 id="running-exam" className="mb-4">
        考试正在进行
      </h2>
      <p className="mb-4">
        现在登录的是{name}（{account}），正在参加“{examName}”的{partLabel}考试。
      </p>
      <p className="mb-4">
        <a
          className={buttonClass({ variant: 'primary', size: 'l', block: true })}
          href={toSitting(part, { id: examId })}
        >
          继续考试
        </a>
      </p>
      <form method="post" action={toLogin()}>
        <input type="hidden" name="_intent" value="switch" />
        <Button block>换人登录</Button>
      </form>
      <p className="quiet small">换人登录会退出{name}的账号。已保存的答案都在，重新登录后可以接着考。</p>
    </section>
  );
}
