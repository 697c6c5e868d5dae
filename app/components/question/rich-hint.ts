/** What a form says of a text in which formulas and pictures may stand. */
export const RICH_HINT = '公式写在 $ 之间，如 $x^2$；[图1] 表示第 1 张图放在这里，没有写到的图放在题干后面';
