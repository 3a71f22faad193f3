// Summarizes the reports of Vitest and Playwright: failures in a few lines each, and the files that took longest.
import { stripVTControlCharacters } from 'node:util'

const longestReason = 20
const slowestShown = 8

/** `uncaught`: the errors outside of every test, as `uncaught-errors.mjs` writes them. */
export function readUnitTests(report, uncaught = []) {
  const failedFiles = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return {
    passed: report.numPassedTests,
    failed: (report.numFailedTests || report.numFailedTestSuites) + uncaught.length,
    failures: [
      ...failedUnitTests(report),
      ...uncaught.map(({ file, test, reason }) =>
        formatFailure(file, `an error that no test caught, during "${test}"`, [reason]),
      ),
    ],
    // Empty if an error is of no file: then all of them have to run again.
    failedFiles: uncaught.every(({ file }) => file !== '')
      ? [...new Set([...failedFiles, ...uncaught.map(({ file }) => file)])]
      : [],
    slowest: slowestUnitTests(report),
  }
}

export function readJourneys(report) {
  const { expected, unexpected, flaky } = report.stats
  return {
    passed: expected,
    failed: unexpected + flaky,
    failures: failedJourneys(report),
    slowest: slowestJourneys(report),
  }
}

function failedUnitTests({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length > 0) return failed.map((test) => formatFailure(name, test.fullName, test.failureMessages))
    return message ? [formatFailure(name, 'the file itself', [message])] : []
  })
}

function failedJourneys({ suites, errors }) {
  const failed = suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        formatFailure(
          `${file}:${line}`,
          title,
          results.flatMap((result) => result.errors.map((error) => error.message ?? '')),
        ),
      ),
  )
  return [
    ...failed,
    ...errors.map((error) => formatFailure('Playwright', 'outside of every journey', [error.message ?? ''])),
  ]
}

function slowestUnitTests({ testResults }) {
  return formatSlowest(testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]))
}

function slowestJourneys({ suites }) {
  const times = new Map()
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const results = tests.flatMap((test) => test.results)
    times.set(
      file,
      results.reduce((sum, { duration }) => sum + duration, times.get(file) ?? 0),
    )
  }
  return formatSlowest([...times])
}

function formatSlowest(times) {
  const slowest = times.sort((left, right) => right[1] - left[1]).slice(0, slowestShown)
  return slowest.map(([name, time]) => `- ${Math.round(time / 1000)} s ${name}`)
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function formatFailure(location, test, reasons) {
  const lines = stripVTControlCharacters(reasons.join('\n')).split('\n').slice(0, longestReason)
  return [`- ${location}: ${test}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
