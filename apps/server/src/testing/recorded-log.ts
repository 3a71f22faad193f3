import { EventEmitter, once } from 'node:events'

import type { Log } from '../ports/log.ts'

export interface Line {
  readonly level: keyof Log
  readonly fields: object
  readonly message: string
}

export interface RecordedLog extends Log {
  readonly lines: readonly Line[]
  /** The first line, past or to come, with this message. */
  line(message: string): Promise<Line>
}

export function recordedLog(): RecordedLog {
  const lines: Line[] = []
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
