import { expect, password } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

const user: Scene = {
  name: 'user-settings',
  async walk(house, stop) {
    const page = await (await house.newcomer('Uma')).open()
    await page.goto('/user')
    await expect(page.getByLabel('First name')).toBeVisible()
    await stop(page, 'open')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Profile updated' })).toBeVisible()
    await stop(page, 'saved')
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Re-enter password').fill(`${password}!`)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await stop(page, 'passwords-differ')
    await page.getByRole('button', { name: /account menu/i }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await stop(page, 'account-menu')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Invite' }).click()
    await expect(page.getByLabel('Email addresses')).toBeVisible()
    await stop(page, 'invite')
    await page.getByLabel('Email addresses').fill('nobody')
    await page.getByRole('button', { name: 'Send invites' }).click()
    await expect(page.getByText('Invalid email nobody')).toBeVisible()
    await stop(page, 'invite-refused')
    await page.goto('/pricing')
    await expect(page).toHaveTitle('Pricing - Espalier')
    await stop(page, 'pricing')
  },
}

const tracker: Scene = {
  name: 'account',
  async walk({ newcomer, jira }, stop) {
    const page = await (await newcomer('Ida')).open()
    await page.goto('/account')
    await expect(page.getByLabel('Domain')).toBeVisible()
    await stop(page, 'not-connected')
    await page.getByLabel('Domain').fill('acme.atlassian.net')
    await page.getByLabel('API user').fill(jira.email)
    await page.getByLabel('API key', { exact: true }).fill('wrong')
    await expect(page.getByText('does not accept the API key').first()).toBeVisible()
    await stop(page, 'wrong-key')
    await page.getByLabel('API key', { exact: true }).fill(jira.token)
    await expect(page.getByLabel('Link type')).toHaveValue('10200')
    await page.getByLabel('Project', { exact: true }).selectOption('ACME')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Integration settings saved')).toBeVisible()
    await stop(page, 'connected')
    await page.getByRole('button', { name: 'Remove integration' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'remove')
  },
}

export const settingsScenes: readonly Scene[] = [user, tracker]
