import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ResourceFacts } from '~/components/resource/resource-facts';
import { ResourceView } from '~/components/resource/resource-view';
import { ButtonLink, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { formatBytes } from '~/domain/file/file.rules';
import { previewOf } from '~/domain/file/resource-types.rules';
import { getResource, readTextPreview } from '~/domain/resource/resource.queries.server';
import { audienceText, downloadName } from '~/domain/resource/resource.rules';
import { resourceIdSchema } from '~/domain/resource/resource.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { requireUser } from '~/http/guards.server';
import { toResourceEdit, toResourceFile, toResources } from '~/lib/addresses/resources';
import { notFound } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import styles from '~/styles/resources.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.resource.title} - ` : ''}资源 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const asked = resourceIdSchema.safeParse({ id: new URL(request.url).searchParams.get('id') });
  if (!asked.success) throw notFound('资源');
  const resource = await getResource(actor, asked.data.id);
  const { timeZone } = await getSchool();
  const preview = previewOf(resource.mime);
  const { id, title, kind, size, ownerName, isOpen, downloadCount } = resource;
  return {
    resource: { id, title, kind, ownerName, isOpen, downloadCount },
    fileName: downloadName(resource),
    size: formatBytes(size),
    durationMs: resource.durationMs,
    uploadedAt: formatMinute(resource.createdAt, timeZone),
    preview,
    text: preview === 'text' ? await readTextPreview(resource) : null,
    isOwn: resource.ownerId === actor.id,
    // Which other classes see it is nothing to a student.
    audience: isTeacher(actor) ? audienceText(resource) : null,
  };
}

export default function ResourcePreviewPage() {
  const { resource, fileName, size, durationMs, uploadedAt, preview, text, isOwn, audience } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={resource.title}
        crumbs={[{ label: '资源', href: toResources() }, { label: '预览' }]}
        actions={
          <>
            {isOwn ? <ButtonLink to={toResourceEdit({ id: resource.id })}>编辑</ButtonLink> : null}
            <a className={buttonClass({ variant: 'primary' })} href={toResourceFile(resource.id)} download>
              <DownloadIcon />
              下载
            </a>
          </>
        }
      />
      <div className="grid-aside">
        <Card title="内容" className="resource__view">
          <ResourceView id={resource.id} title={resource.title} durationMs={durationMs} preview={preview} text={text} />
        </Card>
        <Card title="关于">
          <ResourceFacts resource={resource} fileName={fileName} size={size} at={uploadedAt} audience={audience} />
        </Card>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
