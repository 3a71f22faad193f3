import type { Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import { openBoth, share, test } from '../support/together.ts'
import { canvasOf, createTree, findTreeItem, openTree, storedNodes } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

async function chooseInMenu(page: Page, title: string, item: string): Promise<void> {
  await findTreeItem(page, title).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const isFoldedForAll = async (page: Page, projectId: string, title: string) =>
  (await storedNodes(page, projectId)).find((node) => node.title === title)?.hideChildren

test('folds for one editor alone, and still after a reload', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'Mine', { Root: { One: { Deep: {} }, Two: {} } })
  await chooseInMenu(ann.page, 'One', 'Fold for me')
  await expect(findTreeItem(ann.page, 'Deep')).toHaveCount(0)
  await expect(findTreeItem(bea.page, 'Deep')).toBeVisible()
  expect(await isFoldedForAll(ann.page, projectId, 'One')).toBe(false)
  await ann.page.reload()
  await expect(canvasOf(ann.page)).toHaveAttribute('data-ready', 'true')
  await expect(findTreeItem(ann.page, 'Two')).toBeVisible()
  await expect(findTreeItem(ann.page, 'Deep')).toHaveCount(0)
  await chooseInMenu(ann.page, 'One', 'Unfold for me')
  await expect(findTreeItem(ann.page, 'Deep')).toBeVisible()
})

test('lets an editor unfold for themselves what is folded for everybody, and fold for everybody again', async ({
  pair,
}) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'Ours', { Root: { One: { Deep: {} } } })
  await findTreeItem(ann.page, 'One').focus()
  await ann.page.keyboard.press('Space')
  await expect(findTreeItem(bea.page, 'Deep')).toHaveCount(0)
  await chooseInMenu(bea.page, 'One', 'Unfold for me')
  await expect(findTreeItem(bea.page, 'Deep')).toBeVisible()
  await expect(findTreeItem(ann.page, 'Deep')).toHaveCount(0)
  await findTreeItem(ann.page, 'One').focus()
  await ann.page.keyboard.press('Space')
  await expect(findTreeItem(ann.page, 'Deep')).toBeVisible()
  await expect.poll(() => isFoldedForAll(ann.page, projectId, 'One')).toBe(false)
})

test('offers a viewer the own folds only, with Find, Visibility and Fit', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await createTree(ann.page, 'Read', { Root: { One: { Deep: {} }, Two: {} } })
  await share(ann.page, projectId, { changes: { [bea.id]: 'viewer' } })
  await bea.page.goto(`/tree/${projectId}`)
  await expect(canvasOf(bea.page)).toHaveAttribute('data-ready', 'true')
  await expect(bea.page.getByText('View only')).toBeVisible()
  await findTreeItem(bea.page, 'One').focus()
  await bea.page.keyboard.press('Shift+F10')
  await expect(bea.page.getByRole('menuitem', { name: 'Hide children' })).toHaveCount(0)
  await bea.page.getByRole('menuitem', { name: 'Fold for me', exact: true }).click()
  await expect(findTreeItem(bea.page, 'Deep')).toHaveCount(0)
  await bea.page.reload()
  await expect(findTreeItem(bea.page, 'Two')).toBeVisible()
  await expect(findTreeItem(bea.page, 'Deep')).toHaveCount(0)
  await bea.page.getByRole('button', { name: 'Find', exact: true }).click()
  await bea.page.getByRole('searchbox', { name: 'Find' }).fill('deep')
  await expect(findTreeItem(bea.page, 'Deep')).toBeVisible()
  await bea.page.keyboard.press('Escape')
  await bea.page.getByRole('button', { name: 'Visibility', exact: true }).click()
  await bea.page.getByRole('menuitemcheckbox', { name: 'Show folded branches' }).click()
  await bea.page.keyboard.press('Escape')
  await expect(findTreeItem(bea.page, 'Deep')).toBeVisible()
  await bea.page.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect(findTreeItem(bea.page, 'Two')).toBeInViewport({ ratio: 1 })
  await openTree(ann.page, projectId)
  await expect(findTreeItem(ann.page, 'Deep')).toBeVisible()
})
