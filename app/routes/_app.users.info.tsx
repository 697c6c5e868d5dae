import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RadioGroup } from '~/components/form/choice-fields';
import { FileField } from '~/components/form/file-field';
import { PostForm } from '~/components/form/post-form';
import { FormActions, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { PersonalTabs } from '~/components/layout/personal-tabs';
import { RouteError } from '~/components/layout/route-error';
import { Card } from '~/components/ui/card';
import { storeFile } from '~/domain/file/file.commands.server';
import { updateProfile } from '~/domain/user/account.commands.server';
import { profileSchema } from '~/domain/user/account.schema';
import { getProfile } from '~/domain/user/user.queries.server';
import { isTeacher } from '~/domain/user/user.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readMultipart } from '~/http/uploads.server';

export const meta: MetaFunction = () => [{ title: '个人信息 - 考评' }];

// 120px round, as specified.
const AVATAR = 'mb-4 flex h-[120px] w-[120px] rounded-full border border-theme-200 object-cover text-[40px]';

const AVATAR_BYTES = 10 * 1024 * 1024;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  return { profile: await getProfile(actor.id), isTeacher: isTeacher(actor) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const upload = await readMultipart(request, { maxFileBytes: AVATAR_BYTES, maxFiles: 1 });
  try {
    const answer = await answerForm(upload.form, profileSchema, async (input) => {
      const [file] = upload.files;
      const avatar = file
        ? await storeFile(actor, { kind: 'image', path: file.path, name: file.name }, now)
        : undefined;
      await updateProfile(actor, { ...input, avatarFileId: avatar?.id }, now);
    });
    if (!answer.ok) return answer.problem;
  } finally {
    await upload.discard();
  }
  return redirectWithFlash(request, '/users/info', '个人信息已保存');
}

export default function InfoPage() {
  const { profile } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="个人信息"
        purpose="姓名和头像会显示在页面右上角；电话和邮箱只有本班老师能看到。"
        crumbs={[{ label: '个人中心', href: '/users/info' }, { label: '个人信息' }]}
      />
      <PersonalTabs current="/users/info" />
      <PostForm problem={problem} multipart>
        <Card>
          <div className="grid grid-cols-[240px_minmax(0,1fr)] gap-8">
            <div>
              {profile.avatarUrl ? (
                <img className={AVATAR} src={profile.avatarUrl} alt="现在的头像" width={120} height={120} />
              ) : (
                <span
                  className={`${AVATAR} items-center justify-center bg-theme-100 text-theme-700`}
                  role="img"
                  aria-label="还没有头像"
                >
                  {[...profile.name][0] ?? ''}
                </span>
              )}
              <FileField
                name="avatar"
                label="头像"
                hint="JPEG、PNG 或 WebP，不超过 10 MB，居中裁成圆形显示"
                accept="image/jpeg,image/png,image/webp"
                optional
              />
            </div>
            <div>
              <dl className="dl mb-5">
                <dt>账号</dt>
                <dd>{profile.account}</dd>
                {profile.className ? (
                  <>
                    <dt>班级</dt>
                    <dd>{profile.className}</dd>
                  </>
                ) : null}
              </dl>
              <TextField name="name" label="姓名" defaultValue={profile.name} autoComplete="name" width="m" required />
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
              <TextField
                name="email"
                label="邮箱"
                defaultValue={profile.email}
                autoComplete="email"
                width="m"
                optional
              />
              <div className="fieldrow">
                <TextField name="province" label="省" defaultValue={profile.province} width="s" optional />
                <TextField name="city" label="市" defaultValue={profile.city} width="s" optional />
                <TextField name="district" label="区县" defaultValue={profile.district} width="s" optional />
              </div>
              <FormActions>
                <SubmitButton>保存</SubmitButton>
              </FormActions>
            </div>
          </div>
        </Card>
      </PostForm>
    </>
  );
}

export { RouteError as ErrorBoundary };
