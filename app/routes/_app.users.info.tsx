import {
  data,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { RadioGroup } from '~/components/form/choice-fields';
import { DefaultSubmit } from '~/components/form/default-submit';
import { FieldsForm } from '~/components/form/fields-form';
import { FormActions, IntentButton, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { AvatarPicker } from '~/components/personal/avatar-picker';
import { RegionFields } from '~/components/personal/region-fields';
import { Card } from '~/components/ui/card';
import { storeFile } from '~/domain/file/file.commands.server';
import { updateProfile } from '~/domain/user/account.commands.server';
import { avatarSchema, profileFormSchema } from '~/domain/user/account.schema';
import { firstRegion, type RegionChoices } from '~/domain/user/region.rules';
import { regionChoices } from '~/domain/user/region.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { profileOf } from '~/http/asked-once.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { withMultipart, type Uploads } from '~/http/uploads.server';
import { toInfo, toSettings } from '~/lib/addresses/personal';
import { invalid } from '~/lib/errors';
import type { Actor } from '~/domain/actor/actor.rules';
import styles from '~/styles/personal.css?url';

export const meta: MetaFunction = () => [{ title: '个人信息 - 考评' }];

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

const HERE = toInfo();

const AVATAR_BYTES = 10 * 1024 * 1024;
/** Twice what the largest place shows, for sharp screens. */
const AVATAR_SIDE = 240;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const profile = await profileOf(request, actor);
  return { profile, isTeacher: isTeacher(actor), ...regionChoices(firstRegion(profile)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  return withMultipart(request, { maxFileBytes: AVATAR_BYTES, maxFiles: 1 }, async (uploads) => {
    const { form } = uploads;
    if (form.get('_intent') === 'avatar') return saveAvatar(request, actor, uploads, now);
    if (form.get('_intent') === 'removeAvatar') {
      await updateProfile(actor, { avatarFileId: null }, now);
      return redirectWithFlash(request, HERE, '头像已删除');
    }
    const typed = (name: string) => String(form.get(name) ?? '');
    const { region, choices } = regionChoices({
      province: typed('province'),
      city: typed('city'),
      district: typed('district'),
    });
    // Without script: the lists that belong to what was chosen, and the rest as it was typed.
    if (form.get('step') === 'region') return sameForm(form, region, choices);
    const save = (input: Parameters<typeof updateProfile>[1]) =>
      updateProfile(actor, { ...input, isFirstRegion: true }, now);
    const answer = isTeacher(actor)
      ? await answerForm(form, profileFormSchema, save)
      : await answerForm(form, profileFormSchema.omit({ name: true }), save);
    if (answer.ok) return redirectWithFlash(request, HERE, '个人信息已保存');
    return data({ ...answer.problem.data, extra: choices }, answer.problem.init ?? undefined);
  });
}

async function saveAvatar(request: Request, actor: Actor, uploads: Uploads, now: number) {
  const answer = await answerForm(uploads.form, avatarSchema, async (crop) => {
    const [file] = uploads.files;
    if (!file) throw invalid({ avatar: '请先选择一张图片' });
    const square = { crop, side: AVATAR_SIDE };
    const stored = await storeFile(actor, { kind: 'image', path: file.path, name: file.name, square }, now);
    await updateProfile(actor, { avatarFileId: stored.id }, now);
  });
  return answer.ok ? redirectWithFlash(request, HERE, '头像已更换') : answer.problem;
}

export default function InfoPage() {
  const { profile, isTeacher, region, choices } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const shown = (problem?.extra as RegionChoices | undefined) ?? choices;
  return (
    <>
      <PageHeader
        title="个人信息"
        purpose={
          isTeacher
            ? '姓名和头像会显示给同事和学生；电话和邮箱不会显示给学生。'
            : '姓名和头像会显示在页面右上角；电话和邮箱只有本班老师能看到。'
        }
        crumbs={[{ label: '个人中心', href: HERE }, { label: '个人信息' }]}
      />
      <div className="profile">
        <Card title="头像">
          {profile.avatarUrl ? (
            <img className="portrait" src={profile.avatarUrl} alt="现在的头像" width={120} height={120} />
          ) : (
            <span className="portrait" role="img" aria-label="还没有头像">
              {[...profile.name][0] ?? ''}
            </span>
          )}
          {/* A new picture begins with a new form. */}
          <FieldsForm key={profile.avatarUrl} problem={problem} intent="avatar" multipart>
            <AvatarPicker />
            <FormActions>
              <SubmitButton busyText="正在上传…">更换头像</SubmitButton>
            </FormActions>
          </FieldsForm>
          {profile.avatarUrl ? (
            <div className="mt-3">
              <IntentButton intent="removeAvatar" look="link">
                删除头像
              </IntentButton>
            </div>
          ) : null}
        </Card>
        <Card title="基本信息">
          <dl className="dl mb-5">
            <dt>账号</dt>
            <dd>{profile.account}</dd>
            {isTeacher ? null : (
              <>
                <dt>姓名</dt>
                <dd>
                  {profile.name} <span className="quiet">写错了请找班级老师更正</span>
                </dd>
              </>
            )}
            {profile.className ? (
              <>
                <dt>班级</dt>
                <dd>{profile.className}</dd>
              </>
            ) : null}
            <dt>邮箱</dt>
            <dd>
              {profile.email || '未填写'}
              <Link className="ml-3 underline" to={toSettings()}>
                {profile.email ? '修改邮箱' : '填写邮箱'}
              </Link>
            </dd>
          </dl>
          <FieldsForm problem={problem} intent="profile">
            <DefaultSubmit name="step" value="" />
            {isTeacher ? (
              <TextField name="name" label="姓名" defaultValue={profile.name} autoComplete="name" width="m" required />
            ) : null}
            <RadioGroup
              name="gender"
              label="性别"
              defaultValue={profile.gender}
              options={[
                { value: '', label: '不填写' },
                { value: '男', label: '男' },
                { value: '女', label: '女' },
              ]}
            />
            <TextField name="phone" label="电话" defaultValue={profile.phone} autoComplete="tel" width="m" optional />
            <RegionFields region={region} choices={shown} />
            <FormActions>
              <SubmitButton>保存</SubmitButton>
            </FormActions>
          </FieldsForm>
        </Card>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
