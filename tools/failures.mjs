// Summarizes failures from the reports of Vitest and Playwright in a few lines each.
import { stripVTControlCharacters } from 'node:util'

const longestReason = 20

export function failedUnitTests({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length > 0) return failed.map((test) => formatFailure(name, test.fullName, test.failureMessages))
    return message ? [formatFailure(name, 'the file itself', [message])] : []
  })
}

export function failedJourneys({ suites, errors }) {
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

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function formatFailure(location, test, reasons) {
  const lines = stripVTControlCharacters(reasons.join('\n')).split('\n').slice(0, longestReason)
  return [`- ${location}: ${test}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
