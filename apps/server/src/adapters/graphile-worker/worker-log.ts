import { Logger } from 'graphile-worker'

import type { Log } from '../../ports/log.ts'

/** The library's lines, without what it hangs on them: a job's payload may hold a recovery code. */
export const createWorkerLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    // A failed try is told by the job's own events, without the payload and the stack.
    if (meta?.['failure'] === true) return
    const line = `jobs: ${message}`
    if (level === 'error') log.error({}, line)
    else if (level === 'warning') log.warn({}, line)
    else log.debug({}, line)
  })
