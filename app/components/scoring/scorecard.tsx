import { needsHand } from '~/domain/exam/by-hand.rules';
import { Link } from '@remix-run/react';
import { Button, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { ScoreText } from '~/components/ui/score-text';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { RubricVersion } from '~/domain/scoring/marking/rubric.rules';
import type { ScoreView } from '~/domain/scoring/marking/scores.queries.server';
import { formatPoints, isOtherScale, totalWord } from '~/domain/scoring/paper/scoring.rules';
import type { Settlement } from '~/domain/scoring/paper/settlement.rules';
import { OWN_SCORE_WORDS } from '~/domain/scoring/paper/share-out.rules';
import { toConsistency } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import { CommentField } from './comment-field';
import { useLiveMarks } from './live-marks';
import { RubricFields } from './rubric-fields';
import type { SheetItem } from './sheet-item';

/** What the submit buttons say; a button's own value, which the browser's native sending keeps. */
export const SCORE_INTENTS = ['draft', 'final', 'next', 'comment'] as const;

/** The card beside the paper: total, sliders, comment and the three ways to save. */
export function Scorecard({
  part,
  items,
  rubric,
  own,
  comment,
  quickComments,
  remarks,
  isLocked,
  isFixed,
}: {
  part: Part;
  items: SheetItem[];
  rubric: RubricVersion;
  own: Pick<ScoreView, 'state' | 'updatedAt' | 'rubricId'> | null;
  comment: string;
  quickComments: string[];
  /** What the mark has to be given with: over a limit, late, refused. */
  remarks: string[];
  /** Released: read only. */
  isLocked: boolean;
  /** The own marks stand: comments are all there is to save. */
  isFixed: boolean;
}) {
  const oral = items.filter((item) => item.snapshot.bank === 'oral' && needsHand(item));
  return (
    <Card
      level={2}
      title={`${PART_LABELS[part]}评分`}
      actions={<OwnState own={own} />}
      foot={
        isLocked ? null : isFixed ? (
          <div className="scorecard__buttons">
            <Button name="_intent" value="comment" size="s">
              保存评语
            </Button>
          </div>
        ) : (
          <div className="scorecard__buttons">
            {part === 'written' ? (
              <a href="#own-marks" className={buttonClass({ size: 's' }, 'scorecard__jump')}>
                各题
              </a>
            ) : null}
            <Button name="_intent" value="draft" size="s">
              保存草稿
            </Button>
            <Button name="_intent" value="final" size="s">
              提交评分
            </Button>
            <Button
              name="_intent"
              value="next"
              variant="primary"
              size="s"
              className="scorecard__next"
              title="提交这份评分，再打开下一份还没评的答卷"
            >
              保存并下一份
            </Button>
          </div>
        )
      }
    >
      <input type="hidden" name="rubricId" value={rubric.id ?? ''} />
      {own && own.rubricId !== rubric.id ? (
        <Note>这份评分是按旧的评分标准给的，现在仍按它计分；重新提交后按第 {rubric.version} 版计分。</Note>
      ) : null}
      {remarks.length > 0 ? <Note tone="warn">{remarks.join('；')}</Note> : null}
      {part === 'written' ? <WrittenTotal items={items} /> : <OralTotal count={oral.length} />}
      <fieldset disabled={isFixed}>
        {oral.map((item, index) => (
          <RubricFields key={item.id} item={item} title={oral.length > 1 ? `口语 ${index + 1}` : '总分'} />
        ))}
      </fieldset>
      <CommentField start={comment} quickComments={quickComments} />
    </Card>
  );
}

function OwnState({ own }: { own: Pick<ScoreView, 'state' | 'updatedAt'> | null }) {
  if (!own) return <Chip tone="line">{OWN_SCORE_WORDS.none}</Chip>;
  return (
    <>
      <Chip tone={own.state === 'final' ? 'good' : 'theme'}>{OWN_SCORE_WORDS[own.state]}</Chip>
      <span className="small quiet">{formatMinute(own.updatedAt).slice(5)}</span>
    </>
  );
}

/** Of several oral items their mean; a single one shows its own total. */
function OralTotal({ count }: { count: number }) {
  const { percent } = useLiveMarks();
  if (count === 1) return null;
  return (
    <div className="total">
      <span className="quiet">总分</span>
      <output>
        {percent === null ? <span className="quiet">没评完</span> : <ScoreText value={percent} word size="xl" />}
      </output>
    </div>
  );
}

function WrittenTotal({ items }: { items: SheetItem[] }) {
  const { percent, marks } = useLiveMarks();
  const full = items.reduce((sum, item) => sum + item.points, 0);
  const earned = items.reduce((sum, item) => sum + (marks.get(item.id)?.points ?? 0), 0);
  return (
    <>
      <div className="total">
        <span className="quiet">{totalWord(isOtherScale(full))}</span>
        <output>
          {percent === null ? <span className="quiet">没评完</span> : <ScoreText value={percent} word size="xl" />}
        </output>
      </div>
      <p className="small quiet">
        {percent === null ? '目前 ' : ''}
        {formatPoints(earned)} / {formatPoints(full)} 分
      </p>
      <ol className="scorecard__items" id="own-marks" aria-label="各题得分">
        {items.map((item, index) => {
          const points = marks.get(item.id)?.points ?? null;
          return (
            <li key={item.id}>
              <a
                href={`#item-${item.id}`}
                className={points === null ? 'is-open' : needsHand(item) ? 'is-hand' : undefined}
                aria-label={`第 ${index + 1} 题，${points === null ? '未给分' : `${formatPoints(points)} 分`}，满分 ${formatPoints(item.points)} 分`}
              >
                {index + 1}
                <b>{points === null ? '没评' : formatPoints(points)}</b>
              </a>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** What the other examiners gave and whose of it counts; only the owner sees it. */
export function OtherScores({ others, countedIds }: { others: ScoreView[]; countedIds: number[] }) {
  if (others.length === 0) return null;
  const leavesOut =
    countedIds.length > 0 && others.some((one) => one.state === 'final' && !countedIds.includes(one.id));
  const hint = countedIds.length < 2 ? undefined : leavesOut ? '计入的取平均' : '取平均';
  return (
    <Card title="其他老师的评分" hint={hint} padded={false}>
      <ul className="others">
        {others.map((score) => (
          <li key={score.id}>
            <span>
              {score.examinerName}
              {leavesOut && score.state === 'final' ? (
                <> {countedIds.includes(score.id) ? <Chip tone="good">计入</Chip> : <Chip tone="line">不计入</Chip>}</>
              ) : null}
            </span>
            {score.state === 'draft' ? <Chip>草稿</Chip> : <ScoreText value={score.percent} word />}
            {score.comment ? <p className="small quiet">{score.comment}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** That others have scored the paper, and where the owner may see it. */
export function HiddenScores({
  examId,
  part,
  count,
  settlement,
}: {
  examId: number;
  part: Part;
  count: number;
  settlement: Settlement;
}) {
  return (
    <Card title="其他老师的评分">
      <p>
        已有 {count} 位老师提交了评分{settlement === 'arbitration' ? '，相差超过限额' : ''}
        。您提交自己的评分以后，这里显示他们的。
      </p>
      <p className="small quiet">
        要先看再裁定，请到
        <Link to={toConsistency({ examId, part }, 'papers')}>评分一致性</Link>
        逐份对照；看过以后，这份答卷就不能由您仲裁了。
      </p>
    </Card>
  );
}

/** Another window saved meanwhile: what stands there, beside what was just filled in. */
export function ConflictNote({
  theirs,
}: {
  theirs: { percent: number | null; comment: string; updatedAt: string; state: string };
}) {
  return (
    <Note tone="warn">
      <p>
        另一个窗口在 {theirs.updatedAt} 保存了{theirs.state === 'final' ? '已提交的评分' : '草稿'}：
        {theirs.percent === null ? '没评完' : <ScoreText value={theirs.percent} word />}
      </p>
      {theirs.comment ? <p>评语：{theirs.comment}</p> : null}
    </Note>
  );
}
