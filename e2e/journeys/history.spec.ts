import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect } from '../support/test.ts'
import { openBoth, test } from '../support/together.ts'
import { clickTool, expectStored, findTreeItem, settledBox } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const update = (page: Page, id: string | undefined, data: object): Promise<unknown> =>
  ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', { id, data })
const deleteBranch = (page: Page, id: string | undefined): Promise<unknown> =>
  ask(page, 'mutation ($id: ID!) { deleteNodeWithChildren(id: $id) }', { id })

const historyOf = (page: Page): Locator => page.getByRole('complementary', { name: 'History' })
/** Returns the innermost item with this text. */
const lineOf = (page: Page, text: string): Locator =>
  historyOf(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .filter({ hasNot: page.getByRole('listitem') })
const undoOf = (line: Locator): Locator => line.getByRole('button', { name: 'Undo this change' })
/** A rejection stays visible until it is closed. */
async function expectRefused(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: text })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
}

test("shows the other person's changes, undoes them, and says when that is no longer possible", async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Orchard', { Root: { Pear: { Pip: {} }, Plum: {} } })
  await ann.page.getByRole('button', { name: 'History' }).click()
  await expect(lineOf(ann.page, 'You added “Pip” to “Pear”')).toBeVisible()
  await expect(lineOf(ann.page, 'You shared the project with 1 more person')).toBeVisible()
  await expect(lineOf(ann.page, 'You created the project')).toBeVisible()

  await update(bea.page, ids.get('Pear'), { title: 'Quince' })
  const renamed = lineOf(ann.page, `${bea.shownName} renamed “Pear” to “Quince”`)
  await expect(renamed).toBeVisible()
  await undoOf(renamed).click()
  await expect(ann.page.getByText('Change undone')).toBeVisible()
  await expect(findTreeItem(ann.page, 'Pear')).toBeVisible()
  await expect(findTreeItem(bea.page, 'Pear')).toBeVisible()
  await expect(lineOf(ann.page, 'You renamed “Quince” to “Pear” (undo)')).toBeVisible()
  await undoOf(renamed).click()
  await expectRefused(ann.page, 'Everything is already as it was before this change')

  await update(bea.page, ids.get('Plum'), { title: 'Damson' })
  const first = lineOf(ann.page, `${bea.shownName} renamed “Plum” to “Damson”`)
  await expect(first).toBeVisible()
  await update(bea.page, ids.get('Plum'), { title: 'Sloe' })
  await expect(lineOf(ann.page, 'renamed “Damson” to “Sloe”')).toBeVisible()
  await undoOf(first).click()
  await expectRefused(ann.page, '“Sloe” has been renamed since. Undo the newer change first')
  await expectStored(ann.page, projectId, 'Root(Pear(Pip) Sloe)')

  await deleteBranch(bea.page, ids.get('Pear'))
  const deleted = lineOf(ann.page, `${bea.shownName} deleted “Pear” and 1 node below it`)
  await undoOf(deleted).click()
  await expect(findTreeItem(ann.page, 'Pip')).toBeVisible()
  await expectStored(bea.page, projectId, 'Root(Pear(Pip) Sloe)')
  await lineOf(ann.page, 'added “Pip”').getByRole('button', { name: /Pip/u }).click()
  await expect(findTreeItem(ann.page, 'Pip')).toHaveAttribute('aria-selected', 'true')
})

test('shows the history below the tree on a phone and makes way for a node’s details', async ({ pair }) => {
  const { ann } = pair
  await openBoth(pair, 'Hedge', { Root: { Pear: {} } })
  await ann.page.setViewportSize({ width: 390, height: 844 })
  await ann.page.emulateMedia({ colorScheme: 'dark' })
  await clickTool(ann.page, 'History')
  const line = lineOf(ann.page, 'You added “Pear” to “Root”')
  await expect(line).toBeVisible()
  const box = await settledBox(historyOf(ann.page))
  expect([box?.x, box?.width]).toEqual([0, 390])
  await line.getByRole('button', { name: /Pear/u }).click()
  await expect(findTreeItem(ann.page, 'Pear')).toHaveAttribute('aria-selected', 'true')
  const bottomOfNode = async (): Promise<number> => {
    const node = await settledBox(findTreeItem(ann.page, 'Pear'))
    return (node?.y ?? 0) + (node?.height ?? 0)
  }
  await expect(findTreeItem(ann.page, 'Pear')).toBeFocused()
  await expect.poll(bottomOfNode, 'the panel does not cover the node').toBeLessThanOrEqual(box?.y ?? 0)
  await ann.page.keyboard.press('ControlOrMeta+Enter')
  await expect(ann.page.getByRole('complementary', { name: 'Node details' })).toBeVisible()
  await expect(historyOf(ann.page)).toHaveCount(0)
})
