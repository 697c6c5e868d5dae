import { ButtonLink } from '~/components/ui/button';
import { RotateIcon } from '~/components/ui/icons';
import type { PracticePage } from './practice-parts';

/** Why a target in the own history cannot be practised any more. */
export function goneWord({ isClosed = false, isInTrash = false }: { isClosed?: boolean; isInTrash?: boolean }): string {
  if (isClosed) return '考试结束后再看';
  return isInTrash ? '已删除，在回收站' : '已不再共享';
}

/** The way to another try, or why there is none. */
export function AgainLink({ page, href }: { page: PracticePage; href: string }) {
  if (page.isInTrash) return <span className="quiet">这道题{goneWord(page)}，还原以后才能再练。</span>;
  return (
    <ButtonLink to={href}>
      <RotateIcon />
      再练一次
    </ButtonLink>
  );
}
