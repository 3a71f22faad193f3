import { ask } from '../../support/api.ts'
import { expect } from '../../support/test.ts'
import { share } from '../../support/together.ts'
import { createTree, findTreeItem, titleEditor } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

const outline: Scene = {
  name: 'outline',
  async walk({ ann, bea }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', {
      Café: { Counter: { Wood: {}, 'Sand and oil the boards before the machine arrives': {} }, Walls: { Paint: {} } },
    })
    await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
    const change = (title: string, data: object) => ask(page, updateNode, { id: ids.get(title), data })
    await change('Wood', { status: 'done', parentIds: [ids.get('Counter'), ids.get('Walls')] })
    await change('Paint', { status: 'progress', dueDate: '2020-05-02', priority: 'high', estimate: 3 })
    await page.goto(`/tree/${projectId}/outline`)
    await expect(page.locator('[data-view="outline"]')).toHaveAttribute('data-ready', 'true')
    await expect(page.locator('[data-view-controls]')).toBeVisible()
    await stop(page, 'outline')
    await findTreeItem(page, 'Paint').focus()
    await page.keyboard.press('F2')
    await expect(titleEditor(page)).toBeFocused()
    await stop(page, 'outline-editing')
    const reading = await bea.open()
    await reading.goto(`/tree/${projectId}/outline`)
    await expect(reading.locator('[data-view="outline"]')).toHaveAttribute('data-ready', 'true')
    await expect(reading.locator('[data-view-controls]')).toBeVisible()
    await stop(reading, 'outline-viewer')
  },
}

const table: Scene = {
  name: 'table',
  async walk({ ann, bea }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', {
      Café: { Counter: { Wood: {}, 'Sand and oil the boards before the machine arrives': {} }, Walls: { Paint: {} } },
    })
    await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
    const change = (title: string, data: object) => ask(page, updateNode, { id: ids.get(title), data })
    await change('Wood', { status: 'done', estimate: 2, blockedByIds: [ids.get('Paint')] })
    await change('Paint', { status: 'progress', dueDate: '2020-05-02', priority: 'urgent', assigneeIds: [bea.id] })
    await page.goto(`/tree/${projectId}/table`)
    await expect(page.locator('[data-view="table"]')).toHaveAttribute('data-ready', 'true')
    await expect(page.locator('[data-view-controls]')).toBeVisible()
    await page.locator(`tr[data-node-id="${ids.get('Wood')}"] [data-column="status"]`).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await stop(page, 'table')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeVisible()
    await stop(page, 'table-editing')
    const reading = await bea.open()
    await reading.goto(`/tree/${projectId}/table`)
    await expect(reading.locator('[data-view="table"]')).toHaveAttribute('data-ready', 'true')
    await expect(reading.locator('[data-view-controls]')).toBeVisible()
    await stop(reading, 'table-viewer')
  },
}

export const viewsScenes: readonly Scene[] = [outline, table]
