/**
 * A condition that passes by itself, so that a retry of the same request makes sense. `busy`: the database works, and
 * somebody else holds what is needed. `away`: it cannot be reached, accepts no writes now, or has no space left.
 */
export type TemporaryFault = 'busy' | 'away'

const busyCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53200', // out of memory
  '53300', // too many connections
  '53400', // configuration limit exceeded
  '55P03', // lock timeout
])

const unavailableCodes = new Set([
  '25006', // read-only: a standby, or a primary that was demoted
  '25P03', // idle in transaction for too long: the connection was down, or this process was blocked
  '53100', // disk full
  '57P01', // shutdown by the administrator
  '57P02', // crash
  '57P03', // starting up, or stopping
  '57P05', // idle session timeout
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the socket of a stopped server
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * node-postgres gives these errors no code, so this module compares their texts; all others compare the classified fault.
 */
const poolTimeoutMessage = 'timeout exceeded when trying to connect'
const lostConnectionPattern =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout expired)/

/** Null if it is not a fault of the database, or one that would recur. */
export function classifyDatabaseFault(error: unknown): TemporaryFault | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (busyCodes.has(code) || error.message === poolTimeoutMessage) return 'busy'
  // A code that begins with 08 is a broken connection.
  const isAway =
    lostConnectionPattern.test(error.message) ||
    /^08...$/.test(code) ||
    (unavailableCodes.has(code) && isDatabaseError(error))
  return isAway ? 'away' : null
}

// Requests to other services fail with the same codes of the operating system and must not be attributed to the
// database.
function isDatabaseError(error: Error): boolean {
  return !String((error as { code?: string }).code).startsWith('E') || databaseErrors.has(error)
}

const databaseErrors = new WeakSet<Error>()

/** Marks an error of the operating system as one of the database connection. */
export function markDatabaseError(error: unknown): void {
  if (error instanceof Error) databaseErrors.add(error)
}
