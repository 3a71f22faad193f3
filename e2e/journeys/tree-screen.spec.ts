import { ask, createProject } from '../support/api.ts'
import { expect, logOut, register, test } from '../support/test.ts'
import {
  canvasOf,
  expectStored,
  findTreeItem,
  openTree,
  pick,
  createTree,
  storedNodes,
  titleEditor,
  settledBox,
} from '../support/tree.ts'

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

test('offers the first node of an empty project outside the tree, and shows that a missing project is not found', async ({
  page,
}) => {
  const projectId = await createProject(page, 'Empty')
  await page.goto(`/tree/${projectId}`)
  await expect(page.getByRole('button', { name: 'Create node' })).toBeVisible()
  await page.getByRole('button', { name: 'Create node' }).click()
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await expectStored(page, projectId, 'First')
  await expect(page.getByRole('button', { name: 'Create node' })).toHaveCount(0)
  await page.goto('/tree/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
})

test('edits the title in place, changes the layout direction, and keeps both after a reload', async ({ page }) => {
  const { projectId } = await createTree(page, 'Before', { Root: { One: {} } })
  await openTree(page, projectId)
  await page.getByRole('button', { name: 'Before' }).click()
  await page.getByRole('textbox', { name: 'Project title' }).fill('After')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Orientation' }).click()
  await page.getByRole('menuitem', { name: 'Top Down' }).click()
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-down')
  await expect
    .poll(async () => {
      const asked = 'query ($id: ID!) { project(id: $id) { title layout } }'
      return (await ask<{ project: unknown }>(page, asked, { id: projectId })).project
    })
    .toEqual({ title: 'After', layout: 'tree-down' })
  await page.reload()
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-down')
  await expect(page).toHaveTitle('After - Espalier')
})

test('counts, steps through and reveals search hits, and closes the search', async ({ page }) => {
  const { projectId, ids } = await createTree(page, 'Search', {
    Root: { 'Pear one': { 'Hidden pear': {} }, Plum: {}, 'pear two': {} },
  })
  await openTree(page, projectId)
  await pick(page, 'Pear one')
  await page.keyboard.press('Space')
  await expect(findTreeItem(page, 'Hidden pear')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+f')
  const bar = page.getByRole('search').filter({ has: page.getByRole('searchbox', { name: 'Find' }) })
  await bar.getByRole('searchbox', { name: 'Find' }).fill('PEAR')
  await expect(bar).toContainText('1/3')
  await expect(findTreeItem(page, 'Hidden pear')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('2/3')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('1/3')
  await bar.getByRole('button', { name: 'Previous result' }).click()
  await expect(bar).toContainText('3/3')
  await bar.getByRole('searchbox', { name: 'Find' }).focus()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(findTreeItem(page, 'Hidden pear')).toHaveCount(0)

  await page.goto(`/tree/${projectId}#search=plum`)
  await expect(bar).toContainText('1/1')
  await page.goto('/projects')
  await page.goto(`/tree/${projectId}#node=${ids.get('Hidden pear')}`)
  await expect(findTreeItem(page, 'Hidden pear')).toHaveAttribute('aria-selected', 'true')
})

test('keeps the visibility filter across a reload, and keeps ancestors visible', async ({ page }) => {
  const { projectId, ids } = await createTree(page, 'Filter', { Root: { One: { Deep: {} }, Two: {} } })
  await ask(page, 'mutation ($id: ID!) { updateNode(id: $id, data: { status: done }) { id } }', { id: ids.get('Two') })
  await openTree(page, projectId)
  await expect(findTreeItem(page, 'Two')).toHaveCount(1)
  await page.getByRole('button', { name: 'Visibility' }).click()
  await page.getByRole('menuitemcheckbox', { name: /done/i }).click()
  await expect(findTreeItem(page, 'Two')).toHaveCount(0)
  await page.reload()
  await expect(findTreeItem(page, 'Deep')).toHaveCount(1)
  await expect(findTreeItem(page, 'Two')).toHaveCount(0)
})

test('restores the viewport from the hash', async ({ page }) => {
  const { projectId } = await createTree(page, 'Left', { Root: { One: {} } })
  await openTree(page, projectId)
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 140)
  await expect(page).toHaveURL(/#pan=/)
  const y = (await settledBox(findTreeItem(page, 'Root'))).y
  await page.reload()
  await expect.poll(async () => (await findTreeItem(page, 'Root').boundingBox())?.y).toBeCloseTo(y, 0)
})

test('links a node to a new project, which shows where it comes from', async ({ page }) => {
  const { projectId } = await createTree(page, 'Plan', { Root: { One: {} } })
  await openTree(page, projectId)
  await pick(page, 'One')
  await findTreeItem(page, 'One').getByRole('button', { name: 'Node menu' }).click()
  await page.getByRole('menuitem', { name: 'Link to a new project' }).click()
  await expect(page).toHaveTitle('Breakdown for One - Espalier')
  const linked = page.url().split('/tree/')[1]?.split(/[#?]/)[0] ?? ''
  const readLink = async () => (await storedNodes(page, projectId)).find(({ title }) => title === 'One')?.projectLink
  await expect.poll(readLink).toBe(linked)
  await page.getByRole('button', { name: 'Create node' }).click()
  await page.keyboard.type('Below')
  await page.keyboard.press('Enter')
  await expect(canvasOf(page).getByRole('link', { name: /Plan/ })).toBeVisible()
})

test('lets a viewer by link read, walk and open descriptions, and change nothing', async ({ page }) => {
  const { projectId, ids } = await createTree(page, 'Read only', { Root: { One: {}, Two: {} } })
  await ask(page, 'mutation ($id: ID!) { updateNode(id: $id, data: { body: "<p>How so</p>" }) { id } }', {
    id: ids.get('One'),
  })
  await ask(page, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id: projectId,
    data: { sharing: { generalAccess: 'anyone' } },
  })
  await logOut(page)
  await openTree(page, projectId)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Orientation' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share' })).toBeDisabled()
  await findTreeItem(page, 'Root').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(titleEditor(page)).toHaveCount(0)
  await findTreeItem(page, 'One').focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('complementary', { name: 'Node details' })).toContainText('How so')
  await findTreeItem(page, 'Two').focus()
  await page.keyboard.press('Delete')
  await expect(findTreeItem(page, 'Two')).toHaveCount(1)
})
