import { useLocation } from '@remix-run/react';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import type { RubricPage } from '~/domain/scoring/marking/rubric-page.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { paperHref } from './papers-table';
import { PresetLinks, RubricForm } from './rubric-form';
import { OutdatedNote, ReapplyPreview, RubricText, RubricVersions } from './rubric-versions';

/** A part's rubric: read, or as a form with presets to start from, its versions, and scores given by older ones. */
export function RubricSection({
  page,
  isOpen,
  problem,
}: {
  page: RubricPage;
  /** Its owner may change it, and nothing is released yet. */
  isOpen: boolean;
  problem: FormProblem | null | undefined;
}) {
  const location = useLocation();
  const { inForce, form, examId, part } = page;
  const plain = { preset: null, version: null, confirm: null };
  const here = withParams(location, plain);
  return (
    <>
      {isOpen && page.reapply && inForce.id !== null ? (
        <ReapplyPreview
          rows={page.reapply}
          rubricId={inForce.id}
          examId={examId}
          part={part}
          cancelHref={here}
          paperHref={(attemptId) => paperHref(attemptId, 0)}
        />
      ) : (
        <OutdatedNote
          count={page.outdated}
          reapplyHref={isOpen && inForce.id !== null ? withParams(location, { ...plain, confirm: 'reapply' }) : null}
        />
      )}
      {page.shown ? (
        <Card
          title={`第 ${page.shown.version} 版`}
          foot={
            <ButtonLink to={here} preventScrollReset>
              关闭
            </ButtonLink>
          }
        >
          <RubricText rubric={page.shown.rubric} />
        </Card>
      ) : null}
      {isOpen ? (
        <>
          <PresetLinks
            presets={page.presets}
            current={form.preset}
            href={(preset) => withParams(location, { ...plain, preset })}
          />
          <RubricForm
            // Another preset is another form: what was typed belongs to the one before.
            key={`${form.preset} ${inForce.version}`}
            examId={examId}
            part={part}
            version={inForce.version}
            rubric={form.rubric}
            isFromPreset={form.preset !== ''}
            problem={problem}
          />
        </>
      ) : (
        <Card title="现在的评分标准" hint={inForce.version > 0 ? `第 ${inForce.version} 版` : undefined}>
          <RubricText rubric={inForce.rubric} />
        </Card>
      )}
      <RubricVersions
        versions={page.versions}
        unversioned={page.unversioned}
        href={(version) => withParams(location, { ...plain, version })}
      />
    </>
  );
}
