import { Button, ButtonLink } from '~/components/ui/button';
import { PrintIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';

/** On the page with everything unfolded: print it, or go back. */
export function PrintActions({ backHref }: { backHref: string }) {
  const isHydrated = useHydrated();
  return (
    <>
      <ButtonLink to={backHref}>返回</ButtonLink>
      {isHydrated ? (
        <Button type="button" variant="primary" onClick={() => window.print()}>
          <PrintIcon />
          打印
        </Button>
      ) : (
        <span className="quiet small">按 Ctrl+P 打印</span>
      )}
    </>
  );
}
