import { createAuthenticatorApp } from '@espalier/identity/testing'
import { localized, localizedExactly } from '../../support/localized.ts'
import { expect, password } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

/** Sets up an authenticator app, saves the recovery codes, and meets the second step at the next login. */
const twoStep: Scene = {
  name: 'two-step',
  async walk(server, stop) {
    const person = await server.createUser('Tove')
    const page = await person.open()
    await page.goto('/user')
    const email = await page.getByLabel(localized('Email')).inputValue()
    const section = page.getByRole('region', { name: localized('Two-step sign-in') })
    await section.getByRole('button', { name: localized('Set up an app') }).click()
    const app = createAuthenticatorApp((await section.locator('code').first().textContent()) ?? '')
    await section.getByRole('button', { name: localized('Turn on') }).click()
    await expect(section.getByText(localized('Please enter the code that your app shows'))).toBeVisible()
    await stop(page, 'set-up')
    await section.getByRole('textbox').fill(app.code(Date.now()))
    await section.getByRole('button', { name: localized('Turn on') }).click()
    await expect(section.getByRole('list', { name: localized('Your recovery codes') })).toBeVisible()
    await stop(page, 'codes')
    await section.getByRole('button', { name: localized('I have saved them') }).click()
    await expect(section.getByRole('button', { name: localized('New recovery codes') })).toBeVisible()
    await stop(page, 'on')
    await person.context.clearCookies()
    await page.goto('/login')
    await page.getByLabel(localized('Email')).fill(email)
    await page.getByLabel(localizedExactly('Password')).fill(password)
    await page.getByRole('button', { name: localizedExactly('Log in') }).click()
    await page.getByRole('button', { name: localized('Use a recovery code instead') }).click()
    await expect(page.getByLabel(localized('Recovery code'))).toBeFocused()
    await stop(page, 'second-step')
  },
}

export const twoStepScenes: readonly Scene[] = [twoStep]
