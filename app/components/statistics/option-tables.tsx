import { roundHalfUp } from '~/lib/bands';
import { RichText } from '~/components/question/rich-text';
import { Chip } from '~/components/ui/chip';
import { CheckIcon } from '~/components/ui/icons';
import { optionName, sharePercent } from '~/domain/statistics/format.rules';
import type { ItemFigures } from '~/domain/scoring/report/figures.rules';

/** For each choice: how often every option was taken. */
export function OptionTables({ items, openItem, isOpen }: { items: ItemFigures[]; openItem: number; isOpen: boolean }) {
  const choices = items.filter((item) => item.options.length > 0);
  if (choices.length === 0) return null;
  return (
    <div className="card__body card__foot options">
      <h3>选项分布</h3>
      {choices.map((item) => (
        <details
          key={item.itemId}
          id={`options-${item.itemId}`}
          className="more"
          open={isOpen || item.itemId === openItem || undefined}
        >
          <summary>
            第 {item.number} 题 {item.title}
          </summary>
          <table className="table table--slim">
            <caption className="vh">第 {item.number} 题的选项分布</caption>
            <thead>
              <tr>
                <th scope="col">选项</th>
                <th scope="col" className="options__text">
                  内容
                </th>
                <th scope="col" className="end">
                  人数
                </th>
                <th scope="col" className="end">
                  占比
                </th>
                <th scope="col">
                  <span className="vh">占比图</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {item.options.map((option, index) => {
                const share = sharesOf(item)[index] ?? 0;
                return (
                  <tr key={option.key}>
                    <th scope="row">{optionName(option)}</th>
                    <td>
                      <RichText text={option.text} isLinked={false} />{' '}
                      {option.isKey ? (
                        <Chip tone="good" icon={CheckIcon}>
                          答案
                        </Chip>
                      ) : null}
                    </td>
                    <td className="end">{option.count}</td>
                    <td className="end">{share}%</td>
                    <td>
                      <svg className="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                        <rect className="share__bg" width="100" height="8" />
                        <rect
                          className={option.isKey ? 'share__key' : 'share__v'}
                          width={Math.min(100, share)}
                          height="8"
                        />
                      </svg>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

function sharesOf({ options, count }: { options: { count: number }[]; count: number }): number[] {
  return options.map((option) => roundHalfUp(sharePercent(option.count, count)));
}
