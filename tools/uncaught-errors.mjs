// A reporter for Vitest that writes down the errors that no test caught. They fail the run, but Vitest's JSON report
// leaves them out.
import { writeFileSync } from 'node:fs'

export default class UncaughtErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNCAUGHT_ERRORS_FILE']
    if (file) writeFileSync(file, JSON.stringify(errors.map(describe)))
  }
}

function describe(error) {
  return {
    file: error.VITEST_TEST_PATH ?? '',
    test: error.VITEST_TEST_NAME ?? '',
    reason: error.stack ?? `${error.name}: ${error.message}`,
  }
}
