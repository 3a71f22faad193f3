import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { ask } from '../support/api.ts'
import { exportAs } from '../support/exchange.ts'
import { expect } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { canvasOf, clickTool, createTree, findTreeItem, openTree, settledBox } from '../support/tree.ts'

const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

const chipsOf = (page: Page, title: string): Locator => findTreeItem(page, title).locator('[data-chips]')

async function choose(page: Page, name: string): Promise<void> {
  await clickTool(page, 'Visibility')
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

const sizeOf = async (item: Locator): Promise<string> => {
  const { width, height } = await settledBox(item)
  return `${Math.round(width)} x ${Math.round(height)}`
}

test('shows the fields of nodes and what is below them on the map and in pictures', async ({ pair }) => {
  const { ann, bea, faults } = pair
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Orchard', { Orchard: { Pears: { Pick: {}, Press: {} }, Hoe: {} } })
  await share(page, projectId, { changes: { [bea.id]: 'editor' } })
  const tagId = randomUUID()
  await ask(page, updateProject, {
    id: projectId,
    data: { tags: [{ id: tagId, name: 'Ripe', colour: '#2c8053' }], estimateUnit: 'hours' },
  })
  const setFields = (title: string, data: object) => ask(page, updateNode, { id: ids.get(title), data })
  await openTree(page, projectId)
  const plain = await sizeOf(findTreeItem(page, 'Hoe'))

  await test.step('chips appear live, and the name stays the title', async () => {
    await setFields('Pick', {
      assigneeIds: [bea.id, ann.id],
      startDate: '2026-01-05',
      dueDate: '2026-01-20',
      priority: 'high',
      tagIds: [tagId],
      estimate: 3,
    })
    await setFields('Press', { dueDate: '2031-02-01', estimate: 1, status: 'done' })
    await expect(chipsOf(page, 'Pick')).toContainText('3 h')
    await expect(findTreeItem(page, 'Pick')).toHaveAccessibleName('Pick')
    await expect(findTreeItem(page, 'Pick')).toHaveAccessibleDescription(
      new RegExp(`High priority.*Assigned to ${bea.email}, ${ann.email}.*Overdue.*Estimate: 3 h.*Tags: Ripe`, 's'),
    )
    expect(await sizeOf(findTreeItem(page, 'Hoe'))).toBe(plain)
  })

  await test.step('a branch shows what is below it, and says that it is due too early', async () => {
    await expect(chipsOf(page, 'Pears')).toContainText('\u03a3 4 h')
    await expect(chipsOf(page, 'Pears')).toContainText('25%')
    await setFields('Pears', { dueDate: '2030-06-01' })
    await expect(chipsOf(page, 'Pears')).toContainText('Due too early')
    await expect(findTreeItem(page, 'Pears')).toHaveAccessibleDescription(/Due before something below it/u)
    await setFields('Pick', { estimate: 5 })
    await expect(chipsOf(page, 'Orchard')).toContainText('\u03a3 6 h')
  })

  await test.step('nothing is drawn outside its box', async () => {
    const outside = await canvasOf(page)
      .locator('[data-node-id]')
      .evaluateAll((nodes) =>
        nodes.flatMap((node) => {
          const box = node.getBoundingClientRect()
          return [...node.querySelectorAll('[data-chips] > div > *')]
            .map((chip) => chip.getBoundingClientRect())
            .filter(({ right, bottom }) => right > box.right - 24 || bottom > box.bottom)
        }),
      )
    expect(outside).toEqual([])
  })

  await test.step('a picture shows the same', async () => {
    const svg = (await exportAs(page, 'svg')).bytes.toString('utf8')
    for (const text of ['\u03a3 6 h', '5 h', 'Due too early', '1 overdue']) expect(svg).toContain(`>${text}</text>`)
  })

  await test.step('somebody who left is shown as such, without a name', async () => {
    await share(page, projectId, { changes: { [bea.id]: null } })
    await expect(findTreeItem(page, 'Pick')).toHaveAccessibleDescription(
      new RegExp(`Assigned to Former member, ${ann.email}`, 'u'),
    )
    await openTree(page, projectId)
    await expect(findTreeItem(page, 'Pick')).toHaveAccessibleDescription(/Assigned to Former member, /u)
    expect(await canvasOf(page).innerHTML()).not.toContain(bea.email)
  })

  await test.step('each person chooses what nodes show, and the choice stays', async () => {
    await choose(page, 'Roll-up')
    await expect(chipsOf(page, 'Orchard')).toHaveCount(0)
    await choose(page, 'Estimate')
    await expect(chipsOf(page, 'Press')).not.toContainText('1 h')
    await openTree(page, projectId)
    await expect(chipsOf(page, 'Press')).toContainText('Feb 1, 2031')
    await expect(chipsOf(page, 'Press')).not.toContainText('1 h')
  })

  await test.step('chips step back when the map is zoomed out', async () => {
    for (let step = 0; step < 5; step += 1) await clickTool(page, 'Zoom out')
    await expect(canvasOf(page)).toHaveAttribute('data-zoom', '0.25')
    await expect(canvasOf(page).locator('[data-chips]')).toHaveCount(0)
  })
  expect(faults).toEqual([])
})
