import { expect, password } from '../../support/test.ts'
import type { Scene } from '../scene.ts'
import { localized, localizedExactly } from '../../support/localized.ts'

const user: Scene = {
  name: 'user-settings',
  async walk(server, stop) {
    const page = await (await server.createUser('Uma')).open()
    await page.goto('/user')
    await expect(page.getByLabel(localized('First name'))).toBeVisible()
    await stop(page, 'open')
    await page.getByRole('button', { name: localized('Save profile') }).click()
    await expect(page.getByRole('status').filter({ hasText: localized('Profile updated') })).toBeVisible()
    await stop(page, 'saved')
    await page.getByLabel(localizedExactly('New password')).fill(password)
    await page.getByLabel(localizedExactly('Re-enter password')).fill(`${password}!`)
    await page.getByRole('button', { name: localized('Change password') }).click()
    await expect(page.getByText(localized('Passwords do not match'))).toBeVisible()
    await stop(page, 'passwords-differ')
    await page.getByRole('button', { name: localized('account menu') }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await stop(page, 'account-menu')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: localized('Invite') }).click()
    await expect(page.getByLabel(localized('Email addresses'))).toBeVisible()
    await stop(page, 'invite')
    await page.getByLabel(localized('Email addresses')).fill('nobody')
    await page.getByRole('button', { name: localized('Send invites') }).click()
    await expect(page.getByText(localized('Invalid email nobody'))).toBeVisible()
    await stop(page, 'invite-refused')
    await page.goto('/pricing')
    await expect(page).toHaveTitle(localized('Pricing - Espalier'))
    await stop(page, 'pricing')
  },
}

const tracker: Scene = {
  name: 'account',
  async walk({ createUser, jira }, stop) {
    const page = await (await createUser('Ida')).open()
    await page.goto('/account')
    await expect(page.getByLabel(localized('Domain'))).toBeVisible()
    await stop(page, 'not-connected')
    await page.getByLabel(localized('Domain')).fill('acme.atlassian.net')
    await page.getByLabel(localized('API user')).fill(jira.email)
    await page.getByLabel(localizedExactly('API key')).fill('wrong')
    await expect(page.getByText(localized('does not accept the API key')).first()).toBeVisible()
    await stop(page, 'wrong-key')
    await page.getByLabel(localizedExactly('API key')).fill(jira.token)
    await expect(page.getByLabel(localized('Link type'))).toHaveValue('10200')
    await page.getByLabel(localizedExactly('Project')).selectOption('ACME')
    await page.getByRole('button', { name: localizedExactly('Save') }).click()
    await expect(page.getByText(localized('Integration settings saved'))).toBeVisible()
    await stop(page, 'connected')
    await page.getByRole('button', { name: localized('Remove integration') }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'remove')
  },
}

export const settingsScenes: readonly Scene[] = [user, tracker]
