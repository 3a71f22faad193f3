import { EventEmitter, once } from 'node:events'

import type { Log } from '../ports/log.ts'

export interface LogLine {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

export interface RecordedLog extends Log {
  readonly lines: readonly LogLine[]
  /** The first line, past or to come, with this message. */
  line(message: string): Promise<LogLine>
}

export function createRecordedLog(): RecordedLog {
  const lines: LogLine[] = []
  const news = new EventEmitter().setMaxListeners(0)
  const write = (level: keyof Log) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
    news.emit('line')
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
        await once(news, 'line')
      }
    },
  }
}
