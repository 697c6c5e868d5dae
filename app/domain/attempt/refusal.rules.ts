/** What is kept of a file that was refused: what its sender calls it, where that is known, and what was told. */
export function refusalOf(name: string | undefined, sentence: string): string {
  return name ? `“${name.replace(/[“”]/g, '')}”没有收下：${sentence}` : sentence;
}

/** The same taken apart; without a name it is empty. */
export function splitRefusal(reason: string): { name: string; sentence: string } {
  const [, name = '', sentence = reason] = /^(“[^”]+”)没有收下：(.*)$/s.exec(reason) ?? [];
  return { name, sentence };
}
