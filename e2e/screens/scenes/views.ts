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

/** The day that is this many days after today. */
const day = (by: number): string => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10)

const timeline: Scene = {
  name: 'timeline',
  async walk({ ann, bea }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', {
      Café: { Counter: { Wood: {}, 'Sand and oil the boards before the machine arrives': {} }, Walls: { Paint: {} } },
      Opening: {},
    })
    await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
    const change = (title: string, data: object) => ask(page, updateNode, { id: ids.get(title), data })
    await change('Wood', { status: 'done', startDate: day(-9), dueDate: day(-4) })
    await change('Paint', { status: 'progress', startDate: day(-3), dueDate: day(6), blockedByIds: [ids.get('Wood')] })
    await change('Sand and oil the boards before the machine arrives', {
      startDate: day(2),
      dueDate: day(5),
      blockedByIds: [ids.get('Paint')],
    })
    await change('Opening', { dueDate: day(9), estimate: 0 })
    await page.goto(`/tree/${projectId}/timeline`)
    await expect(page.locator('[data-view="timeline"]')).toHaveAttribute('data-ready', 'true')
    await expect(page.locator('[data-view-controls]')).toBeVisible()
    await stop(page, 'timeline')
    const reading = await bea.open()
    await reading.goto(`/tree/${projectId}/timeline`)
    await expect(reading.locator('[data-view="timeline"]')).toHaveAttribute('data-ready', 'true')
    await expect(reading.locator('[data-view-controls]')).toBeVisible()
    await stop(reading, 'timeline-viewer')
  },
}

export const viewsScenes: readonly Scene[] = [outline, timeline]
