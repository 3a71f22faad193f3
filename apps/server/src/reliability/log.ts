import {
  type DestinationStream,
  type LevelWithSilent,
  type LogFn,
  type Logger as PinoLogger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino'
import pretty from 'pino-pretty'

const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'cookies',
  'setcookie',
  'password',
  'passwd',
  'token',
  'csrftoken',
  'sessiontoken',
  'xsessiontoken',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'secret',
  'secretkey',
  'clientsecret',
  'apikey',
  'codeverifier',
  'connectionstring',
])
const maxLogDepth = 6
const redactedText = '[redacted]'

// `csrf_token`, `csrfToken` and `CSRF-Token` are one name.
const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase().replace(/[_-]/g, ''))

/** Hides every secret in the fields at any depth. Values deeper than the log shows are left out. */
function redactSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(fields))
    shown[name] = isSecretName(name) ? redactedText : redactValue(fields[name], depth)
  return shown
}

function redactValue(value: unknown, depth: number): unknown {
  // An error keeps its class, because its own serializer runs after this one.
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth >= maxLogDepth) return '[deeper]'
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, depth + 1))
  return 'toJSON' in value ? value : redactSecrets(value as Record<string, unknown>, depth + 1)
}

export type Logger = PinoLogger

interface LogOptions {
  readonly level: LevelWithSilent
  /** Writes readable lines for a terminal instead of JSON. */
  readonly isTerminal: boolean
  readonly destination?: DestinationStream
  /** Called with every logged error. */
  readonly onError?: (error: unknown) => void
}

export function createLog({ level, isTerminal, destination, onError }: LogOptions): Logger {
  const settings = {
    ...(onError !== undefined && { hooks: { logMethod: createErrorHook(onError) } }),
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redactSecrets(fields),
    },
    // Errors of clients and drivers contain requests, headers and connection strings.
    serializers: { err: (error: Error) => redactSecrets({ ...stdSerializers.err(error) }) },
  }
  if (isTerminal)
    return pino(settings, pretty({ colorize: true, singleLine: true, ...(destination && { destination }) }))
  return destination === undefined ? pino(settings) : pino(settings, destination)
}

const errorLevel = 50

function createErrorHook(onError: (error: unknown) => void) {
  return function (this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
    const [fields] = args as readonly unknown[]
    if (level >= errorLevel && typeof fields === 'object' && fields !== null && 'err' in fields) onError(fields.err)
    write.apply(this, args)
  }
}

/** An event that the operator must be able to look up later: sign-ins, refusals and changes of access. */
interface AuditEvent {
  readonly kind: string
  readonly [field: string]: string | number | boolean | null | undefined
}

type AuditLog = (event: AuditEvent) => void

/** Writes one line per event, whatever the log level is. */
export function createAuditLog(log: Logger): AuditLog {
  const lines = log.child({}, { level: 'info' })
  return ({ kind, ...fields }) => lines.info({ audit: kind, ...fields }, `audit: ${kind}`)
}
