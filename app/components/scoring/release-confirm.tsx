import { Link } from '@remix-run/react';
import { ConfirmObstacle } from '~/components/list/confirm-obstacle';
import { ConfirmSection } from '~/components/list/confirm-section';
import { CheckboxGroup } from '~/components/form/choice-fields';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ReleaseClass, ReleaseCounts as Summary } from '~/domain/scoring/release/release.queries.server';
import { formatMinute } from '~/lib/time';
import { paperHref } from './papers-table';

/** 公布成绩: what is scored, unscored and absent, of each class too, and the question; or why it has to wait. */
export function ReleaseConfirm({ summary, cancelHref }: { summary: Summary; cancelHref: string }) {
  const { exam, obstacle, unscoredCount } = summary;
  if (obstacle !== null) {
    return <ConfirmObstacle title="现在还不能公布成绩" text={obstacle} cancelHref={cancelHref} />;
  }
  const open = summary.classes.filter((one) => one.releasedAt === null);
  return (
    <ConfirmSection
      text={<Counts summary={summary} />}
      intent="release"
      fields={{ ids: exam.id, confirm: 1, ...(open.length > 0 ? { chooses: 1 } : {}) }}
      cancelHref={cancelHref}
      confirmLabel={unscoredCount > 0 ? '仍要公布' : '公布成绩'}
      danger={unscoredCount > 0}
    >
      <ClassChoice label="公布哪些班级" classes={open} describe={(one) => describeOpen(one, summary.parts.length)} />
    </ConfirmSection>
  );
}

/** 撤回公布: of which classes; those that are out are ticked. */
export function UnreleaseConfirm({
  examId,
  classes,
  cancelHref,
}: {
  examId: number;
  classes: ReleaseClass[];
  cancelHref: string;
}) {
  const out = classes.filter((one) => one.releasedAt !== null);
  return (
    <ConfirmSection
      text="撤回后这些班级的学生看不到成绩，直到再次公布；他们会收到撤回的消息，没有读过的成绩消息会收回。确定撤回吗？"
      intent="unrelease"
      fields={{ ids: examId, ...(out.length > 0 ? { chooses: 1 } : {}) }}
      cancelHref={cancelHref}
      confirmLabel="撤回公布"
      danger
    >
      <ClassChoice
        label="撤回哪些班级"
        classes={out}
        describe={(one) => `${formatMinute(one.releasedAt ?? 0)} 公布，${one.students} 人`}
      />
    </ConfirmSection>
  );
}

function ClassChoice({
  label,
  classes,
  describe,
}: {
  label: string;
  classes: ReleaseClass[];
  describe: (one: ReleaseClass) => string;
}) {
  if (classes.length === 0) return null;
  return (
    <CheckboxGroup
      name="classIds"
      label={label}
      layout="list"
      defaultValue={classes.map((one) => one.id)}
      options={classes.map((one) => ({ value: one.id, label: one.name, hint: describe(one) }))}
    />
  );
}

function describeOpen({ students, scored, unscored, inArbitration, absent }: ReleaseClass, parts: number): string {
  const arbitration = inArbitration === null || inArbitration === 0 ? '' : `（其中待仲裁 ${inArbitration} 份）`;
  const progress = scored === null ? '' : `已评分 ${scored} 份，没评完 ${unscored ?? 0} 份${arbitration}，`;
  return `${students} 人，${progress}${parts > 1 ? '各部分都缺考' : '缺考'} ${absent} 人`;
}

const SHOWN = 8;

/** What came late and is not decided on: a release decides it, until it is taken back. */
function LateOnes({ parts }: { parts: Summary['parts'] }) {
  const late = parts.flatMap((part) => part.late.map((person) => ({ ...person, part: part.part })));
  if (late.length === 0) return null;
  return (
    <p>
      <strong>有 {late.length} 份答卷里有收卷后才到的内容，您还没有决定是否计入。</strong>
      公布以后它们留存、不计入，学生的成绩页会说明；要计入，先在答卷里决定再公布，或者以后撤回公布再决定：
      {late.slice(0, SHOWN).map((person) => (
        <span key={person.attemptId}>
          <Link to={paperHref(person.attemptId, 0)}>{person.name}</Link>（{PART_LABELS[person.part]} {person.count}{' '}
          项）{' '}
        </span>
      ))}
      {late.length > SHOWN ? '等' : ''}
    </p>
  );
}

/** Who is still to sit again hears from the others what they read after a release. */
function ToSit({ parts }: { parts: Summary['parts'] }) {
  const waiting = parts.filter(({ toSit }) => toSit.count > 0);
  if (waiting.length === 0) return null;
  return (
    <p>
      <strong>
        {waiting
          .map(
            ({ part, toSit }) =>
              `${PART_LABELS[part]}还有 ${toSit.count} 人没有补考完（最晚到 ${formatMinute(toSit.until ?? 0)}）`,
          )
          .join('，')}
        。
      </strong>
      补考的是同一份试题：公布以后别的学生看得到的答案和解析，他们补考以前也可能知道。可以等补考结束再公布。
    </p>
  );
}

function Counts({ summary }: { summary: Summary }) {
  const { exam, parts, classes, studentCount, resittingCount, unscoredCount } = summary;
  const out = classes.filter((one) => one.releasedAt !== null);
  const resits = parts.flatMap((part) => part.resits);
  return (
    <>
      <p>
        公布「{exam.name}」的成绩并通知学生，{out.length > 0 ? '其余班级' : ''}全部公布共 {studentCount} 名
        {resittingCount > 0 ? `，另有 ${resittingCount} 名等补考评完再通知` : ''}。公布后不能再修改评分，除非先撤回。
      </p>
      {out.length > 0 ? <p>已经公布：{out.map((one) => one.name).join('、')}。</p> : null}
      <ul className="bullets">
        {parts.map((part) => (
          <li key={part.part}>
            {PART_LABELS[part.part]}：已评分 {part.scored} 份，没评完 {part.unscored.length} 份，缺考 {part.absent} 人
          </li>
        ))}
      </ul>
      {unscoredCount > 0 ? (
        <p>
          <strong>有 {unscoredCount} 份还没评完，</strong>
          这些学生会看到“待评分”，没有总分。公布以后谁也不能再评这些答卷，包括已经请来仲裁的老师；要接着评，得先撤回公布：
          {parts.flatMap((part) =>
            part.unscored.slice(0, SHOWN).map((person) => (
              <span key={person.attemptId}>
                <Link to={paperHref(person.attemptId, 0)}>{person.name}</Link>（{PART_LABELS[part.part]}）{' '}
              </span>
            )),
          )}
          {parts.some((part) => part.unscored.length > SHOWN) ? '等' : ''}
        </p>
      ) : null}
      {resits.length > 0 ? (
        <p>
          另有补考答卷 {resits.length} 份还没评完，公布以后可以接着评：
          {resits.slice(0, SHOWN).map((person) => (
            <span key={person.attemptId}>
              <Link to={paperHref(person.attemptId, 0)}>{person.name}</Link>{' '}
            </span>
          ))}
          {resits.length > SHOWN ? '等' : ''}。评完以前，这些学生看不到成绩；评完以后另行通知他们。
        </p>
      ) : null}
      {classes.some((one) => one.scored === null) ? (
        <p>匿名评阅：没评完的答卷在哪个班，这里不说，全部评完以后才按班级列出份数。</p>
      ) : null}
      <ToSit parts={parts} />
      <LateOnes parts={parts} />
    </>
  );
}
