import { expect, expectAccessible, register, test } from '../support/test.ts'

const open = ['/login', '/register', '/recovery', '/pricing', '/hello', '/error?id=unknown', '/no-such-page']
const guarded = [
  '/user',
  '/account',
  '/projects',
  '/projects/add',
  '/projects/import',
  '/projects/edit/00000000-0000-4000-8000-000000000000',
  '/tree/00000000-0000-4000-8000-000000000000',
  '/tree2/00000000-0000-4000-8000-000000000000',
  '/feedback',
  '/feedback/some/board',
]
/** Their own journey opens them for someone signed in. */
const prototypes = [
  '/roadmap',
  '/dag',
  '/bubble',
  '/execute',
  '/d3',
  '/d3-randomtree',
  '/d3-transition',
  '/d3-basic',
  '/flare',
  '/d3-force',
  '/d3-tidytree',
  '/enter',
  '/daygrid',
]

test('every open page has one main, one heading, a title, and nothing for axe to find', async ({ page }) => {
  for (const path of open) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('main'), path).toHaveCount(1)
    await expect(page, path).toHaveTitle(/^.+ - Espalier$/)
    await expectAccessible(page)
  }
})

test('every guarded page sends a visitor to the login', async ({ page }) => {
  for (const path of [...guarded, ...prototypes].filter((one) => !one.startsWith('/tree/'))) {
    await page.goto(path)
    await page.waitForURL('**/login**')
    await expect(page.getByLabel('Email'), path).toBeVisible()
  }
})

for (const scheme of ['light', 'dark'] as const) {
  test(`every guarded page stands for someone signed in (${scheme})`, async ({ page, freshEmail }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    for (const path of guarded) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
      await expect(page.getByRole('main'), path).toHaveCount(1)
      await expect(page, path).toHaveTitle(/^.+ - Espalier$/)
      await expectAccessible(page)
    }
  })
}

test('at 390 px nothing sticks out sideways and axe finds nothing', async ({ page, freshEmail }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const check = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
  for (const path of open) await check(path)
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  for (const path of ['/projects', '/user', '/account', '/pricing']) await check(path)
})

test('an unknown path says so and shows a way home', async ({ page }) => {
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
})
