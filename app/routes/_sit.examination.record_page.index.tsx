import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { chartImage } from '~/components/chart/chart.server';
import { resultRadar } from '~/components/chart/result-chart.server';
import { SittingShell } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import type { ReceiptNotes } from '~/components/scoring/receipt-card';
import { ReleasedResult } from '~/components/scoring/released-result';
import { UnreleasedResult } from '~/components/scoring/unreleased-result';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { RESIT_RULES } from '~/domain/exam/resit.rules';
import { noteFormulasOfPaper } from '~/domain/question-bank/shown-formulas.commands.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { listOffersOfResult } from '~/domain/work/publish.queries.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toCensusChart } from '~/lib/addresses/statistics';
import styles from '~/styles/chart.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `成绩：${data?.result.exam.name ?? ''} - 考评` },
];

const paramsSchema = z.object({ examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const { examId } = paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  const result = await getOwnResult(actor, examId, requestTime(request));
  if (result.isReleased) {
    const papers = result.parts.map(({ items }) => items.map(({ snapshot }) => snapshot));
    await noteFormulasOfPaper(actor.id, papers, requestTime(request));
  }
  const radar = resultRadar(result);
  const offers = result.isReleased ? await listOffersOfResult(actor, result.parts) : [];
  const handedIn = (result.isReleased ? result.parts : result.handedIn).flatMap(({ attempt }) => attempt ?? []);
  const notes: ReceiptNotes = {};
  for (const attempt of handedIn) notes[attempt.id] = await listReceiptNotes(attempt);
  const waitsFor =
    !result.isReleased && result.awaitsResit
      ? `你有一次补考。补考评完分以后，这里再显示得分、评语和解析，同时会发消息通知你；在那以前，原来考过的成绩也不显示。考了两次的，${RESIT_RULES[result.resitCounts]}。`
      : '老师评完分并公布后，这里会显示得分、评语和解析，同时会发消息通知你。';
  return {
    result,
    waitsFor,
    offers,
    notes,
    radar: radar ? chartImage(toCensusChart({ kind: 'result', examId }), radar) : null,
  };
}

export default function RecordPage() {
  const { result, waitsFor, offers, notes, radar } = useLoaderData<typeof loader>();
  return (
    <SittingShell title={result.exam.name}>
      <h1 className="vh">{result.exam.name}成绩</h1>
      {result.isReleased ? (
        <ReleasedResult result={result} offers={offers} notes={notes} radar={radar} />
      ) : (
        <UnreleasedResult result={result} notes={notes} waitsFor={waitsFor} />
      )}
    </SittingShell>
  );
}

export { RouteError as ErrorBoundary };
