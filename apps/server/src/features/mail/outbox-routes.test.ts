import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutboxCarrier } from '../../adapters/mail/mail-carriers.ts'
import { outboxRoutes } from './outbox-routes.ts'

const hostile = '<script>alert(1)</script>'
const letter = {
  id: '00000000-0000-4000-8000-000000000001',
  writtenAt: '2026-01-01T00:00:00.000Z',
  to: 'ada@example.com',
  subject: `Your code ${hostile}`,
  text: 'Your code is 482913.',
  html: `<p>Your code is 482913.</p>${hostile}`,
}
const name = '20260101T000000000Z-00000000-0000-4000-8000-000000000001.eml'

let folder: string
let app: FastifyInstance
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-outbox-'))
  app = fastify({ trustProxy: true })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function open() {
  const outbox = createOutboxCarrier({ folder, from: 'Espalier <mail@localhost>' })
  await app.register(outboxRoutes({ outbox, productName: 'Espalier' }))
  return outbox
}

describe('Outbox page', () => {
  it('lists the mails with everything escaped and shows one as text', async () => {
    const outbox = await open()
    expect((await app.inject('/dev/outbox')).body).toContain('No email has been written yet.')
    await outbox.deliver(letter)
    const list = await app.inject('/dev/outbox')
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(list.body).toContain(`/dev/outbox/${name}`)
    expect(list.body).not.toContain('<script')
    const shown = await app.inject(`/dev/outbox/${name}`)
    expect(shown.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(shown.body).toContain('To: ada@example.com\n')
    expect(shown.body).toContain('Your code is 482913.')
  })

  it('serves the HTML of a mail only as text', async () => {
    const outbox = await open()
    await outbox.deliver(letter)
    const source = await app.inject(`/dev/outbox/${name}?part=html`)
    expect(source.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(source.body.trim()).toBe(letter.html)
  })

  it('serves all mails as JSON', async () => {
    const outbox = await open()
    await outbox.deliver(letter)
    const { to, subject, text, html } = letter
    const answer = await app.inject('/dev/outbox.json')
    expect(answer.json()).toMatchObject([{ name, to, subject, from: 'mail@localhost' }])
    expect(answer.json()[0].text.trim()).toBe(text)
    expect(answer.json()[0].html.trim()).toBe(html)
  })

  it.each(['..%2f..%2fetc%2fpasswd', 'x.eml', '..', `${name}%00`])('has no mail named %s', async (other) => {
    const outbox = await open()
    await outbox.deliver(letter)
    expect((await app.inject(`/dev/outbox/${other}`)).statusCode).toBe(404)
  })
})

describe.each(['/dev/outbox', '/dev/outbox.json', `/dev/outbox/${name}`, '/dev/outbox.css'])('%s', (url) => {
  it.each([
    ['another machine', { remoteAddress: '192.0.2.1' }],
    ['another machine, over IPv6', { remoteAddress: '2001:db8::1' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['a proxy that claims this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy that speaks the standard', { headers: { forwarded: 'for=192.0.2.1' } }],
    ['a page whose name leads here', { headers: { host: 'evil.example:3000' } }],
  ])('answers 404 for the outbox to %s', async (_, caller) => {
    const outbox = await open()
    await outbox.deliver(letter)
    const answer = await app.inject({ url, ...caller })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('482913')
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('serves the outbox to %s', async (remoteAddress) => {
    const outbox = await open()
    await outbox.deliver(letter)
    expect((await app.inject({ url, remoteAddress })).statusCode).toBe(200)
  })

  it('answers 404 without an outbox', async () => {
    await app.register(outboxRoutes({ outbox: null, productName: 'Espalier' }))
    expect((await app.inject(url)).statusCode).toBe(404)
  })
})
