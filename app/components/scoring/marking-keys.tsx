import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { getMarkingChoice, putMarkingChoice } from './marking-choices';
import { useMarkingKeys } from './use-marking-keys';

const LIST: [keys: string[], meaning: string][] = [
  [['空格'], '播放或暂停'],
  [['←', '→'], '后退、前进 5 秒'],
  [['P'], '下一处停顿'],
  [['-', '+'], '慢一点、快一点'],
  [['0–9'], '填当前的分数，填满自动到下一项（再按 Enter、Tab 不会跳过）'],
  [['.'], '刚填完的一项要半分时，接着按'],
  [['Backspace'], '改刚填的分数'],
  [['↑', '↓', 'Enter'], '上一项、下一项'],
  [['N'], '在现在这一秒加批注，Enter 回到分数'],
  [['C'], '写评语，Esc 回到分数'],
  [['Q', '1–9'], '加一条常用评语'],
  [['Ctrl + S'], '保存草稿'],
  [['Ctrl + Enter'], '提交，到下一份'],
  [['J', 'K'], '上一位、下一位'],
  [['?'], '打开、收起这张表'],
];

/** Turns the page into one that is marked by keys, and says which; every key stands for a button or field on it. */
export function MarkingKeys({
  root,
  paperKey,
  greeting,
  children,
}: {
  root: RefObject<HTMLElement>;
  /** Another paper: the focus starts anew. */
  paperKey: string;
  /** Said when the paper is ready for keys. */
  greeting: string;
  children?: ReactNode;
}) {
  const { said, isReady } = useMarkingKeys(root, paperKey);
  const isHydrated = useHydrated();
  return (
    <div className="mkeys">
      <p className="vh" role="status">
        {isReady ? greeting : ''}
      </p>
      <p className={said === '' ? 'vh' : 'mkeys__said small'} role="status">
        {said}
      </p>
      <details className="small">
        <summary data-key="keys">
          键盘操作 <kbd>?</kbd>
        </summary>
        <dl>
          {LIST.map(([keys, meaning]) => (
            <div key={meaning}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="quiet">
          拖动条和写文字的格子里，方向键和字母照常用。字母键要在英文输入状态下按；不用键盘时，页面上的按钮都能做同样的事。
        </p>
      </details>
      {isHydrated ? (
        <>
          <Choice name="playsNext" label="打开下一份时自动播放" />
          <Choice name="isWithoutKeys" label="不用单个按键" />
        </>
      ) : null}
      {children}
    </div>
  );
}

function Choice({ name, label }: { name: 'playsNext' | 'isWithoutKeys'; label: string }) {
  const [isOn, setOn] = useState(false);
  // Storage is the browser's: the server cannot know.
  useEffect(() => setOn(getMarkingChoice(name) ?? false), [name]);
  return (
    <label className="check small">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          putMarkingChoice(name, event.currentTarget.checked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}
