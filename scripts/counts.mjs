// What the stages of npm test count, and the line that says it.

/** The stories that ended as `wanted` (`flaky`: passed only when tried again), in Playwright's report: `file:line title`. */
function storiesThat(wanted, suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, line, title, tests }) => `${file}:${line} ${title}${wanted === 'flaky' ? '' : reasonOf(tests)}`),
    ...storiesThat(wanted, inner),
  ]);
}

// eslint-disable-next-line no-control-regex -- the colours of a terminal
const COLOURS = /\u001b\[[\d;]*m/g;
/** Characters of a reason: the rest stands above, in the stage's own output. */
const REASON_LENGTH = 400;

/** ` — ` and the beginning of what an error says. */
function reason(text) {
  const plain = text.replace(COLOURS, '').replace(/\s+/g, ' ').trim();
  return plain === '' ? '' : ` — ${plain.slice(0, REASON_LENGTH)}`;
}

function reasonOf(tests) {
  const errors = tests.flatMap(({ results }) =>
    results.flatMap(({ error }) => (error?.message ? [error.message] : [])),
  );
  return reason(errors.at(-1) ?? '');
}

/** The tests that failed, in vitest's report, and the files that could not be loaded: `file title — reason`. */
export function failedTests({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}${reason(message ?? '')}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file} ${fullName}${reason(failureMessages?.[0] ?? '')}`);
  });
}

/** How long each file of stories took, in seconds, tries again included. */
function storySeconds(suites) {
  return suites.map(({ file, suites: inner = [], specs = [] }) => ({
    file,
    seconds: [
      ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000))),
      ...storySeconds(inner).map(({ seconds }) => seconds),
    ].reduce((sum, one) => sum + one, 0),
  }));
}

/** How long each file of tests took, in seconds, from vitest's report. */
export function fileSeconds({ testResults }, root) {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(`${root}/`, ''),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** The counts of a run of stories, from Playwright's report. */
export function countStories({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...storiesThat('unexpected', suites),
      ...errors.map(({ message }) => `outside any story${reason(message ?? '')}`),
    ],
    again: storiesThat('flaky', suites),
    files: storySeconds(suites),
  };
}

/** The last line `N passed, N failed` of an output, with `, N skipped` or without; undefined when there is none. */
export function readCounts(output) {
  const last = [...output.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].pop();
  return last && { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/** That line. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
