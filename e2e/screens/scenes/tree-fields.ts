import { ask } from '../../support/api.ts'
import { localized, localizedExactly } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { share } from '../../support/together.ts'
import { createTree, openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'
import { openNodeMenu, selectNode } from '../tree-actions.ts'

const updateProject = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) {
  tags { id name } stages { id name } fieldDefinitions { id name } } }`
const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

interface Named {
  readonly id: string
  readonly name: string
}

interface ChangedProject {
  readonly updateProject: Readonly<Record<'tags' | 'stages' | 'fieldDefinitions', readonly Named[]>>
}

const lists = {
  tags: [
    { name: 'Kitchen', colour: '#ffbbe2' },
    { name: 'Needs a permit', colour: '#bbc0ff' },
  ],
  stages: [
    { name: 'Ready', category: 'todo' },
    { name: 'In review', category: 'progress' },
  ],
  fieldDefinitions: [
    { name: 'Supplier', type: 'text' },
    { name: 'Square meters', type: 'number' },
    { name: 'Delivery', type: 'date' },
    { name: 'Room', type: 'choice', options: ['Bar', 'Kitchen'] },
    { name: 'Contact', type: 'person' },
    { name: 'Offer', type: 'link' },
    { name: 'Paid', type: 'checkbox' },
  ],
}

const fields: Scene = {
  name: 'tree-field-editors',
  async walk({ ann, bea }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', { Café: { Counter: { Wood: {} }, Walls: {} } })
    await share(page, projectId, { changes: { [bea.id]: 'editor' } })
    const { updateProject: changed } = await ask<ChangedProject>(page, updateProject, { id: projectId, data: lists })
    const listIds = (list: keyof typeof lists) => changed[list].map(({ id }) => id)
    const [tagIds, [, stageId = ''], own] = [listIds('tags'), listIds('stages'), listIds('fieldDefinitions')]
    const values = ['Oak & sons', 12.5, '2031-05-02', 'Bar', bea.id, 'https://oak.example/offer', true]
    const data = {
      assigneeIds: [ann.id, bea.id],
      startDate: '2031-04-07',
      dueDate: '2031-05-30',
      estimate: 3,
      priority: 'high',
      tagIds,
      stageId,
      fields: Object.fromEntries(own.map((id, at) => [id, values[at]])),
    }
    await ask(page, updateNode, { id: ids.get('Counter'), data })
    await openTree(page, projectId)
    await selectNode(page, 'Counter')
    await page.keyboard.press('ControlOrMeta+Enter')
    const panel = page.getByRole('complementary', { name: localized('Node details') })
    await expect(panel.getByRole('toolbar')).toBeVisible()
    await expect(panel.getByText(/bea/iu).first()).toBeVisible()
    // The panel opens at its description; the fields are above it.
    await panel.getByLabel(localizedExactly('Status')).focus()
    await stop(page, 'panel')
    await panel.getByLabel(localizedExactly('Due date')).focus()
    await page.keyboard.press('ArrowDown')
    await expect(panel.getByRole('grid')).toBeVisible()
    await stop(page, 'month')
    await page.keyboard.press('Escape')
    await panel.getByLabel(localizedExactly('Due date')).fill('2031-04-01')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('alert')).toBeVisible()
    await stop(page, 'fault')
    await page.keyboard.press('Escape')
    await panel.getByLabel(localizedExactly('Assignees')).click()
    await expect(panel.getByRole('listbox')).toBeVisible()
    await stop(page, 'people')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await share(page, projectId, { changes: { [bea.id]: null } })
    await openTree(page, projectId)
    await selectNode(page, 'Counter')
    await page.keyboard.press('ControlOrMeta+Enter')
    // A pointer would stay over the map and show a tooltip there.
    await panel.getByRole('button', { name: localized('Replace everywhere…') }).press('Enter')
    await stop(page, 'former-member')
    await panel.getByRole('checkbox', { name: localized('Change the whole branch (2 nodes)') }).check()
    await stop(page, 'whole-branch')
  },
}

const commands: Scene = {
  name: 'tree-commands',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId } = await createTree(page, 'Café', { Café: { Counter: { Wood: {} }, Walls: {} } })
    await openTree(page, projectId)
    await openNodeMenu(page, 'Counter')
    await stop(page, 'menu')
    await page.keyboard.press('Escape')
    await selectNode(page, 'Counter')
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await stop(page, 'list')
    await page.keyboard.press('d')
    await expect(page.getByRole('grid')).toBeVisible()
    await page.keyboard.type('2031-05-30')
    await stop(page, 'due-date')
    await page.getByRole('button', { name: localized('All commands') }).click()
    await page.keyboard.press('p')
    await expect(page.getByRole('listbox')).toBeVisible()
    await stop(page, 'priority')
    await page.getByRole('button', { name: localized('All commands') }).click()
    await page.keyboard.type('zzz')
    await stop(page, 'no-match')
  },
}

export const treeFieldsScenes: readonly Scene[] = [fields, commands]
