import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { LayerLegend, PhotoView } from '~/components/scoring/photo-desk';
import { photoHref, ZOOMS } from '~/components/scoring/photo-tools';
import { CLICK_TOOLS, MarkList, PlainPhoto } from '~/components/scoring/photo-forms';
import { paperHref } from '~/components/scoring/papers-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { LeftIcon, RightIcon } from '~/components/ui/teacher-icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { arrangePhoto, editPhotoMarks, markByForm } from '~/domain/scoring/marking/photo-marks.commands.server';
import { getPhotoDesk } from '~/domain/scoring/marking/photo-marks.queries.server';
import type { Point } from '~/domain/scoring/marking/photo-marks.rules';
import { photoFormSchema } from '~/domain/scoring/marking/photo-marks.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import styles from '~/styles/photo-room.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `第 ${data.desk.itemNumber} 题照片 ${data.desk.number} - 考评` : '答卷照片 - 考评' },
];

const paramsSchema = z.object({
  photoId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  zoom: z.coerce
    .number()
    .refine((zoom) => ZOOMS.includes(zoom))
    .catch(100),
  tool: z
    .string()
    .transform((tool) => CLICK_TOOLS.find((one) => one === tool) ?? null)
    .catch(null),
  from: z
    .string()
    .regex(/^[01](\.\d{1,4})?,[01](\.\d{1,4})?$/)
    .transform((text) => text.split(',').map(Number) as Point)
    .nullable()
    .catch(null),
});

function paramsOf(request: Request) {
  return paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { photoId, ...state } = paramsOf(request);
  return { desk: await getPhotoDesk(actor, photoId, requestTime(request)), state };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const { photoId, zoom, tool } = paramsOf(request);
  const keep: Record<string, string | number> = { ...(zoom === 100 ? {} : { zoom }), ...(tool ? { tool } : {}) };
  const here = photoHref(photoId, keep);
  const answer = await answerForm(await readTexts(request), photoFormSchema, async (input) => {
    switch (input._intent) {
      case 'mark': {
        const marked = await markByForm(actor, input, now);
        if ('from' in marked) return redirect(photoHref(photoId, { ...keep, from: marked.from.join(',') }), 303);
        return redirectWithFlash(request, here, '批注已保存');
      }
      case 'remove': {
        const { version, index } = input;
        await editPhotoMarks(actor, { photoId: input.photoId, version, edit: { kind: 'remove', index } }, now);
        return redirectWithFlash(request, here, '批注已删除');
      }
      case 'turn':
      case 'move':
        await arrangePhoto(actor, input, now);
        return redirectWithFlash(request, here, input._intent === 'turn' ? '照片已旋转' : '照片已移动');
    }
  });
  return answer.ok ? answer.value : answer.problem;
}

export default function PhotoPage() {
  const { desk, state } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? null;
  const isHydrated = useHydrated();
  const { exam, attempt, photo, number, photoIds, isLocked, itemNumber, itemId } = desk;
  const neighbour = (index: number) => {
    const id = photoIds[index];
    return id === undefined ? null : photoHref(id, state.tool ? { tool: state.tool } : {});
  };
  const before = neighbour(number - 2);
  const after = neighbour(number);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id, part: attempt.part }) },
          { label: '评分', href: `${paperHref(attempt.id, 0)}#item-${itemId}` },
          { label: '照片' },
        ]}
        title={`第 ${itemNumber} 题，照片 ${number} / ${photoIds.length}`}
        purpose="放大、旋转、调整次序，在照片上批注；公布成绩后学生看得到批注。"
        actions={
          <nav className="row" aria-label="切换照片">
            {before ? (
              <ButtonLink to={before} rel="prev">
                <LeftIcon />
                上一张
              </ButtonLink>
            ) : null}
            {after ? (
              <ButtonLink to={after} rel="next">
                <span>下一张</span>
                <RightIcon />
              </ButtonLink>
            ) : null}
          </nav>
        }
      />
      {isLocked ? <Note>成绩已经公布，照片和批注不能再改。要改，请先由出题老师撤回公布。</Note> : null}
      {isHydrated ? (
        <Card>
          <PhotoView
            key={photo.id}
            photo={photo}
            number={number}
            count={photoIds.length}
            isLocked={isLocked}
            isAlone
            neighbours={{ before, after }}
          />
        </Card>
      ) : (
        <div className="desk__page">
          <Card>
            <PlainPhoto desk={desk} state={state} problem={problem} />
          </Card>
          <Card title="我的批注" level={2}>
            <MarkList desk={desk} state={state} />
            <LayerLegend photo={photo} />
          </Card>
        </div>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
