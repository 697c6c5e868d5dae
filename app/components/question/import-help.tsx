import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { toQuestionTemplate } from '~/lib/addresses/banks';

const EXAMPLES: { title: string; text: string }[] = [
  {
    title: '单选、多选',
    text: `一、单选题
1. 我国的首都是（  ）
A. 上海  B. 北京
C. 广州  D. 深圳
答案：B
解析：见课本第 3 页。
难度：初级

二、多选题
2、下列哪些是质数？
A．2
B．4
C．7
【答案】AC`,
  },
  {
    title: '判断',
    text: `三、判断题
（1）水往低处流。（√）
（2）太阳绕着地球转。
答案：错`,
  },
  {
    title: '填空',
    text: `四、填空题
1. 床前____光，疑是____霜。
答案：明月；地上`,
  },
  {
    title: '简答、作文',
    text: `五、简答题
1. 为什么天空是蓝色的？
答案：大气对蓝光散射更强。`,
  },
];

/** How questions are written in a text or Word file, by example. */
export function ImportHelp() {
  return (
    <div className="stack">
      <Card title="文字怎么写" hint="Word 文件里也一样">
        {EXAMPLES.map((example, index) => (
          <details key={example.title} className="more" open={index === 0}>
            <summary>{example.title}</summary>
            <pre className="sample">{example.text}</pre>
          </details>
        ))}
        <p className="quiet small mt-2">
          题号、括号和标点用全角或半角都可以；公式写在 $ 之间，如 $x^2$。答案在另一个 Word（或
          txt）文件里时，把两个文件打成一个 zip 再选，答案的文件名里写“答案”。Markdown
          文件（.md）用到的图片，也和它打成一个 zip 再选。
        </p>
      </Card>
      <Card title="用表格填写">
        <p className="small">一行一题，适合成批录入和修改。</p>
        <p className="mt-2">
          <a className={buttonClass({ size: 's' })} href={toQuestionTemplate()} download>
            <DownloadIcon small />
            下载模板
          </a>
        </p>
      </Card>
    </div>
  );
}
