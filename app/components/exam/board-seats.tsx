import { Link, useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { Empty } from '~/components/ui/feedback';
import { AlertIcon, DoneIcon, DownIcon } from '~/components/ui/icons';
import type { Part } from '~/domain/exam/parts.rules';
import {
  BOARD_STATE_LABELS,
  DELETED_WORD,
  PROBLEM_ADVICE,
  PROBLEM_WORDS,
  type BoardState,
} from '~/domain/room/board.rules';
import type { RoomClass, RoomException, RoomSeat, SeatPlan } from '~/domain/room/seats.rules';
import { withParams } from '~/http/with-params';
import { BOARD_LOOKS } from './board-table';

/** Of a state on a seat, where few words have room. */
const SEAT_WORDS: Record<BoardState, string> = { ...BOARD_STATE_LABELS, recorded: '已上传' };

/** So many with the same problem stand open: the next problem is not pushed out of sight. */
const AT_ONCE = 5;

type Place = { examId: number; part: Part };

/** The room: who needs looking after first, with what to do, then the seats of every class. */
export function BoardSeats({
  plan,
  place,
  mayAct,
  isFiltered,
}: {
  plan: SeatPlan;
  place: Place;
  /** Gives time and hands in. */
  mayAct: boolean;
  isFiltered: boolean;
}) {
  const students = plan.rooms.reduce((sum, room) => sum + room.counts.all, 0);
  if (students === 0) return <Empty title="这场考试的班级里还没有学生" />;
  const hasClasses = plan.rooms.length > 1;
  return (
    <div className={plan.exceptions.length + plan.missing.length > 0 ? 'room' : undefined}>
      <div className="room__needs">
        <Exceptions plan={plan} place={place} mayAct={mayAct} hasClasses={hasClasses} />
        <Missing plan={plan} hasClasses={hasClasses} />
      </div>
      <div className="room__classes">
        {plan.isTiled && hasClasses ? <Tiles rooms={plan.rooms} /> : null}
        {plan.rooms
          .filter((room) => room.isOpen)
          .map((room) => (
            <ClassSeats key={room.id} room={room} itemCount={plan.itemCount} isFiltered={isFiltered} />
          ))}
      </div>
    </div>
  );
}

function Exceptions({
  plan: { exceptions, moreExceptions },
  place,
  mayAct,
  hasClasses,
}: {
  plan: SeatPlan;
  place: Place;
  mayAct: boolean;
  hasClasses: boolean;
}) {
  const location = useLocation();
  const shown = exceptions.reduce((sum, { students }) => sum + students.length, 0);
  if (shown === 0) {
    return (
      <p className="room__well small">
        <DoneIcon small />
        没有异常
      </p>
    );
  }
  const toItem = (one: RoomException) => (
    <Exception key={one.studentId} one={one} place={place} mayAct={mayAct} hasClasses={hasClasses} />
  );
  return (
    <section className="card needs" aria-labelledby="needs-title">
      <h2 id="needs-title">
        <AlertIcon small />
        异常 {shown + moreExceptions} 人
      </h2>
      {exceptions.map(({ kind, count, students }) => (
        <div key={kind} className="needs__kind">
          <h3>
            {PROBLEM_WORDS[kind]} <span className="num">{count}</span>
          </h3>
          <p className="small quiet">{PROBLEM_ADVICE[kind]}</p>
          <ul>{students.slice(0, AT_ONCE).map(toItem)}</ul>
          {students.length > AT_ONCE ? (
            <details>
              <summary className="small">还有 {students.length - AT_ONCE} 人</summary>
              <ul>{students.slice(AT_ONCE).map(toItem)}</ul>
            </details>
          ) : null}
        </div>
      ))}
      {moreExceptions > 0 ? (
        <p className="needs__more">
          <Link to={withParams(location, { look: 'list', state: 'problem', classId: null, confirm: null, ids: null })}>
            还有 {moreExceptions} 人，在列表里看
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** Who has not come: a count that opens, beside those who need help and never among them. */
function Missing({ plan: { missing, moreMissing }, hasClasses }: { plan: SeatPlan; hasClasses: boolean }) {
  const location = useLocation();
  if (missing.length === 0) return null;
  return (
    <details className="card missing">
      <summary>
        {PROBLEM_WORDS.missing} <span className="num">{missing.length + moreMissing}</span> 人
      </summary>
      <p className="small quiet">{PROBLEM_ADVICE.missing}</p>
      <ul>
        {missing.map((one) => (
          <li key={one.studentId}>
            <SeatLink account={one.account} label={one.name} />{' '}
            <span className="small quiet">{hasClasses ? `${one.className} ${one.account}` : one.account}</span>
          </li>
        ))}
      </ul>
      {moreMissing > 0 ? (
        <p className="small">
          <Link to={withParams(location, { look: 'list', state: 'out', classId: null, confirm: null, ids: null })}>
            还有 {moreMissing} 人，在列表里看
          </Link>
        </p>
      ) : null}
    </details>
  );
}

function Exception({
  one,
  place,
  mayAct,
  hasClasses,
}: {
  one: RoomException;
  place: Place;
  mayAct: boolean;
  hasClasses: boolean;
}) {
  const location = useLocation();
  const ask = (confirm: string, label: string) => (
    <Link to={withParams(location, { confirm, ids: one.studentId })} preventScrollReset>
      {label}
      <span className="vh">：{one.name}</span>
    </Link>
  );
  const isOpen = one.state === 'answering' || one.state === 'recorded';
  return (
    <li>
      <p className="needs__who">
        <strong>{one.name}</strong>{' '}
        <span className="small quiet">{hasClasses ? `${one.className} ${one.account}` : one.account}</span>
      </p>
      {one.problems.map((problem) => (
        <p key={problem} className="board-problem">
          {problem}
        </p>
      ))}
      <div className="needs__acts">
        {mayAct && (one.state !== 'handed_in' || one.closedBy === 'server') ? ask('extend', '补时') : null}
        {mayAct && isOpen ? ask('handin', '代交') : null}
        {one.lockedUntil === null ? null : (
          <IntentButton
            intent="unlock"
            fields={{ id: place.examId, part: place.part, studentIds: one.studentId }}
            look="link"
            label={`解除登录锁定：${one.name}`}
          >
            解除登录锁定
          </IntentButton>
        )}
        <SeatLink
          account={one.account}
          label={
            <>
              详情<span className="vh">：{one.name}</span>
            </>
          }
        />
      </div>
    </li>
  );
}

/** Leads to the student's row of the list, where everything stands that is known. */
function SeatLink({ account, label, title }: { account: string; label: React.ReactNode; title?: string }) {
  const location = useLocation();
  const to = withParams(location, {
    look: 'list',
    keyword: account,
    state: null,
    classId: null,
    confirm: null,
    ids: null,
  });
  return (
    <Link to={to} title={title}>
      {label}
    </Link>
  );
}

function ClassSeats({ room, itemCount, isFiltered }: { room: RoomClass; itemCount: number; isFiltered: boolean }) {
  const titleId = `class-${room.id}`;
  return (
    <section aria-labelledby={titleId}>
      <h2 className="room__class" id={titleId}>
        {room.name === '' ? '没有班级' : room.name}
        <span className="small quiet">
          {room.counts.all} 人，已交卷 {room.counts.handed_in}；座位右下角是已答题数，共 {itemCount} 题
        </span>
      </h2>
      {room.seats.length === 0 && isFiltered ? <p className="small quiet">这个班没有这样的学生</p> : null}
      <ul className="seats">
        {room.seats.map((seat) => (
          <SeatCell key={seat.studentId} seat={seat} />
        ))}
      </ul>
    </section>
  );
}

function SeatCell({ seat }: { seat: RoomSeat }) {
  const isCalm = seat.kind === null || seat.kind === 'missing';
  const { icon: Icon, className } = BOARD_LOOKS[isCalm ? seat.state : 'problem'];
  const calm = seat.unsaved > 0 ? `未存 ${seat.unsaved}` : SEAT_WORDS[seat.state];
  const named = seat.isDeleted ? DELETED_WORD : calm;
  const word = seat.kind === null ? named : PROBLEM_WORDS[seat.kind];
  return (
    <li className={`seat ${className}`}>
      <SeatLink
        account={seat.account}
        title={`${seat.name} ${seat.account}`}
        label={
          <>
            <span className="seat__name">
              <span className="num">{seat.number}</span> {seat.name}
            </span>
            <span className="seat__state">
              <Icon small />
              {word}
            </span>
            {seat.answered === null ? null : (
              <span className="seat__done num">
                <span className="vh">，已答 </span>
                {seat.answered}
              </span>
            )}
          </>
        }
      />
    </li>
  );
}

/** A class as one tile: how many stand where; it opens its seats. */
function Tiles({ rooms }: { rooms: RoomClass[] }) {
  const location = useLocation();
  return (
    <ul className="classtiles" aria-label="班级">
      {rooms.map((room) => {
        const { counts } = room;
        const working = counts.answering + counts.recorded;
        const to = withParams(location, { classId: room.isOpen ? null : room.id, confirm: null, ids: null });
        return (
          <li key={room.id} className={counts.problem > 0 ? 'is-bad' : undefined}>
            <Link to={to} aria-expanded={room.isOpen} preventScrollReset>
              <strong>
                {room.name === '' ? '没有班级' : room.name}
                <DownIcon small />
              </strong>
              <span className="small">
                {counts.all} 人：作答 {working}，交卷 {counts.handed_in}，没有开始{' '}
                {counts.out + counts.in + counts.checked + counts.absent}
              </span>
              {counts.problem > 0 ? (
                <span className="small board-problem">
                  <AlertIcon small />
                  异常 {counts.problem} 人
                </span>
              ) : (
                <span className="small quiet">没有异常</span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
