import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createAuditLog, createLog } from './log.ts'

function collect() {
  const lines: string[] = []
  return { lines, destination: { write: (line: string) => void lines.push(line) } }
}

describe('Log', () => {
  it('writes one JSON object per line with a readable time and level', () => {
    const { lines, destination } = collect()
    createLog({ level: 'info', isTerminal: false, destination }).info({ port: 3000 }, 'listening')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', port: 3000, msg: 'listening' })
    expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('never writes a secret at any depth', () => {
    const { lines, destination } = collect()
    const log = createLog({ level: 'info', isTerminal: false, destination })
    const headers = {
      cookie: 'ory=hush',
      authorization: 'Bearer hush',
      'set-cookie': ['a=hush'],
      'x-session-token': 'hush',
    }
    log.info(
      { req: { headers }, headers, cookie: 'hush', body: { password: 'hush', csrf_token: 'hush', token: 'hush' } },
      'x',
    )
    log.info({ form: { values: { inner: { password: 'hush', apiKey: 'hush' } } } }, 'y')
    log.error({ err: Object.assign(new Error('refused'), { config: { headers, 'Set-Cookie': 'hush' } }) }, 'z')
    expect(lines).toHaveLength(3)
    expect(lines.join('')).not.toContain('hush')
    expect(lines[2]).toContain('refused')
  })

  it('handles circular references and keeps what is not secret', () => {
    const { lines, destination } = collect()
    const circle: Record<string, unknown> = { name: 'circle', at: new Date(0), list: [{ token: 'hush' }, 2] }
    circle.self = circle
    createLog({ level: 'info', isTerminal: false, destination }).info({ circle }, 'round')
    expect(JSON.parse(lines[0] ?? '').circle).toMatchObject({
      name: 'circle',
      at: '1970-01-01T00:00:00.000Z',
      list: [{ token: '[redacted]' }, 2],
    })
  })

  it('writes one line per entry for a terminal as well', async () => {
    const lines: string[] = []
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    createLog({ level: 'debug', isTerminal: true, destination }).debug({ method: 'GET', path: '/', ms: 3 }, 'answered')
    await expect.poll(() => lines.join('')).toMatch(/answered.*GET.*\n$/)
    expect(lines.join('').trim().split('\n')).toHaveLength(1)
  })

  it('logs nothing below its level', () => {
    const { lines, destination } = collect()
    createLog({ level: 'error', isTerminal: false, destination }).info('chatter')
    expect(lines).toEqual([])
  })
})

describe('Audit log', () => {
  it('writes a structured line without secrets whatever the log level is', () => {
    const { lines, destination } = collect()
    const audit = createAuditLog(createLog({ level: 'error', isTerminal: false, destination }))
    audit({ kind: 'sign-in', identityId: 'p1', address: '10.0.0.1', token: 'hush' })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ audit: 'sign-in', identityId: 'p1', address: '10.0.0.1' })
    expect(lines[0]).not.toContain('hush')
  })
})
