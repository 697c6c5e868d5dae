const TERMS: { term: string; text: string }[] = [
  {
    term: '平均分与均分',
    text: '平均分由各人取整后的分数算出，与成绩单上算的一样；各题、各大题和口语四项的均分由没有取整的得分算出，加起来可能差零点几分。',
  },
  { term: '待评分', text: '交了卷、还没有定下分数的人，等仲裁或裁定的也在内；评完以前不进平均分。' },
  { term: '标准差', text: '成绩有多分散，按样本（人数减一）计算。越大，学生之间差得越多。' },
  { term: '四分位', text: '成绩从低到高排好，四分之一处和四分之三处的分数；中间一半学生在这两个数之间。' },
  { term: '偏度', text: '负数：低分拖出长尾，多数人考得高；正数：相反。接近 0 时左右对称。' },
  { term: '峰度', text: '大于 0：成绩比正态分布更集中，两端有少数极端分；小于 0：更平坦。' },
  {
    term: '得分率',
    text: '这题的平均分占满分多少，只算计入成绩的答卷（复核改分里每份都算）。90% 以上太容易，拉不开差距；30% 以下偏难。',
  },
  {
    term: '区分度',
    text: '这题得分与其余题目总分的相关，−1 到 1。0.3 以上能分出高低；接近 0 分不出；为负说明总分高的学生反而答错，先检查答案。',
  },
  { term: '区分效率', text: '在这题的难度下，区分度达到了能达到的几成。太容易的题区分度低是正常的，看效率更公平。' },
  { term: '有效权重', text: '这题实际影响总分排名的比重。与预期权重（占满分的比重）相差太多时，调整分值。' },
  { term: '信度 α', text: '整张卷子测得稳不稳，0 到 1。0.7 以上可用，0.8 以上较好；题目少时偏低。' },
  { term: '误差比', text: '成绩的差异里有多少来自偶然。越低越好，50% 以上时，名次靠不住。' },
  { term: '测量标准误', text: '一个学生的真实水平，大约三分之二的可能在他的分数上下这么多分之内。' },
];

/** How the figures are read, in words for teachers. */
export function Guide({ isOpen }: { isOpen: boolean }) {
  return (
    <details className="card section guide" open={isOpen || undefined} id="guide">
      <summary>指标怎么读</summary>
      <dl className="card__body">
        {TERMS.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="card__foot small quiet">
        试题指标按 Moodle 公布的统计定义计算；人数或题数不够、或所有人同分时，有些指标没有意义，显示为“—”并说明原因。
      </p>
    </details>
  );
}
