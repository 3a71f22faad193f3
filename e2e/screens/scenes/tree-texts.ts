import type { Page } from '@playwright/test'
import { ask } from '../../support/api.ts'
import { expect } from '../../support/test.ts'
import { share } from '../../support/together.ts'
import { canvasOf, clickTool, closeToolMenu, findTreeItem, openTree, titleEditor } from '../../support/tree.ts'
import { chooseInNodeMenu, selectNode } from '../tree-actions.ts'
import type { Scene } from '../scene.ts'
import { localized } from '../../support/localized.ts'

interface NodeInput {
  readonly id: string
  readonly title: string
  readonly parentIds?: readonly string[]
  readonly body?: string
  readonly status?: 'todo' | 'progress' | 'done'
  readonly backgroundColor?: string
}

async function createFrom(page: Page, title: string, layout: string, nodes: readonly NodeInput[]): Promise<string> {
  const json = { format: 'espalier', version: 1, project: { title, layout }, nodes }
  const mutation = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'
  const { createProject } = await ask<{ createProject: { id: string } }>(page, mutation, {
    data: { title: title.slice(0, 200), layout, json },
  })
  return createProject.id
}

const sentence = 'Water the beds on the south side before the sun is over the wall, and again in the evening '

const longTexts: readonly NodeInput[] = [
  { id: 'r', title: sentence.repeat(3) },
  { id: 'a', title: 'Unbreakable'.repeat(20), parentIds: ['r'], status: 'progress' },
  { id: 'b', title: `<p>${sentence}</p><p><strong>${sentence}</strong></p>`, parentIds: ['r'], status: 'done' },
  { id: 'c', title: 'x', parentIds: ['r'], body: `<h2>${sentence}</h2>${`<p>${sentence.repeat(4)}</p>`.repeat(12)}` },
]

const rightToLeft: readonly NodeInput[] = [
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
    await selectNode(page, 'x')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: localized('Description') })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await stop(page, 'long', { hasBrokenWords: true })
    await openTree(page, await createFrom(page, 'حديقة المطبخ في الربيع', 'tree-left', rightToLeft))
    await selectNode(page, 'Roses ורדים mixed')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('textbox', { name: localized('Description') })).toBeFocused()
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
    await stop(page, 'all', { checksTargetSize: false })
  },
}

const statuses = ['todo', 'progress', 'done'] as const
const paletteAndOwn = ['#fffabb', '#bbffd8', '#bbc0ff', '#ffbbe2', '#204a87']

/** A branch for every color, with a leaf for every status. */
const colored: readonly NodeInput[] = [
  { id: 'r', title: 'Colors' },
  ...paletteAndOwn.flatMap((backgroundColor, at) => [
    { id: `b${at}`, title: `Branch ${at}`, parentIds: ['r'], backgroundColor },
    ...statuses.map((status) => ({
      id: `l${at}${status}`,
      title: `Leaf ${at} ${status}`,
      parentIds: [`b${at}`],
      status,
      backgroundColor,
    })),
  ]),
]

const themes: Scene = {
  name: 'tree-themes',
  async walk({ ann }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    await openTree(page, await createFrom(page, 'Colors', 'tree-right', colored))
    for (const theme of ['Plain', 'Contrast', 'Paper']) {
      await clickTool(page, 'Visibility')
      await page.getByRole('menuitemradio', { name: localized(theme) }).click()
      await expect(canvasOf(page)).toHaveAttribute('data-map-theme', theme.toLowerCase())
      await closeToolMenu(page)
      await stop(page, theme.toLowerCase())
    }
  },
}

const shared: Scene = {
  name: 'tree-shared',
  async walk(server, stop) {
    const page = await server.ann.open()
    await page.goto('/projects')
    const projectId = await createFrom(page, 'Orchard', 'tree-right', [
      { id: 'r', title: 'Orchard', status: 'progress' },
      { id: 'a', title: 'Pears', parentIds: ['r'], body: '<p>Along the <em>south</em> wall.</p>' },
      { id: 'b', title: 'Plums', parentIds: ['r'], status: 'done' },
      { id: 'c', title: 'Wires', parentIds: ['a', 'b'] },
    ])
    await share(page, projectId, { generalAccess: 'anyone', changes: { [server.bea.id]: 'editor' } })
    const other = await server.bea.open()
    await Promise.all([openTree(page, projectId), openTree(other, projectId)])
    await selectNode(other, 'Plums')
    await selectNode(page, 'Wires')
    await expect(canvasOf(page).getByText('Bea Sommer')).toBeVisible()
    await stop(page, 'together')
    await other.goto('/projects')
    const guest = await server.openAsVisitor()
    await openTree(guest, projectId)
    await expect(guest.getByRole('link', { name: localized('Log in') })).toBeVisible()
    await findTreeItem(guest, 'Pears').focus()
    await guest.keyboard.press('Control+Enter')
    await expect(guest.getByRole('complementary', { name: localized('Node details') })).toContainText('south')
    await stop(guest, 'by-link')
    await openTree(page, projectId)
    await chooseInNodeMenu(page, 'Plums', 'Link to a new project')
    await expect(page).toHaveTitle(localized('Breakdown for Plums'))
    await page.getByRole('button', { name: localized('Create node') }).click()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Below')
    await page.keyboard.press('Enter')
    // A phone opens the outline, and only the map has the link back.
    await page.getByRole('tab', { name: localized('Map') }).click()
    await expect(canvasOf(page).getByRole('link', { name: /Orchard/ })).toBeVisible()
    await stop(page, 'linked-project')
    await openTree(page, projectId)
    await stop(page, 'linked-node')
  },
}

export const treeTextsScenes: readonly Scene[] = [texts, many, themes, shared]
