import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { OralTrial } from '~/components/question/oral-trial';
import { EditsCard } from '~/components/question/question-edits';
import { OwnOrCopy } from '~/components/question/question-preview';
import { AnswerKey } from '~/components/question/question-review';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DescriptionList } from '~/components/ui/facts';
import { RotateIcon } from '~/components/ui/icons';
import { splitOralText } from '~/domain/question-bank/oral-text.rules';
import { getPreview } from '~/domain/question-bank/preview.queries.server';
import { previewParams } from '~/domain/question-bank/question-fields.schema';
import { levelLabel } from '~/domain/question-bank/question.rules';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toBank, toQuestionView, toSharedBank } from '~/lib/addresses/banks';
import { formatDuration } from '~/lib/time';
import questionStyles from '~/styles/questions.css?url';
import itemStyles from '~/styles/items.css?url';
import recorderStyles from '~/styles/recorder.css?url';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () =>
  [questionStyles, itemStyles, recorderStyles, bankStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `试做 ${data?.name ?? ''} - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { id } = previewParams.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  return { ...(await getPreview(actor, 'oral', id, requestTime(request))), now: requestTime(request) };
}

export default function OralEvaluationPage() {
  const { question, facts, isOwn, canEdit, edits, now } = useLoaderData<typeof loader>();
  const { body } = question;
  const chunks = splitOralText(body.examContent);
  const readingMs = chunks[chunks.length - 1]?.time ?? 0;
  return (
    <>
      <PageHeader
        title="试做"
        purpose="和学生考试时看到的一样；录音只在本页试听，不上传。"
        crumbs={[
          { label: '题库' },
          isOwn ? { label: '口语题库', href: toBank('oral') } : { label: '共享题库', href: toSharedBank() },
          { label: `试做 ${questionNumber(question)}` },
        ]}
        actions={
          <>
            <ButtonLink to={toQuestionView('oral', { id: question.id })} reloadDocument>
              <RotateIcon />
              重新开始
            </ButtonLink>
            <OwnOrCopy question={question} isOwn={isOwn} canEdit={canEdit} />
          </>
        }
      />
      <div className="grid-aside">
        <div className="stack">
          <OralTrial key={question.id} question={question} now={now} />
          <EditsCard question={question} edits={edits} />
        </div>
        <div className="stack">
          <Card title="归类">
            <DescriptionList
              small
              items={[
                { term: '难度', detail: levelLabel(question.level) },
                { term: '准备', detail: body.prepSeconds === 0 ? '不设' : formatDuration(body.prepSeconds * 1000) },
                { term: '限时', detail: formatDuration(body.answerSeconds * 1000) },
                { term: '朗读', detail: `${chunks.length} 句，高亮共 ${formatDuration(readingMs)}` },
                ...facts,
              ]}
            />
          </Card>
          {question.keyPoints.length > 0 ? (
            <Card title="评分依据" hint="学生看不到">
              <AnswerKey question={{ ...question, questionId: question.id }} />
            </Card>
          ) : null}
        </div>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
