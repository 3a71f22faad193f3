import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { canvasOf, findTreeItem, openTree, pick, createTree, storedNodes, titleEditor } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const setStatus = (page: Page, id: string, status: string) =>
  ask(page, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id,
    data: { status },
  })

async function openToRead(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}`)
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  await expect(page.getByText('View only')).toBeVisible()
}

test('shows viewers that they only view, and lets them unfold nodes for themselves', async ({
  pair,
  browser,
  server,
}) => {
  const { ann, bea } = pair
  const { projectId, ids } = await createTree(ann.page, 'Folded', { Root: { One: { Deep: {}, Deeper: {} }, Two: {} } })
  await share(ann.page, projectId, { generalAccess: 'anyone', changes: { [bea.id]: 'viewer' } })
  await ask(ann.page, 'mutation ($id: ID!) { updateNode(id: $id, data: { hideChildren: true }) { id } }', {
    id: ids.get('One'),
  })
  const stranger = await (await browser.newContext({ baseURL: server.url })).newPage()
  for (const page of [bea.page, stranger]) {
    await openToRead(page, projectId)
    await expect(findTreeItem(page, 'Deep')).toHaveCount(0)
    await findTreeItem(page, 'One').getByRole('button', { name: 'Show children' }).click()
    await expect(findTreeItem(page, 'Deep')).toBeVisible()
    await expectAccessible(page)
    await findTreeItem(page, 'One').focus()
    await page.keyboard.press('Space')
    await expect(findTreeItem(page, 'Deep')).toHaveCount(0)
  }
  const stored = (await storedNodes(ann.page, projectId)).find(({ title }) => title === 'One')
  expect(stored?.hideChildren).toBe(true)
  await stranger.context().close()
})

test('tells the owner that a project is in Trash, also while it is open, and restores it by Undelete', async ({
  pair,
}) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Compost', { Root: {} })
  await openTree(page, projectId)
  await setStatus(page, projectId, 'deleted')
  await expect(page.getByText('This project is in Trash.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Tools' })).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Undelete' }).click()
  await expect(page.getByText('Restored project Compost')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Tools' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undelete' })).toHaveCount(0)
})

test('tells an editor who becomes a viewer, and returns their typed text', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await createTree(ann.page, 'Demoted', { Root: { One: {} } })
  await share(ann.page, projectId, { changes: { [bea.id]: 'editor' } })
  // Bea is alone there: if others saw the project too, her title would be saved while she types.
  await openTree(bea.page, projectId)
  await pick(bea.page, 'One')
  await bea.page.keyboard.press('F2')
  await expect(titleEditor(bea.page)).toBeFocused()
  await bea.page.keyboard.type(' and quinces')
  await share(ann.page, projectId, { changes: { [bea.id]: 'viewer' } })
  const notice = bea.page.getByRole('status').filter({ hasText: 'Your access was changed to viewer' })
  await expect(notice).toContainText('What you typed was not saved: One and quinces')
  await expect(titleEditor(bea.page)).toHaveCount(0)
  await expect(bea.page.getByText('View only')).toBeVisible()
})
