import { expect, test } from '../support/test.ts'

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

test('redirects a visitor from every guarded page to the login', async ({ page }) => {
  for (const path of [...guarded, ...prototypes].filter((one) => !one.startsWith('/tree/'))) {
    await page.goto(path)
    await page.waitForURL('**/login**')
    await expect(page.getByLabel('Email'), path).toBeVisible()
  }
})

test('shows an error and a way home for an unknown path', async ({ page }) => {
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
})
