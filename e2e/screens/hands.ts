import type { Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import { findTreeItem } from '../support/tree.ts'

/** Selects a node anywhere: on a phone it may be out of sight. */
export async function goTo(page: Page, title: string): Promise<void> {
  await findTreeItem(page, title).focus()
  await expect(findTreeItem(page, title)).toHaveAttribute('aria-selected', 'true')
  await expect(findTreeItem(page, title)).toBeInViewport()
}

export async function openMenu(page: Page, title: string): Promise<void> {
  await goTo(page, title)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open panel' })).toBeVisible()
}

export async function chooseInMenu(page: Page, title: string, item: string): Promise<void> {
  await openMenu(page, title)
  await page.getByRole('menuitem', { name: item }).click()
}
