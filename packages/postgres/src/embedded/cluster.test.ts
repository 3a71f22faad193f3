import { describe, expect, it } from 'vitest'
import { summarizeOutput } from './cluster.ts'

describe('summarizeOutput', () => {
  it('returns the line with the reason without its prefix', () => {
    const log = [
      '2026-01-02 03:04:05.678 UTC [12] FATAL:  data directory "/d" has wrong ownership',
      '2026-01-02 03:04:05.678 UTC [12] HINT:  The server must be started by the user that owns the data directory.',
      '',
    ]
    expect(summarizeOutput(log.join('\n'))).toBe('data directory "/d" has wrong ownership')
    expect(summarizeOutput('initdb: error: could not create directory "/d": Permission denied\n')).toBe(
      'could not create directory "/d": Permission denied',
    )
  })

  it('reports a full disk wherever that line is', () => {
    const log = 'PANIC:  could not write to file "pg_wal/x": No space left on device\nLOG:  shutting down\n'
    expect(summarizeOutput(log)).toBe('the disk is full (No space left on device)')
  })

  it('returns the last line, or none, if no line is more informative', () => {
    expect(summarizeOutput('one\ntwo\n\n')).toBe('two')
    expect(summarizeOutput('')).toBe('it gave no reason')
  })
})
