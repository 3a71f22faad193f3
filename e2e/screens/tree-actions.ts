import type { Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import { findTreeItem } from '../support/tree.ts'
import { localized } from '../support/localized.ts'

/** Selects a node anywhere: on a phone it may be out of sight. */
export async function selectNode(page: Page, title: string): Promise<void> {
  await findTreeItem(page, title).focus()
  await expect(findTreeItem(page, title)).toHaveAttribute('aria-selected', 'true')
  await expect(findTreeItem(page, title)).toBeInViewport()
}

export async function openNodeMenu(page: Page, title: string): Promise<void> {
  await selectNode(page, title)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: localized('Open panel') })).toBeVisible()
}

export async function chooseInNodeMenu(page: Page, title: string, item: string): Promise<void> {
  await openNodeMenu(page, title)
  await page.getByRole('menuitem', { name: localized(item) }).click()
}
