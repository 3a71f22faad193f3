import { openPool } from '@espalier/postgres'

import { startJobs } from './start-jobs.ts'

// A server that takes a job and never ends it: the test kills it.
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
