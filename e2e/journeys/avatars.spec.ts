import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { startRecorder, type Recorder } from '../support/recorder.ts'
import { startServer } from '../support/server.ts'
import { expect, expectAccessible, register, test as base } from '../support/test.ts'

const test = base.extend<object, { recorder: Recorder }>({
  recorder: [
    async ({}, use) => {
      const recorder = await startRecorder()
      await use(recorder)
      recorder.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ recorder }, use) => {
      const dsn = recorder.url.replace('http://', 'http://key@')
      const server = await startServer({ SENTRY_DSN: `${dsn}/7`, ANALYTICS_URL: `${recorder.url}/capture` })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Draws a picture as a camera would: oblong, and larger than needed. */
async function drawnPicture(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('nothing to draw on')
    context.fillStyle = '#2c5f45'
    context.fillRect(0, 0, 640, 480)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(data.split(',')[1] ?? '', 'base64')
}

test('chooses, previews, saves and removes a picture, and reports places and errors to the operator without the person', async ({
  page,
  recorder,
  server,
  freshEmail,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await page.goto('/user')
  const face = page.getByRole('button', { name: 'Account menu' }).locator('img')
  await expect(face).toHaveAttribute('src', /\/avatar\/[0-9a-f-]+$/)

  const picture = page.getByLabel('Picture file')
  await picture.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toContainText('could not be read as a picture')
  await picture.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await drawnPicture(page) })
  await expect(page.getByText('This is how it will look. It is not saved yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await expect(face).toHaveAttribute('src', /\?v=[\w-]{16}$/)
  const shown = await page.request.get((await face.getAttribute('src')) ?? '')
  expect(shown.headers()['content-type']).toBe('image/png')
  expect(shown.headers()['content-security-policy']).toContain('sandbox')
  await page.reload()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('others see your initials')).toBeVisible()

  await page.route('**/graphql/', (route) => route.fulfill({ status: 418, body: freshEmail }))
  await page.getByRole('link', { name: 'Feedback' }).click()
  await expect(page.getByText(/^\[Network error\]/)).toBeVisible()
  await expect.poll(() => recorder.received.map(({ path }) => path)).toContain('/api/7/envelope/')
  await expect.poll(() => recorder.received.filter(({ path }) => path === '/capture').length).toBeGreaterThan(2)
  const sent = recorder.received.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n')
  expect(sent).toContain('[Network error]: Response not successful')
  expect(sent).toContain('"place":"/feedback"')
  expect(sent).toContain('"$pathname":"/user"')
  expect(sent).not.toContain(freshEmail)
  expect(sent).not.toContain('ory_kratos')
  // The browser itself has contacted only the server.
  expect([...asked].filter((origin) => origin.startsWith('http'))).toEqual([server.url])

  await page.unroute('**/graphql/')
  await page.goto('/user')
  const listsSeen = () => recorder.received.filter(({ body }) => body.includes('"$pathname":"/projects"')).length
  const before = listsSeen()
  await page.getByLabel('Send this from this browser').uncheck()
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.waitForURL('**/projects')
  await page.goto('/user')
  await expect(page.getByLabel('Send this from this browser')).not.toBeChecked()
  expect(listsSeen()).toBe(before)
})
