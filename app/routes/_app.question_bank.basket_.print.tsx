import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { PrintPaper } from '~/components/exam/print-paper';
import { HiddenFields } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Button, ButtonLink, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { DownloadIcon, PrintIcon } from '~/components/ui/teacher-icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { listBasket } from '~/domain/question-bank/basket.queries.server';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { requireTeacher } from '~/http/guards.server';
import { toBasket, toBasketPrint, toQuestionExport } from '~/lib/addresses/banks';
import { clip } from '~/lib/text';
import listStyles from '~/styles/lists.css?url';
import questionStyles from '~/styles/questions.css?url';
import a4 from '~/styles/paper-a4.css?url';
import styles from '~/styles/papers.css?url';

export const links: LinksFunction = () =>
  [listStyles, questionStyles, styles, a4].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? '打印试卷'} - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const [items, school] = await Promise.all([listBasket(actor), getSchool()]);
  const questions = items.flatMap(({ question, points }) => (question ? [{ ...toSnapshot(question), points }] : []));
  return {
    title: clip((searchParams.get('title') ?? '').trim() || '试卷', 60),
    withAnswers: searchParams.get('answers') === '1',
    schoolName: school.name,
    questions,
    points: questions.reduce((sum, question) => sum + question.points, 0),
  };
}

export default function PrintBasketPage() {
  const { title, withAnswers, questions, points, schoolName } = useLoaderData<typeof loader>();
  const isHydrated = useHydrated();
  const answers = withAnswers ? 1 : 0;
  return (
    <>
      <PageHeader
        title="打印试卷"
        purpose="打印出来只有试卷本身；没有“打印”按钮时，用浏览器菜单里的打印。"
        crumbs={[{ label: '题库' }, { label: '试题篮', href: toBasket() }, { label: '打印试卷' }]}
        actions={
          questions.length === 0 ? null : (
            <>
              <a
                className={buttonClass()}
                href={toQuestionExport({ source: 'basket', format: 'docx', answers, title })}
              >
                <DownloadIcon />
                导出 Word
              </a>
              {isHydrated ? (
                <Button type="button" variant="primary" onClick={() => window.print()}>
                  <PrintIcon />
                  打印
                </Button>
              ) : null}
            </>
          )
        }
      />
      {questions.length === 0 ? (
        <Card>
          <Empty
            title="试题篮里没有可以打印的题"
            action={
              <ButtonLink to={toBasket()} variant="primary">
                回到试题篮
              </ButtonLink>
            }
          >
            先从题库把题目加入试题篮。
          </Empty>
        </Card>
      ) : (
        <>
          <Form className="filter card no-print" aria-label="试卷的抬头" replace>
            <HiddenFields values={{ answers }} />
            <TextField name="title" label="试卷标题" defaultValue={title} maxLength={60} className="field--grow" />
            <Button>更新标题</Button>
            <Link className={buttonClass()} to={toBasketPrint({ title, answers: withAnswers ? 0 : 1 })} replace>
              {withAnswers ? '换成不带答案' : '换成带答案'}
            </Link>
          </Form>
          <PrintPaper {...{ title, schoolName, questions, points, withAnswers }} />
        </>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
