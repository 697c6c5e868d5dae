/** What a step's form asks for beside saving. */
export type Then = 'next' | 'draft' | 'back' | 'choose' | 'draw';

const THEN: readonly Then[] = ['next', 'draft', 'back', 'choose', 'draw'];

/** Which button sent the form: its own name, or what script noted for browsers that lose it. */
export function thenOf(form: FormData): Then {
  const sent = String(form.get('then') || form.get('thenByScript') || 'next');
  return THEN.find((one) => one === sent) ?? 'next';
}

/** What is said after a draft was saved. */
export function savedText(problems: Record<string, string>): { text: string; kind: 'success' | 'warn' } {
  const count = Object.keys(problems).length;
  return count === 0
    ? { text: '草稿已保存', kind: 'success' }
    : { text: `草稿已保存，这一步还有 ${count} 处要处理才能发布`, kind: 'warn' };
}

export type PaperMove = { kind: 'save' } | { kind: 'up' | 'down' | 'remove'; itemId: number };

/** What a row's button of the paper asks for (`up:12`); a form without one only saves. */
export function moveOf(form: FormData): PaperMove {
  const match = /^(up|down|remove):(\d{1,9})$/.exec(String(form.get('move') ?? ''));
  return match ? { kind: match[1] as 'up' | 'down' | 'remove', itemId: Number(match[2]) } : { kind: 'save' };
}
