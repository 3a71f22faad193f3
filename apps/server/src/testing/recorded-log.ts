import { EventEmitter, once } from 'node:events'

import type { Log } from '../ports/log.ts'

export interface LogLine {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

export interface RecordedLog extends Log {
  readonly lines: readonly LogLine[]
  /** Waits for the first line, past or future, with this message. */
  line(message: string): Promise<LogLine>
}

export function createRecordedLog(): RecordedLog {
  const lines: LogLine[] = []
  const events = new EventEmitter().setMaxListeners(0)
  const write = (level: keyof Log) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
    events.emit('line')
  }
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    async line(message) {
      for (;;) {
        const found = lines.find((line) => line.message === message)
        if (found !== undefined) return found
        await once(events, 'line')
      }
    },
  }
}
