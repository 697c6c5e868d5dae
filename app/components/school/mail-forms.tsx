import { CheckedForm } from '~/components/form/checked-form';
import { SelectField } from '~/components/form/choice-fields';
import { FormActions, IntentButton, SubmitButton } from '~/components/form/submit';
import { NumberField, PasswordField, TextField } from '~/components/form/text-fields';
import { Card } from '~/components/ui/card';
import { DescriptionList } from '~/components/ui/facts';
import { Note } from '~/components/ui/feedback';
import { MAIL_SECURITIES, type MailSecurity } from '~/domain/mail/mail.rules';
import { mailSchema, testMailSchema } from '~/domain/mail/mail.schema';
import type { FormProblem } from '~/http/form-problem';

type Problem = FormProblem | null | undefined;

export type MailFormsProps = {
  mail: {
    host: string;
    port: number;
    security: MailSecurity;
    user: string;
    sender: string;
    hasPassword: boolean;
    isFromEnvironment: boolean;
  } | null;
  status: { ok: boolean; error: string; time: string } | null;
  hasSiteUrl: boolean;
  myEmail: string;
  problem: Problem;
};

/** The school's mail server, how the last mail went, and a mail to try it. */
export function MailForms({ mail, status, hasSiteUrl, myEmail, problem }: MailFormsProps) {
  return (
    <Card
      title="邮件"
      hint={mail ? '已设置' : '没有设置'}
      id="school-mail"
      className="section"
      actions={
        mail && !mail.isFromEnvironment ? (
          <IntentButton intent="noMail" variant="warn">
            清除邮件设置
          </IntentButton>
        ) : null
      }
    >
      <p className="quiet mb-4">
        用来给忘记密码、填过邮箱的教师发重置链接。不设置也可以：这时由管理员或同事生成链接当面交给本人。
      </p>
      {status && !status.ok ? (
        <Note tone="bad">
          {status.time} 的邮件没有发出：{status.error}
        </Note>
      ) : null}
      {status?.ok ? <Note tone="good">{status.time} 的邮件已发出。</Note> : null}
      {mail && !hasSiteUrl ? (
        <Note tone="warn">还没有保存上面的“网址”：邮件里的链接需要它，保存之前不会发重置邮件。</Note>
      ) : null}
      {mail?.isFromEnvironment ? <FromEnvironment mail={mail} /> : <ServerForm mail={mail} problem={problem} />}
      {mail ? <TestForm myEmail={myEmail} problem={problem} /> : null}
    </Card>
  );
}

function FromEnvironment({ mail }: { mail: NonNullable<MailFormsProps['mail']> }) {
  return (
    <>
      <Note>邮件由服务器的 SMTP_URL 设置，不能在这里修改。</Note>
      <DescriptionList
        items={[
          { term: '服务器', detail: `${mail.host}:${mail.port}` },
          { term: '连接加密', detail: MAIL_SECURITIES[mail.security] },
          { term: '发件人', detail: mail.sender },
        ]}
      />
    </>
  );
}

function ServerForm({ mail, problem }: { mail: MailFormsProps['mail']; problem: Problem }) {
  return (
    <CheckedForm schema={mailSchema} intent="mail" problem={problem}>
      <div className="fieldrow">
        <TextField
          name="host"
          label="服务器"
          hint="例如 smtp.school.cn"
          width="m"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={mail?.host}
        />
        <NumberField name="port" label="端口" hint="多为 465" required defaultValue={mail?.port ?? 465} />
        <SelectField
          name="security"
          label="连接加密"
          hint="按邮件服务商的说明"
          width="m"
          defaultValue={mail?.security ?? 'tls'}
          options={Object.entries(MAIL_SECURITIES).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <div className="fieldrow">
        <TextField
          name="user"
          label="用户名"
          hint="服务器不要求登录时不填"
          width="m"
          optional
          autoComplete="off"
          spellCheck={false}
          defaultValue={mail?.user}
        />
        <PasswordField
          name="password"
          label="邮箱密码"
          hint={mail?.hasPassword ? '已保存，不填就不变' : '多数邮箱要用“授权码”'}
          width="m"
          optional
          autoComplete="new-password"
        />
      </div>
      <TextField
        name="sender"
        label="发件人"
        hint="收信人看到的地址，多与用户名相同"
        width="m"
        required
        autoComplete="off"
        spellCheck={false}
        inputMode="email"
        defaultValue={mail?.sender}
      />
      <FormActions>
        <SubmitButton>保存邮件设置</SubmitButton>
      </FormActions>
    </CheckedForm>
  );
}

function TestForm({ myEmail, problem }: { myEmail: string; problem: Problem }) {
  return (
    <div className="mailtest">
      <CheckedForm schema={testMailSchema} intent="test" problem={problem}>
        <TextField
          name="to"
          label="测试邮件发给"
          width="m"
          autoComplete="off"
          spellCheck={false}
          inputMode="email"
          defaultValue={myEmail}
        />
        <FormActions>
          <SubmitButton variant="default" busyText="正在发送…">
            发测试邮件
          </SubmitButton>
        </FormActions>
      </CheckedForm>
    </div>
  );
}
