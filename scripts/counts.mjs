// What the stages of npm test count, and the line that says it.

/** What passed only when tried again, in the reports of Playwright: `file:line title`. */
function passedAgain(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...passedAgain(inner),
  ]);
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
    again: passedAgain(suites),
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
