import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible, register, test } from '../support/test.ts'
import { clickTool, createTree, findTreeItem, openTree, pick, settledBox, titleEditor } from '../support/tree.ts'

const fieldBar = (page: Page): Locator => page.getByRole('toolbar', { name: /^Fields in/ })

interface PlannedNode {
  readonly id: string
  readonly title: string
  readonly assigneeIds: readonly string[]
  readonly priority: string
  readonly dueDate: string | null
  readonly estimate: number | null
  readonly tagIds: readonly string[]
}

const planQuery = `query ($id: ID!) {
  project(id: $id) { tags { id name } stages { name counts category } estimateUnit }
  nodes(projectId: $id) { id title assigneeIds priority dueDate estimate tagIds }
}`

interface Plan {
  readonly project: { readonly tags: readonly { readonly id: string; readonly name: string }[] }
  readonly nodes: readonly PlannedNode[]
}

const readPlan = (page: Page, id: string): Promise<Plan> => ask<Plan>(page, planQuery, { id })

async function expectNode(
  page: Page,
  projectId: string,
  title: string,
  fields: Record<string, unknown>,
): Promise<void> {
  const read = async () => (await readPlan(page, projectId)).nodes.find((node) => node.title.includes(title))
  await expect.poll(read).toMatchObject(fields)
}

test('sets fields that are typed into titles, and keeps the lists of the project', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createTree(page, 'Garden', { Root: {} })
  await openTree(page, projectId)
  await pick(page, 'Root')

  // Two titles are written one after the other: the offer for the first leaves the focus in the second.
  await page.keyboard.press('Tab')
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type(`Plant pears @${freshEmail.split('@')[0]} #garden !high`)
  await page.keyboard.press('Tab')
  await expect(titleEditor(page)).toBeFocused()
  await expect(fieldBar(page)).toBeVisible()
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type('Water them due:2099-12-01 ~3')
  await page.keyboard.press('Enter')
  await expect(fieldBar(page)).toHaveAccessibleName(/Water them/)
  await expectAccessible(page)
  await page.keyboard.press('Alt+F10')
  await expect(fieldBar(page).getByRole('button', { name: 'Set all', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNode(page, projectId, 'Water them', { title: 'Water them', dueDate: '2099-12-01', estimate: 3 })

  await fieldBar(page).getByRole('button', { name: 'New tag garden' }).click()
  await expectNode(page, projectId, 'Plant pears', { tagIds: [expect.any(String)], priority: 'none' })
  await fieldBar(page).getByRole('button', { name: 'Set all', exact: true }).click()
  await expectNode(page, projectId, 'Plant pears', {
    title: 'Plant pears',
    priority: 'high',
    assigneeIds: [expect.any(String)],
  })
  await expect(fieldBar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectNode(page, projectId, 'Plant pears', { priority: 'none', assigneeIds: [] })
  await page.getByRole('button', { name: 'Redo' }).click()
  await expectNode(page, projectId, 'Plant pears', { priority: 'high' })

  // Esc leaves the words.
  await pick(page, 'Water them')
  await page.keyboard.press('F2')
  await page.keyboard.type(' #twice')
  await page.keyboard.press('Enter')
  await expect(fieldBar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fieldBar(page)).toHaveCount(0)
  await expect(findTreeItem(page, 'Water them #twice')).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Close panel' }).click()
  await pick(page, 'Root')
  await page.keyboard.press('ControlOrMeta+Enter')
  const below = page.getByRole('region', { name: 'Below this node' })
  await expect(below).toContainText('0 of 2 done (0%)')
  await expect(below).toContainText('0 of 3 points done (0%)')
  await page.getByRole('button', { name: 'Close panel' }).click()

  await editLists(page, projectId)

  await ask(page, 'mutation ($id: ID!) { updateNode(id: $id, data: { status: done, estimate: 1 }) { id } }', {
    id: ids.get('Root'),
  })
  await expect(page.getByRole('img', { name: '33% done' })).toBeVisible()
  await clickTool(page, 'Metrics')
  await page.getByRole('menuitemcheckbox', { name: 'Progress by estimate' }).click()
  await page.keyboard.press('Escape')
  // The only stage of done nodes does not count, and the root is in it until it is taken out.
  await expect(page.getByRole('img', { name: '0% done by estimate' })).toBeVisible()
  await ask(page, 'mutation ($id: ID!) { updateNode(id: $id, data: { stageId: null }) { id } }', {
    id: ids.get('Root'),
  })
  await expect(page.getByRole('img', { name: '25% done by estimate' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: '25% done by estimate' })).toBeVisible()
})

async function editLists(page: Page, projectId: string): Promise<void> {
  await clickTool(page, 'Lists…')
  const dialog = page.getByRole('dialog', { name: 'Lists' })
  await expect(dialog.getByRole('listitem')).toContainText('1 node')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'New tag' }).fill('Wall')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  const name = dialog.getByRole('textbox', { name: 'Name of Wall' })
  await name.fill('garden')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('A name occurs twice')
  await name.fill('South wall')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Move South wall up' }).press('Enter')
  await expect
    .poll(async () => (await readPlan(page, projectId)).project.tags.map((tag) => tag.name))
    .toEqual(['South wall', 'garden'])
  await expect(dialog.getByRole('button', { name: 'Move South wall up' })).toBeFocused()

  // Somebody else adds a tag.
  const add = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
  await ask(page, add, { id: projectId, data: { tagChanges: { put: [{ name: 'Elsewhere' }] } } })
  await expect(dialog.getByRole('textbox', { name: 'Name of Elsewhere' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete garden' }).click()
  await expect(dialog.getByText('Delete garden? It is removed from 1 node.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNode(page, projectId, 'Plant pears', { tagIds: [] })

  await dialog.getByRole('tab', { name: 'Tags' }).focus()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('combobox', { name: 'Status of the new stage' }).selectOption('Done')
  await dialog.getByRole('textbox', { name: 'New stage' }).fill('Dropped')
  await page.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: /^Dropped counts/ }).uncheck()
  await expect
    .poll(() => readPlan(page, projectId))
    .toMatchObject({ project: { stages: [{ name: 'Dropped', counts: false, category: 'done' }] } })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('offers the fields of a title at the foot of the map', async ({ page, freshEmail }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId } = await createTree(page, 'Phone', { Root: {} }, 'tree-down')
    await openTree(page, projectId)
    await findTreeItem(page, 'Root').tap({ position: { x: 100, y: 8 } })
    await page.getByRole('toolbar', { name: 'Node actions' }).getByRole('button', { name: 'Child' }).tap()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Pears !high ~3 due:2099-12-01 #garden')
    await page.keyboard.press('Enter')
    const bar = await settledBox(fieldBar(page))
    expect(bar.x).toBeGreaterThanOrEqual(0)
    expect(bar.x + bar.width).toBeLessThanOrEqual(390)
    await expectAccessible(page)
    await fieldBar(page).getByRole('button', { name: 'High priority' }).tap()
    await expectNode(page, projectId, 'Pears', { priority: 'high', title: 'Pears ~3 due:2099-12-01 #garden' })
    await fieldBar(page).getByRole('button', { name: 'Set all' }).tap()
    await expectNode(page, projectId, 'Pears', { title: 'Pears', estimate: 3, dueDate: '2099-12-01' })
  })
})
