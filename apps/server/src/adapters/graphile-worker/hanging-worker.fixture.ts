import { openPool } from '@espalier/postgres'

import { startJobs } from './start-jobs.ts'

// This server starts a job and never finishes it; the test kills the process.
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const connectionString = process.argv[2]
if (connectionString === undefined) throw new Error('which database?')
await startJobs({
  pool: openPool({ connectionString }),
  log: quiet,
  runners: {
    'send-mail': ({ id }) => {
      process.stdout.write(`took ${id}\n`)
      return new Promise(() => {})
    },
  },
})
process.stdout.write('started\n')
