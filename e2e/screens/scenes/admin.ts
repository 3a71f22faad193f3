import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

/** The four sections of the page for operators, with a question and a filter that finds nothing. */
const admin: Scene = {
  name: 'admin',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/admin')
    await expect(page.getByRole('listitem').filter({ hasText: 'bea@example.com' })).toBeVisible()
    await stop(page, 'people')
    const actions = page.getByRole('listitem').filter({ hasText: 'bea@example.com' }).getByRole('button')
    await actions.last().click()
    await expect(page.getByRole('menu')).toBeVisible()
    await stop(page, 'actions')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: localized('Audit log') }).click()
    await expect(page.getByText('bea@example.com').first()).toBeVisible()
    await stop(page, 'audit-log')
    await page.getByLabel(localized('Project id')).fill('none of ours')
    await expect(page.getByText(localized('Nothing matches.'))).toBeVisible()
    await stop(page, 'nothing')
    await page.getByRole('link', { name: localized('Invitations') }).click()
    await expect(page.getByText(localized('There are no open invitations.'))).toBeVisible()
    await page.getByRole('link', { name: localized('System') }).click()
    await expect(page.getByRole('heading', { name: localized('Storage') })).toBeVisible()
    await stop(page, 'system')
  },
}

export const adminScenes: readonly Scene[] = [admin]
