import {
  pino,
  stdSerializers,
  stdTimeFunctions,
  type DestinationStream,
  type LevelWithSilent,
  type LogFn,
  type Logger as PinoLogger,
} from 'pino'
import pretty from 'pino-pretty'
import { redactSecrets } from './log/without-secrets.ts'

export type Logger = PinoLogger

export interface LogOptions {
  readonly level: LevelWithSilent
  /** Readable lines for a person in place of JSON. */
  readonly isTerminal: boolean
  readonly destination?: DestinationStream
  /** Hears of every error that is logged. */
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
    // Errors of clients and drivers carry requests, headers and connection strings along.
    serializers: { err: (error: Error) => redactSecrets({ ...stdSerializers.err(error) }) },
  }
  if (isTerminal) return pino(settings, pretty({ colorize: true, ...(destination && { destination }) }))
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

/** What the operator must be able to look up later: who got in, who was refused, who changed what others may see. */
export interface AuditEvent {
  readonly kind: string
  readonly [field: string]: string | number | boolean | null | undefined
}

export type AuditLog = (event: AuditEvent) => void

/** One line an event, whatever the log level is. */
export function createAuditLog(log: Logger): AuditLog {
  const lines = log.child({}, { level: 'info' })
  return ({ kind, ...fields }) => lines.info({ audit: kind, ...fields }, `audit: ${kind}`)
}
