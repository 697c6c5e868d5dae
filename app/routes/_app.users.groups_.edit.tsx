import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CheckedForm } from '~/components/form/checked-form';
import { ColleaguePicker } from '~/components/form/colleague-picker';
import { FormActions, HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { listChoices } from '~/domain/teaching-group/choices.queries.server';
import { addGroup, editGroup } from '~/domain/teaching-group/group.commands.server';
import { getGroup } from '~/domain/teaching-group/group.queries.server';
import { addGroupSchema, editGroupFormSchema } from '~/domain/teaching-group/group.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toGroups } from '~/lib/addresses/personal';
import { AppError } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { idField, idList } from '~/lib/zod';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.group ? '更改' : '新建'}教研组 - 考评` },
];

const LIST = toGroups();

function askedId(request: Request): number | null {
  const id = new URL(request.url).searchParams.get('id');
  return id === null || id === '' ? null : idField().catch(0).parse(id);
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const id = askedId(request);
  const group = id === null ? null : await getGroup(actor, id);
  if (group && !group.canManage) throw new AppError('forbidden', '只有建这个教研组的老师可以更改它。');
  const isSearch = searchParams.has('find');
  const ticked = idList('', { min: 0 }).catch([]).parse(searchParams.getAll('teacherIds'));
  const except = group ? group.maker.id : actor.id;
  const choices = await listChoices({
    find: (searchParams.get('find') ?? '').slice(0, 100),
    chosen: isSearch ? ticked : (group?.members.map((member) => member.id) ?? []),
    except,
  });
  return {
    group: group ? { id: group.id, name: group.name } : null,
    name: isSearch ? (searchParams.get('name') ?? '').slice(0, 100) : (group?.name ?? ''),
    maker: group ? group.maker.name : actor.name,
    choices,
    requestId: newUuid(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const form = await readTexts(request);
  const answer =
    askedId(request) === null
      ? await answerForm(form, addGroupSchema, (input) => addGroup(actor, input, now))
      : await answerForm(form, editGroupFormSchema, (input) => editGroup(actor, input, now));
  if (!answer.ok) return answer.problem;
  const { name, members } = answer.value;
  return redirectWithFlash(request, LIST, `已保存教研组“${name}”，共 ${members.length} 人`);
}

export default function GroupEditPage() {
  const { group, name, maker, choices, requestId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const title = group ? '更改教研组' : '新建教研组';
  return (
    <>
      <PageHeader title={title} crumbs={[{ label: '个人中心' }, { label: '教研组', href: LIST }, { label: title }]} />
      <Card>
        <CheckedForm schema={group ? editGroupFormSchema : addGroupSchema} problem={problem} reloadDocument>
          <HiddenFields values={group ? { id: group.id } : { requestId }} />
          <TextField
            name="name"
            label="教研组名称"
            hint="例如 旅游英语教研组；全校的教研组不能同名"
            width="wide"
            maxLength={40}
            required
            defaultValue={name}
          />
          <ColleaguePicker
            label="成员"
            hint={`勾选要加入的同事；建组的老师（${maker}）总在组里。加入的老师会收到消息。`}
            choices={choices}
          />
          <FormActions>
            <SubmitButton />
            <ButtonLink to={LIST}>取消</ButtonLink>
          </FormActions>
        </CheckedForm>
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
