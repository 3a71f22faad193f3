import { ask } from '../../support/api.ts'
import { localized, localizedExactly } from '../../support/localized.ts'
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

const board: Scene = {
  name: 'board',
  async walk({ ann, bea }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const { projectId, ids } = await createTree(page, 'Café', {
      Café: { Counter: { Wood: {}, 'Sand and oil the boards before the machine arrives': {} }, Walls: { Paint: {} } },
    })
    await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
    const change = (title: string, data: object) => ask(page, updateNode, { id: ids.get(title), data })
    await change('Wood', { status: 'done' })
    await change('Paint', { status: 'progress', dueDate: '2020-05-02', priority: 'high', estimate: 3 })
    await page.goto(`/tree/${projectId}/board`)
    await expect(page.locator('[data-view="board"]')).toHaveAttribute('data-ready', 'true')
    await expect(page.locator('[data-view-controls]')).toBeVisible()
    await page.getByRole('button', { name: localized('board settings') }).click()
    await page.getByRole('menuitemcheckbox', { name: localized('Swimlanes') }).click()
    await stop(page, 'board-settings')
    await page.keyboard.press('Escape')
    await page.getByRole('article', { name: 'Wood' }).focus()
    await page.keyboard.press('F2')
    await expect(titleEditor(page)).toBeFocused()
    await stop(page, 'board-editing')
    const reading = await bea.open()
    await reading.goto(`/tree/${projectId}/board`)
    await expect(reading.locator('[data-view="board"]')).toHaveAttribute('data-ready', 'true')
    await expect(reading.locator('[data-view-controls]')).toBeVisible()
    await stop(reading, 'board-viewer')
  },
}

const calendar: Scene = {
  name: 'calendar',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const titles = ['Wood', 'Paint', 'Lamps', 'Sand and oil the boards before the machine arrives', 'Chairs', 'Menu']
    const { projectId, ids } = await createTree(page, 'Café', {
      Café: Object.fromEntries(titles.map((title) => [title, {}])),
    })
    const dueDate = new Date().toISOString().slice(0, 10)
    for (const title of titles) await ask(page, updateNode, { id: ids.get(title), data: { dueDate } })
    await page.goto(`/tree/${projectId}/calendar`)
    await expect(page.locator('[data-view="calendar"]')).toHaveAttribute('data-ready', 'true')
    await expect(page.locator('[data-view-controls]')).toBeVisible()
    await stop(page, 'calendar')
    await page.getByRole('button', { name: localizedExactly('Week') }).click()
    await expect(page.locator('[data-date]')).toHaveCount(7)
    await stop(page, 'calendar-week')
  },
}

export const viewsScenes: readonly Scene[] = [outline, timeline, table, board, calendar]
