import { Button, ButtonLink } from '~/components/ui/button';
import { PrintIcon } from '~/components/ui/teacher-icons';

/** On the page with everything unfolded: print it, or go back. */
export function PrintActions({ backHref }: { backHref: string }) {
  return (
    <>
      <ButtonLink to={backHref}>返回</ButtonLink>
      <Button type="button" variant="primary" className="with-script" onClick={() => window.print()}>
        <PrintIcon />
        打印
      </Button>
      <span className="quiet small without-script">按 Ctrl+P 打印</span>
    </>
  );
}
