import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { openBoth, share, test } from '../support/together.ts'
import { findTreeItem, openTree, pick } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const asked = `query ($id: ID!) { nodes(projectId: $id) {
  id title status assigneeIds startDate dueDate estimate priority tagIds stageId fields } }`

type StoredFields = Readonly<Record<string, unknown>>

async function readFields(page: Page, projectId: string, title: string): Promise<StoredFields | undefined> {
  const { nodes } = await ask<{ readonly nodes: readonly StoredFields[] }>(page, asked, { id: projectId })
  return nodes.find((node) => node['title'] === title)
}

const expectFields = (page: Page, projectId: string, title: string, wanted: StoredFields): Promise<void> =>
  expect.poll(() => readFields(page, projectId, title)).toMatchObject(wanted)

const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Node details' })

const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

test('sets every field with the keyboard alone, by commands and in the panel', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'Fields', { Root: { One: { Deep: {} }, Two: {} } })
  const { keyboard } = ann.page
  const dialog = ann.page.getByRole('dialog')
  const command = async (keys: string, value: string) => {
    await keyboard.press('/')
    await expect(ann.page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')).toBeFocused()
    await keyboard.type(keys)
    await keyboard.type(value)
    await keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(findTreeItem(ann.page, 'One')).toBeFocused()
  }
  await findTreeItem(ann.page, 'One').focus()
  await command('a', bea.email)
  await command('d', '2031-05-30')
  await command('p', 'high')
  await command('l', 'Frost')
  await command('e', '3')
  await expectFields(ann.page, projectId, 'One', {
    assigneeIds: [bea.id],
    dueDate: '2031-05-30',
    priority: 'high',
    tagIds: [expect.any(String)],
    estimate: 3,
  })
  await keyboard.press('Shift+Space')
  await expect(findTreeItem(ann.page, 'One')).toHaveAttribute('data-status', 'progress')

  await keyboard.press('ControlOrMeta+Enter')
  const panel = findPanel(ann.page)
  await expect(panel.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await expect(panel.getByLabel('Due date')).toHaveValue('2031-05-30')
  await expect(panel.getByText('Frost')).toBeVisible()
  await expectAccessible(ann.page)
  await panel.getByLabel('Start date').focus()
  await keyboard.type('2031-06-01')
  await keyboard.press('Enter')
  await expect(panel.getByRole('alert')).not.toBeEmpty()
  await expect(panel.getByLabel('Start date')).toHaveValue('2031-06-01')
  await keyboard.press('Escape')
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await keyboard.type('2031-05-01')
  await keyboard.press('ArrowDown')
  await expect(panel.getByRole('grid', { name: 'May 2031' })).toBeVisible()
  await expectAccessible(ann.page)
  await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await expect(panel.getByLabel('Start date')).toHaveValue('2031-05-02')
  await expectFields(ann.page, projectId, 'One', { startDate: '2031-05-02', status: 'progress' })

  await findTreeItem(bea.page, 'One').focus()
  await bea.page.keyboard.press('ControlOrMeta+Enter')
  await expect(findPanel(bea.page).getByLabel('Start date')).toHaveValue('2031-05-02')
  await bea.page.keyboard.press('Escape')
  await panel.getByLabel('Estimate').focus()
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(findTreeItem(ann.page, 'One')).toBeFocused()
  await keyboard.press('ControlOrMeta+z')
  await expectFields(ann.page, projectId, 'One', { startDate: null, dueDate: '2031-05-30' })
})

test('sets stages and own fields of a selection, and replaces a person who has left', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Several', { Root: { One: {}, Two: {} } })
  const fieldDefinitions = [
    { name: 'Soil', type: 'choice', options: ['Clay', 'Sand'] },
    { name: 'Shop', type: 'link' },
  ]
  const stages = [
    { name: 'Next', category: 'todo' },
    { name: 'Review', category: 'progress' },
  ]
  await ask(ann.page, updateProject, { id: projectId, data: { stages, fieldDefinitions } })
  for (const title of ['One', 'Two']) {
    const data = { assigneeIds: [bea.id] }
    await ask(ann.page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', {
      id: ids.get(title),
      data,
    })
  }
  await pick(ann.page, 'One')
  await findTreeItem(ann.page, 'Two').click({ position: { x: 100, y: 8 }, modifiers: ['ControlOrMeta'] })
  await findTreeItem(ann.page, 'Two').press('ControlOrMeta+Enter')
  const panel = findPanel(ann.page)
  await expect(panel.getByRole('heading', { name: '2 nodes' })).toBeVisible()
  await expect(panel.getByLabel('Status')).toBeFocused()
  await panel.getByLabel('Stage').selectOption('Review')
  await panel.getByLabel('Soil').selectOption('Sand')
  await panel.getByLabel('Shop').fill('not a link')
  await panel.getByLabel('Shop').press('Enter')
  await expect(panel.getByRole('alert')).toHaveText('This is not a value of the field “Shop”')
  await panel.getByLabel('Shop').fill('trees.example')
  await panel.getByLabel('Shop').press('Enter')
  await expect
    .poll(async () => Object.values((await readFields(ann.page, projectId, 'Two'))?.['fields'] ?? {}))
    .toEqual(expect.arrayContaining(['Sand', 'https://trees.example']))
  await expectFields(ann.page, projectId, 'One', { status: 'progress' })
  await expect(panel.getByText(bea.email)).toBeVisible()

  await bea.page.goto('/projects')
  await share(ann.page, projectId, { changes: { [bea.id]: null } })
  await expect(panel.getByText('Former member')).toBeVisible()
  await expect(panel.getByText(bea.email)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Replace everywhere…' }).click()
  await panel.getByRole('combobox', { name: 'Replace with' }).press('Enter')
  await expectFields(ann.page, projectId, 'One', { assigneeIds: [ann.id] })
  await expectFields(ann.page, projectId, 'Two', { assigneeIds: [ann.id] })
})

test('edits fields on a phone', async ({ pair }) => {
  const { ann } = pair
  const { projectId } = await openBoth(pair, 'Phone', { Root: { One: {} } })
  await ann.page.setViewportSize({ width: 390, height: 844 })
  await openTree(ann.page, projectId)
  await pick(ann.page, 'One')
  await findTreeItem(ann.page, 'One').press('ControlOrMeta+Enter')
  const panel = findPanel(ann.page)
  await panel.getByLabel('Priority').selectOption('Urgent')
  await panel.getByRole('button', { name: 'Open calendar' }).last().click()
  await panel.getByRole('button', { name: 'Next month' }).click()
  await panel.getByRole('gridcell').filter({ hasText: /^15$/ }).click()
  await expect(panel.getByLabel('Due date')).toHaveValue(/-15$/)
  await panel.getByLabel('Tags').fill('Frost')
  await panel.getByRole('option', { name: 'Create “Frost”' }).click()
  await expect(panel.getByRole('button', { name: 'Remove Frost' })).toBeVisible()
  await expect.poll(() => ann.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectFields(ann.page, projectId, 'One', { priority: 'urgent', tagIds: [expect.any(String)] })
})
