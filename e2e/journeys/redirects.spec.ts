import { expect, logIn, register, test } from '../support/test.ts'

const hostile = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(document.domain)',
  'data:text/html,<script>alert(1)</script>',
  'https://localhost.evil.example/',
  'http://localhost@evil.example/',
  '/%09/evil.example',
  '/\t/evil.example',
  'blob:http://localhost/1',
]

test('reaches a guarded page after a login', async ({ page, context, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await context.clearCookies()
  await page.goto('/account')
  await page.waitForURL('**/login**')
  await logIn(page, freshEmail)
  await page.waitForURL('**/account')
})

test('never leaves the product for a hostile next', async ({ page, context, server, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  for (const next of hostile) {
    await context.clearCookies()
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await logIn(page, freshEmail)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Log in')
    expect(new URL(page.url()).origin, next).toBe(server.url)
  }
  expect([...new Set(asked)]).toEqual([new URL(server.url).host])
})

test('never leaves the product for a hostile next on /dummy', async ({ page, server }) => {
  for (const next of hostile) {
    await page.goto(`/dummy?next=${encodeURIComponent(next)}`)
    await expect(page).not.toHaveURL(/\/dummy/)
    expect(new URL(page.url()).origin, next).toBe(server.url)
  }
})

test('rejects a return_to that leads elsewhere in the identity service', async ({ request }) => {
  for (const to of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
    const answer = await request.get(`/identity/self-service/login/browser?return_to=${encodeURIComponent(to)}`, {
      headers: { accept: 'application/json' },
    })
    expect(answer.status(), to).toBe(400)
  }
})
