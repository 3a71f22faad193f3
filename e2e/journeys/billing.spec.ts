import { stripeTestKeys, startStripeService, type StripeService } from '@espalier/stand-ins/stripe/stripe-service.ts'
import type { Page } from '@playwright/test'
import { expect, register, test as base } from '../support/test.ts'

const test = base.extend<object, { stripe: StripeService }>({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripeService()
      await use(stripe)
      await stripe.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ stripe }, use) =>
      use({
        SIGNUP: 'beta',
        BILLING: 'stripe',
        STRIPE_SECRET_KEY: stripeTestKeys.secretKey,
        STRIPE_WEBHOOK_SECRET: stripeTestKeys.webhookSecret,
        STRIPE_PRICE_ID: stripeTestKeys.priceId,
        STRIPE_API_BASE: stripe.url,
      }),
    { scope: 'worker' },
  ],
})

const addProject = (page: Page) => page.getByRole('button', { name: 'Project', exact: true })
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' })

async function payAt(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/projects**')
}

/** An open page refetches by itself, once a minute and whenever the network returns. */
async function comeBackOnline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

async function mayCreate(page: Page): Promise<boolean> {
  const query = 'mutation { createProject(data: { title: "Wall" }) { id } }'
  const answer = await page.request.post('/graphql/', { data: { query } })
  return !(await answer.text()).includes('FORBIDDEN')
}

test('opens the product with a trial, closes it on an open page when canceled, and reopens it with a subscription', async ({
  page,
  server,
  stripe,
  context,
  freshEmail,
}) => {
  stripe.webhookUrl = `${server.url}/billing/webhook`
  await register(page, freshEmail)
  await page.waitForURL('**/pending')
  await page.getByRole('link', { name: 'Start a Free Trial' }).click()
  await expect(page.getByText('€9.00 a month after the trial')).toBeVisible()
  await page.getByRole('link', { name: 'Start a Free Trial' }).click()
  await payAt(page, 'Start free trial')
  await expect(page.getByRole('status').filter({ hasText: 'Subscription started' })).toBeVisible()
  await expect(addProject(page)).toBeVisible()
  await expect(page).toHaveURL(/\/projects$/)
  expect(await mayCreate(page)).toBe(true)

  const open = await context.newPage()
  await open.goto('/projects')
  await expect(addProject(open)).toBeVisible()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByText(/^Trial ending /)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing portal' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect.poll(() => mayCreate(open)).toBe(false)
  await comeBackOnline(open)
  await expect(subscribe(open)).toBeVisible()
  await expect(addProject(open)).toBeHidden()

  await page.getByRole('link', { name: 'Back to the product' }).click()
  await subscribe(page).click()
  await page.getByRole('link', { name: 'Subscribe' }).click()
  await payAt(page, 'Subscribe')
  await expect(addProject(page)).toBeVisible()
  await comeBackOnline(open)
  await expect(addProject(open)).toBeVisible()
  expect(await mayCreate(open)).toBe(true)
})
