import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createRecordedLog } from '../testing/recorded-log.ts'
import { createOrigins } from '../transport/http/origins.ts'
import { buildPageConfig, composeMail, describeMailTarget, listDegradedMail } from './optional-features.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'espalier-mail-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const configWith = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }, dataDir)
const production = { WEB_URL: 'https://app.example.com' }
const smtp = { SMTP_URL: 'smtp://127.0.0.1:9' }

describe('Mail without SMTP_URL', () => {
  it('logs one warning, degrades readiness and informs the page in production', async () => {
    const config = configWith(production)
    const log = createRecordedLog()
    const { carrier } = composeMail(config, log)
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', expect.stringContaining('SMTP_URL is not set: no mail is sent')],
    ])
    expect(listDegradedMail(config)).toEqual(['mail'])
    expect(buildPageConfig(config, createOrigins(config)).features).toMatchObject({ mail: false, outbox: false })
    await carrier.close()
  })

  it.each([
    ['with SMTP_URL in production', { ...production, ...smtp }],
    ['in development, where /dev/outbox shows the mails', {}],
  ])('reports no mail problem %s', async (_name, env) => {
    const config = configWith(env)
    const log = createRecordedLog()
    const { carrier } = composeMail(config, log)
    expect(log.lines).toEqual([])
    expect(listDegradedMail(config)).toEqual([])
    expect(buildPageConfig(config, createOrigins(config)).features).not.toHaveProperty('mail')
    await carrier.close()
  })
})

describe('The line of a start that says where emails go', () => {
  const url = 'http://localhost:3000'

  it.each([
    ['the outbox in development', {}, `shown at ${url}/dev/outbox`],
    ['the mail server', { ...production, SMTP_URL: 'smtps://robot:hush@mail.example.com' }, 'sent by mail.example.com'],
  ])('names %s', (_name, env, expected) => {
    expect(describeMailTarget(configWith(env), url)).toBe(expected)
  })

  it('names the folder in production without SMTP_URL', () => {
    expect(describeMailTarget(configWith(production), url)).toBe(`not sent, stored in ${join(dataDir, 'outbox')}`)
  })
})

describe('The service worker in the page configuration', () => {
  it.each([
    ['is not mentioned by default', {}, undefined],
    ['is switched off by the operator', { SERVICE_WORKER: 'off' }, false],
  ])('%s', (_name, env, expected) => {
    const config = configWith(env)
    expect(buildPageConfig(config, createOrigins(config)).features.serviceWorker).toBe(expected)
  })
})
