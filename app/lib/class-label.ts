/**
 * What lists and filters call a class of an exam: by its name then, with the one it has now where that is another, so
 * that nobody takes 高一（1）班 and 高二（1）班 for two classes.
 */
export function classLabel(then: string, now: string): string {
  return then === now || now === '' || then === '' ? then || now : `${then}〔今${now}〕`;
}
