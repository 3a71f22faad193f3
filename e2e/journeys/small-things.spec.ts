import { expect } from '../support/test.ts'
import { openBoth, test } from '../support/together.ts'
import {
  canvasOf,
  createTree,
  expectStored,
  findTreeItem,
  openTree,
  pick,
  storedNodes,
  titleEditor,
  settledBox,
} from '../support/tree.ts'

const garden = { Root: { One: { Deep: {} }, Two: {}, Three: {} } }

test('deselects on Esc, selects nodes on Ctrl+A, and extends the selection by Shift and arrows', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Keys', garden)
  await openTree(page, projectId)
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await findTreeItem(page, 'One').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selected).toHaveCount(3)
  await page.keyboard.press('Shift+ArrowUp')
  await expect(selected).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await expect(canvasOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(projectId))
  await page.getByRole('button', { name: 'Find' }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(selected).toHaveCount(5)
  expect(await page.evaluate(() => window.getSelection()?.toString() ?? '')).toBe('')
})

test('changes the status of all selected nodes and says how many they are', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Status', garden)
  await openTree(page, projectId)
  await pick(page, 'Two')
  await findTreeItem(page, 'Three').click({ position: { x: 100, y: 8 }, modifiers: ['ControlOrMeta'] })
  await page.keyboard.press('Shift+Space')
  for (const title of ['Two', 'Three'])
    await expect(findTreeItem(page, title)).toHaveAttribute('data-status', 'progress')
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Menu of 2 nodes' })
  await expect(menu.getByText('2 nodes selected')).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Mark as Done' }).click()
  await expect
    .poll(async () => (await storedNodes(page, projectId)).filter(({ status }) => status === 'done').length)
    .toBe(2)
})

test('offers Undo after several nodes were deleted', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Deleted', garden)
  await openTree(page, projectId)
  await findTreeItem(page, 'Root').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expectStored(page, projectId, '')
  const toast = page.getByRole('status').filter({ hasText: 'Deleted 5 nodes' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expectStored(page, projectId, 'Root(One(Deep) Two Three)')
  await expect(toast).toHaveCount(0)
})

test('undoes a changed orientation and keeps the selected node in view', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Turned', garden)
  await openTree(page, projectId)
  await pick(page, 'Deep')
  await page.getByRole('button', { name: 'Orientation' }).click()
  await page.getByRole('menuitem', { name: 'Top Down' }).click()
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-down')
  await expect(findTreeItem(page, 'Deep')).toBeInViewport()
  await findTreeItem(page, 'Deep').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-right')
  await expect(findTreeItem(page, 'Deep')).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-down')
})

test('opens a project where it was left', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Left', garden)
  await openTree(page, projectId)
  await page.mouse.move(600, 500)
  await page.mouse.wheel(120, 80)
  await expect(page).toHaveURL(/pan=/)
  const before = await settledBox(findTreeItem(page, 'Root'))
  await page.goto('/projects')
  await openTree(page, projectId)
  await expect.poll(() => findTreeItem(page, 'Root').boundingBox()).toEqual(before)
})

test('shows a title to others while it is typed, and covers no title by a name', async ({ pair }) => {
  const { ann, bea } = pair
  await openBoth(pair, 'Typed', garden)
  await pick(ann.page, 'Two')
  await ann.page.keyboard.press('F2')
  await ann.page.keyboard.press('ControlOrMeta+a')
  await ann.page.keyboard.type('Two and a half')
  await expect(findTreeItem(bea.page, 'Two and a half')).toBeVisible()
  await expect(titleEditor(ann.page)).toBeFocused()
  await ann.page.keyboard.press('Escape')
  await expect(findTreeItem(bea.page, 'Two')).toBeVisible()

  const tag = await settledBox(canvasOf(bea.page).getByText(ann.shownName, { exact: true }))
  for (const node of await bea.page.getByRole('treeitem').all()) {
    const box = await settledBox(node)
    const isApart =
      tag.x >= box.x + box.width ||
      box.x >= tag.x + tag.width ||
      tag.y >= box.y + box.height ||
      box.y >= tag.y + tag.height
    expect(isApart).toBe(true)
  }
})

test('imports a pasted range of a spreadsheet after its columns are chosen', async ({ pair }) => {
  const { page, context } = pair.ann
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { projectId } = await createTree(page, 'Pasted', { Root: {} })
  await openTree(page, projectId)
  await pick(page, 'Root')
  await page.evaluate(() => navigator.clipboard.writeText('Task\tStatus\nBeds\tdone\nPaths\t\n'))
  await page.keyboard.press('ControlOrMeta+v')
  const dialog = page.getByRole('dialog', { name: 'Import Pasted table.tsv under Root' })
  await expect(dialog.getByLabel('Task')).toHaveValue('title')
  await dialog.getByRole('button', { name: 'Import 2 nodes' }).click()
  await expectStored(page, projectId, 'Root(Beds Paths)')
  await expect(findTreeItem(page, 'Beds')).toHaveAttribute('data-status', 'done')
})
