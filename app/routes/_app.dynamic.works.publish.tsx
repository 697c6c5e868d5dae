import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { PublishForm } from '~/components/work/publish-form';
import { PublishPreview } from '~/components/work/publish-preview';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { getPublishPage, previewPieces } from '~/domain/work/publish.queries.server';
import { publishWork } from '~/domain/work/work.commands.server';
import type { ShownItem } from '~/domain/work/work-content.queries.server';
import { publishSchema } from '~/domain/work/work.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toWorks } from '~/lib/addresses/interaction';
import { toWork } from '~/lib/addresses/works';
import styles from '~/styles/works.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '发布作品 - 考评' }];

const id = z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null);
const sourceSchema = z.object({ attemptId: id, practiceId: id });

function sourceOf(request: Request) {
  const { searchParams } = new URL(request.url);
  return sourceSchema.parse({
    attemptId: searchParams.get('attemptId') ?? undefined,
    practiceId: searchParams.get('practiceId') ?? undefined,
  });
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const page = await getPublishPage(actor, sourceOf(request), requestTime(request));
  return { ...page, name: actor.name };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const source = sourceOf(request);
  const form = await readTexts(request);
  const keys = form.getAll('pieces').map(String);
  if (form.has('preview')) return sameForm(form, {}, { shown: await previewPieces(actor, source, keys, now) });
  const answer = await answerForm(form, publishSchema, (input) =>
    // Nothing ticked is nothing shown, not the default.
    publishWork(actor, { ...input, ...source, pieces: keys }, now),
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, toWork(answer.value.id), '已提交，老师通过后会展示在高分作品里');
}

export default function PublishPage() {
  const { name, className, shown, chosen, obstacle, backHref, ...from } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const previewed = (problem?.extra as { shown: ShownItem[] } | undefined)?.shown;
  return (
    <>
      <PageHeader
        title="发布作品"
        purpose={`把${from.isSelfRated ? '这次练习' : `这份${PART_LABELS[from.part]}答卷`}发布到高分作品，老师通过后大家都能看到。`}
        crumbs={[{ label: '互动' }, { label: '高分作品', href: toWorks() }, { label: '发布作品' }]}
      />
      {obstacle ? (
        <Card>
          <Note tone="warn">{obstacle}</Note>
          <p className="row mt-4">
            {from.existing ? <ButtonLink to={toWork(from.existing.id)}>看这份作品</ButtonLink> : null}
            <ButtonLink to={backHref}>返回</ButtonLink>
          </p>
        </Card>
      ) : (
        <div className="onework onework--even">
          <Card>
            <PublishForm from={from} chosen={chosen} name={name} backHref={backHref} problem={problem} />
          </Card>
          <PublishPreview
            from={from}
            score={from.score}
            items={previewed ?? shown}
            values={problem?.values ?? {}}
            name={name}
            className={className}
            isUpdated={previewed !== undefined}
          />
        </div>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
