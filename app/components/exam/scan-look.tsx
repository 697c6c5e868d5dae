import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import type { ScanPage } from '~/domain/scan/scan.rules';
import { toScan } from '~/lib/addresses/exams';

/** One page as large as the screen allows, with the way back to all of them. */
export function ScanLook({ examId, page, title }: { examId: number; page: ScanPage; title: string }) {
  return (
    <Card
      title={title}
      hint={page.source === title ? undefined : page.source}
      actions={
        <>
          <a className="tap" href={page.url} target="_blank" rel="noreferrer">
            在新标签页看原图
          </a>
          <ButtonLink to={toScan({ id: examId })}>返回全部</ButtonLink>
        </>
      }
    >
      <img src={page.url} alt={title} />
    </Card>
  );
}
