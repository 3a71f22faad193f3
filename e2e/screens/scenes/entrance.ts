import { mailsTo } from '../../support/mailbox.ts'
import { expect, password } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

const signIn: Scene = {
  name: 'login',
  async walk(house, stop) {
    const page = await house.visitor()
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    await stop(page, 'open')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await stop(page, 'empty-fields')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('certainly-not-this-one')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await stop(page, 'refused')
    await page.route('**/identity/**', (route) => route.abort())
    await page.goto('/login?next=/user')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await stop(page, 'no-service')
  },
}

const signUp: Scene = {
  name: 'register',
  async walk(house, stop) {
    const page = await house.visitor()
    await page.goto('/register')
    await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeVisible()
    await stop(page, 'open')
    await page.getByLabel('Email').fill('weak@example.com')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(page.getByText(/^Error:/)).toBeVisible()
    await stop(page, 'refused')
  },
}

const recovery: Scene = {
  name: 'recovery',
  async walk(house, stop) {
    const person = await house.newcomer('Rita')
    const page = await person.open()
    await page.goto('/user')
    const email = await page.getByLabel('Email').inputValue()
    await person.context.clearCookies()
    await page.goto('/recovery')
    await expect(page.getByLabel('Email')).toBeVisible()
    await stop(page, 'address')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByLabel('Code')).toBeVisible()
    await stop(page, 'code')
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await stop(page, 'wrong-code')
    const [mail] = await mailsTo(page.request, email)
    await page.getByLabel('Code').fill(/\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/user**')
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Re-enter password').fill(`${password}!`)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await stop(page, 'new-password')
  },
}

const outside: Scene = {
  name: 'open-pages',
  async walk(house, stop) {
    const page = await house.visitor()
    const places = { pricing: '/pricing', hello: '/hello', error: '/error?id=unknown', 'not-found': '/no-such-page' }
    for (const [name, path] of Object.entries(places)) {
      await page.goto(path)
      await expect(page).toHaveTitle(/ - /)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await stop(page, name)
    }
    await page.route('**/identity/**', () => undefined)
    await page.goto('/projects')
    await expect(page.locator('[aria-busy=true]').first()).toBeAttached()
    await stop(page, 'who-is-it')
  },
}

export const entranceScenes: readonly Scene[] = [signIn, signUp, recovery, outside]
