import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { DiskNote } from '~/components/school/disk-note';
import { RouteError } from '~/components/layout/route-error';
import { MailForms } from '~/components/school/mail-forms';
import { SchoolBasics, SchoolExams, SchoolWords } from '~/components/school/school-forms';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { removeMailServer, saveMailServer, sendTestMail } from '~/domain/mail/mail.commands.server';
import { mailSchema, testMailSchema } from '~/domain/mail/mail.schema';
import { findMailStatus, findMailView } from '~/domain/mail/mail-settings.server';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { saveSchool, saveSchoolExams, saveSchoolWords } from '~/domain/user/school.commands.server';
import { getDiskState } from '~/domain/file/quota.server';
import { getSensitiveWords, readSchool } from '~/domain/school/school.queries.server';
import { schoolExamSchema, schoolSchema, schoolWordsSchema } from '~/domain/user/school.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { profileOf, schoolOf } from '~/http/asked-once.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { withMultipart, type Uploads } from '~/http/uploads.server';
import { toInfo, toSchool } from '~/lib/addresses/personal';
import { isLoopback } from '~/lib/loopback.mjs';
import { formatMinute } from '~/lib/time';
import passwordStyles from '~/styles/passwords.css?url';
import styles from '~/styles/accounts.css?url';

export const links: LinksFunction = () => [passwordStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '学校设置 - 考评' }];

const PAGE = toSchool();

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  assertAdministrator(actor);
  const [school, stored, words, mail, status, profile, disk] = await Promise.all([
    schoolOf(request),
    readSchool(),
    getSensitiveWords(),
    findMailView(),
    findMailStatus(),
    profileOf(request, actor),
    getDiskState(),
  ]);
  return {
    disk,
    school: {
      name: school.name,
      logoUrl: school.logoUrl,
      timeZone: school.timeZone,
      // Earlier versions stored the address of the moment, also one that only the server opens: it goes with the next save.
      siteUrl: isOwnAddress(stored.siteUrl) ? '' : stored.siteUrl,
      // What is written meanwhile: the address of the moment, unless nobody else can open it.
      siteUrlNow: isOwnAddress(request.url) ? '' : new URL(request.url).origin,
      hasSiteUrl: school.siteUrl !== '',
      isSiteUrlFixed: school.siteUrl !== '' && school.siteUrl !== stored.siteUrl,
      fixedSiteUrl: school.siteUrl,
      thresholds: school.thresholds,
      retentionDays: school.retentionDays,
      words,
    },
    zones: Intl.supportedValuesOf('timeZone'),
    mail,
    mailStatus: status && { ...status, time: formatMinute(status.at, school.timeZone) },
    myEmail: profile.email,
  };
}

/** An address that only the server itself opens. */
const isOwnAddress = (url: string) => url !== '' && isLoopback(new URL(url).hostname);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  assertAdministrator(actor);
  return withMultipart(request, { maxFileBytes: MAX_FILE_BYTES.image, maxFiles: 1 }, (uploads) =>
    act(actor, uploads, request),
  );
}

async function act(actor: Actor, uploads: Uploads, request: Request) {
  const now = requestTime(request);
  const answer = await answerForIntent(actor, uploads, now);
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, PAGE, answer.value);
}

/** One schema per intent: what is wrong stands at its own field. */
async function answerForIntent(actor: Actor, uploads: Uploads, now: number) {
  const { form } = uploads;
  switch (form.get('_intent')) {
    case 'exams':
      return answerForm(form, schoolExamSchema, async (input) => {
        await saveSchoolExams(actor, input, now);
        return '考试默认值已保存：分数线用于新建的考试，录音保留天数从现在起对所有录音有效';
      });
    case 'words':
      return answerForm(form, schoolWordsSchema, async (input) => {
        const count = await saveSchoolWords(actor, input, now);
        return count === 0 ? '敏感词表已清空' : `敏感词表已保存，共 ${count} 个词`;
      });
    case 'mail':
      return answerForm(form, mailSchema, async (input) => {
        await saveMailServer(actor, input, now);
        return '邮件设置已保存，请发一封测试邮件试试';
      });
    case 'noMail':
      return answerForm(form, mailSchema.partial(), async () => {
        await removeMailServer(actor, now);
        return '邮件设置已清除';
      });
    case 'test':
      return answerForm(form, testMailSchema, async (input) => {
        await sendTestMail(actor, input, now);
        return `测试邮件已发到 ${input.to}，请查收`;
      });
    default:
      return answerForm(form, schoolSchema, async (input) => {
        const [file] = uploads.files;
        const logo = file
          ? await storeFile(actor, { kind: 'image', path: file.path, name: file.name }, now)
          : undefined;
        await saveSchool(actor, { ...input, logoFileId: logo?.id }, now);
        return '学校信息已保存';
      });
  }
}

export default function SchoolPage() {
  const { disk, school, zones, mail, mailStatus, myEmail } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="学校设置"
        purpose="只有管理员能看到和更改；每次更改都记入审计。"
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '学校设置' }]}
      />
      <DiskNote disk={disk} />
      <SchoolBasics school={school} zones={zones} problem={problem} />
      <SchoolExams school={school} problem={problem} />
      <SchoolWords words={school.words} problem={problem} />
      <MailForms mail={mail} status={mailStatus} hasSiteUrl={school.hasSiteUrl} myEmail={myEmail} problem={problem} />
    </>
  );
}

export { RouteError as ErrorBoundary };
