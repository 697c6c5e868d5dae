import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { PublicShell } from '~/components/layout/public-shell';
import { RouteError } from '~/components/layout/route-error';
import { useClearStoredUser } from '~/components/layout/stored-user';
import {
  CameraCheck,
  Check,
  ClockCheck,
  MicrophoneCheck,
  ScriptCheck,
  SpeakerCheck,
  StorageCheck,
  UploadCheck,
} from '~/components/media/device-check';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { findDeviceChecks } from '~/domain/user/device-check.commands.server';
import { deviceSummary } from '~/domain/user/device-check.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { findActor } from '~/http/guards.server';
import { isLite } from '~/http/lite.server';
import { requestTime } from '~/http/request.server';
import { toDashboard, toLogin } from '~/lib/addresses/account';
import { toDeviceCheckResult } from '~/lib/addresses/entrance';
import { judgeBrowser } from '~/lib/browser';
import { formatMinute } from '~/lib/time';

export const meta: MetaFunction = () => [{ title: '设备检测 - 考评' }];

/** Public; unlike /login it leaves a session alone and clears only what the browser stored. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [school, actor, lite] = await Promise.all([getSchool(), findActor(request), isLite(request)]);
  const last = actor ? (await findDeviceChecks([actor.id])).get(actor.id) : undefined;
  return {
    last: last ? { at: formatMinute(last.checkedAt, school.timeZone), text: deviceSummary(last.result).text } : null,
    isSaved: new URL(request.url).searchParams.has('saved'),
    schoolName: school.name,
    timeZone: school.timeZone,
    isSignedIn: actor !== null,
    isLite: lite,
    serverNow: requestTime(request),
    browser: judgeBrowser(request.headers.get('User-Agent') ?? ''),
  };
}

export default function TestPage() {
  const { schoolName, timeZone, isSignedIn, isLite, serverNow, browser, last, isSaved } =
    useLoaderData<typeof loader>();
  useClearStoredUser();
  return (
    <PublicShell schoolName={schoolName} wide>
      <h1>设备检测</h1>
      <p className="quiet">考试前在要用的设备上看一遍。有一项不合适也能考试：下面写着该怎么办。</p>
      {last ? (
        <div className="mt-4" role="status">
          <Note tone={isSaved ? 'good' : 'info'}>
            {isSaved ? '已保存，本班老师看得到' : '上次保存'}：{last.at}，{last.text}。
          </Note>
        </div>
      ) : null}
      <Form method="post" action={toDeviceCheckResult()} reloadDocument>
        <ul className="mt-6">
          <Check
            title="浏览器"
            chip={
              <Chip tone={browser.isSupported ? 'good' : 'warn'}>{browser.isSupported ? '可以使用' : '版本较旧'}</Chip>
            }
          >
            {browser.name}
            {browser.version === null ? '' : ` ${browser.version}`}
            {browser.isSupported
              ? '，可以正常考试。'
              : '。建议换用 Chrome 80 以上、Edge、360 或 QQ 浏览器的极速模式、Firefox 78 以上。页面仍能打开，答题和上传也能用。'}
          </Check>
          <ScriptCheck isLite={isLite} />
          <ClockCheck serverNow={serverNow} timeZone={timeZone} />
          <MicrophoneCheck />
          <SpeakerCheck />
          <CameraCheck />
          <UploadCheck />
          <StorageCheck />
        </ul>
        {isSignedIn ? (
          <Button variant="primary">保存结果</Button>
        ) : (
          <p className="quiet">登录后再检测可以保存结果，老师看得到。</p>
        )}
      </Form>
      <p className="mt-4">
        <Link className="tap" to={isSignedIn ? toDashboard() : toLogin()} reloadDocument>
          {isSignedIn ? '返回首页' : '返回登录'}
        </Link>
      </p>
    </PublicShell>
  );
}

export { RouteError as ErrorBoundary };
