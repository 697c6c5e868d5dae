import { useNavigate } from '@remix-run/react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Button } from '~/components/ui/button';
import { toSitting } from '~/lib/addresses/sitting';
import { UPLOAD_FORM } from './oral-upload';
import { ASK, goTo } from './sitting-paths';

/**
 * Leads on from an item. The file and the recording that are chosen there go along: with script the page keeps them,
 * without it this is a button of the form that sends them first.
 */
export function OralGo({
  to,
  go,
  children,
  ...look
}: {
  to: string;
  go: string;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'size' | 'block' | 'variant' | 'className'>) {
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    navigate(to);
  };
  return (
    <Button {...look} form={UPLOAD_FORM} name="_go" value={go} onClick={onClick}>
      {children}
    </Button>
  );
}

/** 上一题, 下一题 at the bottom, 交卷 on a phone. */
export function OralTurn({
  position,
  count,
  examId,
  handInHref,
}: {
  position: number;
  count: number;
  examId: number;
  handInHref: string;
}) {
  const at = (number: number) => ({
    ...{ go: goTo(number), size: 'l' as const },
    to: toSitting('oral', { id: examId, item: number }),
  });
  return (
    <>
      {position > 1 ? <OralGo {...at(position - 1)}>上一题</OralGo> : null}
      {count > 1 ? (
        <span className="quiet small push">
          第 {position} 题，共 {count} 题
        </span>
      ) : null}
      {position < count ? (
        <OralGo {...at(position + 1)} className="push" variant="primary">
          下一题
        </OralGo>
      ) : (
        <OralGo to={handInHref} go={ASK} size="l" className="push" variant="primary">
          交卷
        </OralGo>
      )}
    </>
  );
}
