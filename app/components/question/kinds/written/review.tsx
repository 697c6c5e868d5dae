import { scaledMarkingPoints } from '~/domain/question-bank/kinds/written/marking-points.rules';
import type { WrittenBody } from '~/domain/question-bank/question.schema';
import { RichText } from '../../rich-text';
import { givenText, KeyRow, LongText, type KindReview } from '../review-parts';

export const written: KindReview<WrittenBody> = {
  given: givenText,
  keyRows: ({ body, imageIds }, points) => (
    <>
      {body.referenceAnswer ? (
        <KeyRow term="参考答案">
          <LongText text={body.referenceAnswer} imageIds={imageIds} />
        </KeyRow>
      ) : null}
      {body.markingPoints.length > 0 ? (
        <KeyRow term="评分要点">
          <ol className="key__points">
            {scaledMarkingPoints(body.markingPoints, points).map((point, index) => (
              <li key={index}>
                <span>
                  <RichText text={point.text} imageIds={imageIds} />
                </span>
                <span className="num nowrap">{point.points} 分</span>
              </li>
            ))}
          </ol>
        </KeyRow>
      ) : null}
    </>
  ),
};
