import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import type { Publishable } from '~/domain/work/publish.queries.server';
import type { ShownItem } from '~/domain/work/work-content.queries.server';
import type { WorkScore } from '~/domain/work/work.queries.server';
import { ANONYMOUS_NAME } from '~/domain/work/work.rules';
import { WorkContentView } from './work-content';
import { WorkScoreText } from './work-score';

/** Exactly what others will see, by what the form said when it was last sent. */
export function PublishPreview({
  from,
  score,
  items,
  values,
  name,
  className,
  isUpdated,
}: {
  from: Pick<Publishable, 'title' | 'existing'>;
  score: WorkScore;
  items: ShownItem[];
  /** Of the form. */
  values: Record<string, string | string[]>;
  name: string;
  className: string;
  isUpdated: boolean;
}) {
  const said = (field: string, fallback: string) => [values[field] ?? fallback].flat()[0] ?? '';
  const title = said('title', from.existing?.title ?? from.title);
  const description = said('description', from.existing?.description ?? '');
  const isAnonymous = said('anonymous', from.existing?.isAnonymous === false ? '0' : '1') !== '0';
  return (
    <aside aria-label="别人看到的样子">
      <Card title="别人看到的样子" hint={isUpdated ? undefined : '改动后点“预览效果”更新'}>
        <p className="worktitle">
          <RichText text={title} />
        </p>
        <p>
          <WorkScoreText score={score} />
        </p>
        <p className="work__by">
          {isAnonymous ? ANONYMOUS_NAME : name}
          {className ? <span className="quiet">，{className}</span> : null}
        </p>
        {description === '' ? null : <p className="worktext worktext--lead">{description}</p>}
        {items.length === 0 ? <p className="quiet">还没有选要展示的内容。</p> : null}
        <WorkContentView items={items} title={title} />
      </Card>
    </aside>
  );
}
