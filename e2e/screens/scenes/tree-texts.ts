import type { Page } from '@playwright/test'
import { ask } from '../../support/api.ts'
import { expect } from '../../support/test.ts'
import { share } from '../../support/together.ts'
import { canvasOf, findTreeItem, openTree } from '../../support/tree.ts'
import { chooseInMenu, goTo } from '../hands.ts'
import type { Scene } from '../scene.ts'

interface Given {
  readonly id: string
  readonly title: string
  readonly parentIds?: readonly string[]
  readonly body?: string
  readonly status?: 'todo' | 'progress' | 'done'
}

async function createFrom(page: Page, title: string, layout: string, nodes: readonly Given[]): Promise<string> {
  const json = { format: 'espalier', version: 1, project: { title, layout }, nodes }
  const asked = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
  const { createProject } = await ask<{ createProject: { id: string } }>(page, asked, {
    data: { title: title.slice(0, 200), layout, json },
  })
  return createProject.id
}

const sentence = 'Water the beds on the south side before the sun is over the wall, and again in the evening '

const longTexts: readonly Given[] = [
  { id: 'r', title: sentence.repeat(3) },
  { id: 'a', title: 'Unbreakable'.repeat(20), parentIds: ['r'], status: 'progress' },
  { id: 'b', title: `<p>${sentence}</p><p><strong>${sentence}</strong></p>`, parentIds: ['r'], status: 'done' },
  { id: 'c', title: 'x', parentIds: ['r'], body: `<h2>${sentence}</h2>${`<p>${sentence.repeat(4)}</p>`.repeat(12)}` },
]

const rightToLeft: readonly Given[] = [
  { id: 'r', title: 'حديقة المطبخ' },
  { id: 'a', title: 'أحواض الزهور على الجانب الجنوبي من الجدار الطويل', parentIds: ['r'], status: 'progress' },
  { id: 'b', title: 'שבילי חצץ 2 מ׳', parentIds: ['r'], status: 'done' },
  { id: 'c', title: 'Roses ורדים mixed', parentIds: ['b'], body: '<p>ورود حمراء وبيضاء.</p><ul><li>أولاً</li></ul>' },
]

const texts: Scene = {
  name: 'tree-texts',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    await openTree(page, await createFrom(page, sentence.repeat(2), 'tree-right', longTexts))
    await goTo(page, 'x')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await stop(page, 'long', { hasBrokenWords: true })
    await openTree(page, await createFrom(page, 'حديقة المطبخ في الربيع', 'tree-left', rightToLeft))
    await goTo(page, 'Roses ורדים mixed')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
    await stop(page, 'right-to-left')
  },
}

const many: Scene = {
  name: 'tree-many',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    const nodes = Array.from({ length: 1_000 }, (_, at) => ({
      id: `n${at}`,
      title: `Task ${at}`,
      status: (['todo', 'progress', 'done'] as const)[at % 3] ?? 'todo',
      parentIds: at === 0 ? [] : [`n${Math.floor((at - 1) / 4)}`],
    }))
    await openTree(page, await createFrom(page, 'A thousand tasks', 'tree-down', nodes))
    await expect(canvasOf(page)).toHaveAttribute('data-nodes', '1000')
    await stop(page, 'opened')
    await page.keyboard.press('Shift+1')
    await stop(page, 'all', { isTargetSizeAsked: false })
  },
}

const shared: Scene = {
  name: 'tree-shared',
  async walk(house, stop) {
    const page = await house.ann.open()
    await page.goto('/projects')
    const projectId = await createFrom(page, 'Orchard', 'tree-right', [
      { id: 'r', title: 'Orchard', status: 'progress' },
      { id: 'a', title: 'Pears', parentIds: ['r'], body: '<p>Along the <em>south</em> wall.</p>' },
      { id: 'b', title: 'Plums', parentIds: ['r'], status: 'done' },
      { id: 'c', title: 'Wires', parentIds: ['a', 'b'] },
    ])
    await share(page, projectId, { generalAccess: 'anyone', changes: { [house.bea.id]: 'editor' } })
    const other = await house.bea.open()
    await Promise.all([openTree(page, projectId), openTree(other, projectId)])
    await goTo(other, 'Plums')
    await goTo(page, 'Wires')
    await expect(canvasOf(page).getByText('Bea Sommer')).toBeVisible()
    await stop(page, 'together')
    await other.goto('/projects')
    const guest = await house.visitor()
    await openTree(guest, projectId)
    await expect(guest.getByRole('link', { name: 'Log in' })).toBeVisible()
    await findTreeItem(guest, 'Pears').focus()
    await guest.keyboard.press('Control+Enter')
    await expect(guest.getByRole('complementary', { name: 'Node details' })).toContainText('south')
    await stop(guest, 'by-link')
    await openTree(page, projectId)
    await chooseInMenu(page, 'Plums', 'Link to a new project')
    await expect(page).toHaveTitle('Breakdown for Plums - Espalier')
    await page.getByRole('button', { name: 'Create node' }).click()
    await page.keyboard.type('Below')
    await page.keyboard.press('Enter')
    await expect(canvasOf(page).getByRole('link', { name: /Orchard/ })).toBeVisible()
    await stop(page, 'linked-project')
    await openTree(page, projectId)
    await stop(page, 'linked-node')
  },
}

export const treeTextsScenes: readonly Scene[] = [texts, many, shared]
