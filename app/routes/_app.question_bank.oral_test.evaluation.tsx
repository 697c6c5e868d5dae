import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { OralTrial } from '~/components/question/oral-trial';
import { AnswerKey } from '~/components/question/question-review';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DescriptionList } from '~/components/ui/facts';
import { EditIcon, RotateIcon } from '~/components/ui/icons';
import { splitOralText } from '~/domain/question-bank/oral-text.rules';
import { countExamUses, getQuestion } from '~/domain/question-bank/question.queries.server';
import { levelLabel, questionNumber } from '~/domain/question-bank/question.rules';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { formatDuration } from '~/lib/time';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `试做 ${data?.question.title ?? ''} - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const question = await getQuestion(actor, 'oral', Number(new URL(request.url).searchParams.get('id')) || 0);
  const uses = await countExamUses([question.id]);
  return { question, usedIn: uses.get(question.id) ?? 0, now: requestTime(request) };
}

export default function OralEvaluationPage() {
  const { question, usedIn, now } = useLoaderData<typeof loader>();
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
          { label: '口语题库', href: '/question_bank/oral_test/index' },
          { label: `试做 ${questionNumber(question)}` },
        ]}
        actions={
          <>
            <ButtonLink to={`?id=${question.id}`} reloadDocument>
              <RotateIcon />
              重新开始
            </ButtonLink>
            <ButtonLink to={`/question_bank/oral_test/page?id=${question.id}`} variant="primary">
              <EditIcon />
              编辑
            </ButtonLink>
          </>
        }
      />
      <div className="grid-aside">
        <div className="stack">
          <OralTrial key={question.id} question={question} now={now} />
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
                { term: '用在', detail: usedIn === 0 ? '还没有考试用到' : `${usedIn} 场考试` },
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
