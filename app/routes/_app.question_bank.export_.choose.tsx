import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { RadioGroup } from '~/components/form/choice-fields';
import { FormActions, HiddenFields } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { keptParams } from '~/components/list/bulk-bar';
import { BANK_PLACES } from '~/components/question/bank-places';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { describeExport } from '~/domain/question-bank/export.queries.server';
import { exportSelection } from '~/domain/question-bank/export.schema';
import type { Bank } from '~/domain/question-bank/question.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { requireTeacher } from '~/http/guards.server';
import { paramsWithIds } from '~/http/list-params';
import { localPath } from '~/http/local-path';
import { toBank, toQuestionExport } from '~/lib/addresses/banks';
import { AppError, invalid } from '~/lib/errors';
import { fieldErrorsOf } from '~/lib/form-values';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: bankStyles }];

export const meta: MetaFunction = () => [{ title: '导出试题 - 考评' }];

/** Which format and how, for the questions that the URL names as the export itself takes them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const parsed = exportSelection.safeParse(paramsWithIds(new URL(request.url).searchParams));
  if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
  try {
    return {
      bank: parsed.data.bank,
      back: backOf(request, parsed.data.bank),
      ...(await describeExport(actor, parsed.data)),
    };
  } catch (error) {
    // Nothing to export, or too much: that is said where the choice was made.
    if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'too_large')) throw error;
    throw await redirectWithFlash(request, backOf(request, parsed.data.bank), error.message, 'warn');
  }
}

/** The list the questions were chosen on. */
function backOf(request: Request, bank: Bank): string {
  return localPath(new URL(request.url).searchParams.get('back'), toBank(bank));
}

export default function ExportPage() {
  const { bank, back, count, formats } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { title } = BANK_PLACES[bank];
  return (
    <>
      <PageHeader
        title="导出试题"
        purpose={`${count} 道题，选择一种格式下载。`}
        crumbs={[{ label: '题库' }, { label: title, href: back }, { label: '导出试题' }]}
      />
      <Card>
        {/* The browser's own form: the answer is a file, and this page stays. */}
        <form method="get" action={toQuestionExport()}>
          <HiddenFields
            values={keptParams(search, ['confirm', 'back', 'format', 'answers', 'currentPage', 'pageSize'])}
          />
          <RadioGroup
            name="format"
            label="格式"
            layout="list"
            defaultValue={formats.find((format) => !format.isEmpty)?.name}
            options={formats.map((format) => ({
              value: format.name,
              label: format.label,
              disabled: format.isEmpty,
              hint: [format.carries, format.leftOut].filter((text) => text !== '').join('。'),
            }))}
          />
          <RadioGroup
            name="answers"
            label="答案和解析"
            hint="Moodle XML、GIFT 和 QTI 总是带答案"
            defaultValue="1"
            options={[
              { value: '1', label: '附答案' },
              { value: '0', label: '不附答案' },
            ]}
          />
          <FormActions>
            <Button variant="primary">
              <DownloadIcon />
              导出
            </Button>
            <ButtonLink to={back}>返回</ButtonLink>
          </FormActions>
        </form>
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };
