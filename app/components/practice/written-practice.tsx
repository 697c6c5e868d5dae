import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, SubmitButton } from '~/components/form/submit';
import { PictureFields } from '~/components/question/question-form';
import { Pictures } from '~/components/question/pictures';
import { AnswerKey, GivenAnswer } from '~/components/question/question-review';
import { QuestionView } from '~/components/question/question-view';
import { RichText } from '~/components/question/rich-text';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { UploadIcon } from '~/components/ui/icons';
import { ScoreText } from '~/components/ui/score-text';
import { PublishOffer } from '~/components/work/publish-offer';
import { isBlankAnswer, takesPhotos } from '~/domain/attempt/answer.rules';
import { practicePath, PRACTICE_FIELDS, RATING_LABELS } from '~/domain/practice/practice.rules';
import { withoutMarkingPoints } from '~/domain/scoring/paper/scoring.rules';
import type { FormProblem } from '~/http/form-problem';
import { toThreads } from '~/lib/addresses/works';
import { RatingForm } from './rating-form';
import { AgainLink } from './gone';
import { AnswerError, AnswerMeta, keptAnswer, PracticeHead, type PracticePage } from './practice-parts';

/**
 * A pen question to answer by typing, by photos or both. Sent by the browser itself: it has two buttons, and photos
 * that were uploaded stay in the form while more are taken.
 */
export function WrittenForm({
  page,
  requestId,
  now,
  problem,
}: {
  page: PracticePage;
  requestId: string;
  now: number;
  problem: FormProblem | null | undefined;
}) {
  const hasPhotos = takesPhotos(page.question);
  return (
    <section className="card item" aria-labelledby="stem">
      <PracticeHead page={page} />
      <FieldsForm problem={problem} multipart reloadDocument>
        <AnswerMeta requestId={requestId} now={now} />
        <input type="hidden" name="_intent" value="answer" />
        <AnswerError problem={problem} />
        <QuestionView
          question={page.question}
          titleId="stem"
          heading="h1"
          names={PRACTICE_FIELDS}
          answer={keptAnswer(problem)}
        >
          {hasPhotos ? (
            <div className="mt-4">
              <PictureFields imageIds={[]} label="作答照片" />
            </div>
          ) : null}
        </QuestionView>
        <div className="waiting__act">
          <SubmitButton size="l" busyText="正在提交…">
            提交，对照要点
          </SubmitButton>
          {hasPhotos ? (
            <Button size="l" name="more" value="1">
              <UploadIcon />
              先上传，再加照片
            </Button>
          ) : null}
        </div>
      </FieldsForm>
    </section>
  );
}

/** A pen answer beside its marking points, which the student ticks, the reference and the key words. */
export function WrittenResult({
  page,
  runId,
  problem,
}: {
  page: PracticePage & { done: NonNullable<PracticePage['done']> };
  runId: number | null;
  problem: FormProblem | null | undefined;
}) {
  const { question, done, target } = page;
  if (question.bank !== 'written') return null;
  const points = question.body.markingPoints;
  return (
    <>
      <section className="card item" aria-labelledby="stem">
        <PracticeHead page={page} />
        <QuestionView
          question={{ ...question, body: { ...question.body, answerBy: 'photo' } }}
          titleId="stem"
          heading="h1"
        />
        {isBlankAnswer(done.value) ? null : <GivenAnswer question={question} answer={done.value} />}
        <Pictures imageIds={done.files.map((file) => file.id)} label="作答照片" />
      </section>
      <Card
        title={points.length > 0 ? '对照评分要点' : '参考答案'}
        actions={done.score === null ? undefined : <ScoreText value={done.score * 100} word />}
      >
        {points.length > 0 ? (
          <FieldsForm intent="mark" formKey="mark" problem={problem}>
            <FormOwner />
            <input type="hidden" name="id" value={done.id} />
            <fieldset className="fieldset">
              <legend className="vh">答到的要点</legend>
              <p className="hint">答到了就打勾，保存后算出得分，可以再改。</p>
              <ul className="checks checks--list">
                {points.map((point, index) => (
                  <li key={index}>
                    <label className="check">
                      <input type="checkbox" name="met" value={index} defaultChecked={done.met?.[index] ?? false} />
                      <span>
                        <RichText text={point.text} imageIds={question.imageIds} />
                        <span className="quiet small check__hint">{point.points} 分</span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
            <p className="mt-3">
              <SubmitButton>保存得分</SubmitButton>
            </p>
          </FieldsForm>
        ) : null}
        <AnswerKey question={withoutMarkingPoints(question)} />
        {points.length === 0 && question.body.referenceAnswer === '' && question.keyPoints.length === 0 ? (
          <p className="quiet">这道题没有写参考答案，可以自己评一下。</p>
        ) : null}
      </Card>
      <Card>
        <RatingForm
          id={done.id}
          rating={done.selfRating}
          note={done.note}
          labels={RATING_LABELS}
          hint="自己觉得答得怎么样"
          problem={problem}
        />
      </Card>
      <div className="row mt-4">
        <AgainLink page={page} href={practicePath('written', target, { run: runId })} />
        {page.isInTrash ? null : <PublishOffer offer={page.offers[done.id]} size="m" />}
        <ButtonLink className="ml-3" to={toThreads({ ask: 1, subject: 'practice', practiceId: done.id })}>
          向老师提问
        </ButtonLink>
        <ButtonLink
          className="ml-3"
          variant="quiet"
          to={practicePath('written', target, { run: runId, done: done.id, confirm: 'delete' })}
        >
          删除这次练习
        </ButtonLink>
      </div>
    </>
  );
}
