import type { Locator, Page } from '@playwright/test'
import { exportAs } from '../support/exchange.ts'
import { expect } from '../support/test.ts'
import { createPlannedTree } from '../support/planned-tree.ts'
import { share, test } from '../support/together.ts'
import { canvasOf, clickTool, findTreeItem, openTree, settledBox } from '../support/tree.ts'

const findChips = (page: Page, title: string): Locator => findTreeItem(page, title).locator('[data-chips]')

/** The style sheet draws the texts of chips. */
const findChip = (page: Page, title: string, text: string): Locator =>
  findChips(page, title).locator(`[data-text="${text}"]`)

async function choose(page: Page, name: string): Promise<void> {
  await clickTool(page, 'Visibility')
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

const measureItem = async (item: Locator): Promise<string> => {
  const { width, height } = await settledBox(item)
  return `${Math.round(width)} x ${Math.round(height)}`
}

test('shows the fields of nodes and what is below them on the map and in pictures', async ({ pair }) => {
  const { ann, bea, faults } = pair
  const { page } = ann
  const { projectId, setFields } = await createPlannedTree(page)
  await share(page, projectId, { changes: { [bea.id]: 'editor' } })
  await openTree(page, projectId)
  const plain = await measureItem(findTreeItem(page, 'Hoe'))

  await test.step('chips appear live, and the name stays the title', async () => {
    await setFields('Pick', { assigneeIds: [bea.id, ann.id] })
    await setFields('Hoe', { priority: 'urgent' })
    await expect(findChips(page, 'Hoe')).toHaveCount(1)
    await expect(findChip(page, 'Pick', '3 h')).toBeVisible()
    await expect(findTreeItem(page, 'Pick')).toHaveAccessibleName('Pick')
    await expect(findTreeItem(page, 'Pick')).toHaveAccessibleDescription(
      new RegExp(`High priority.*Assigned to ${bea.email}, ${ann.email}.*Overdue.*Estimate: 3 h.*Tags: Ripe`, 's'),
    )
    // One line of title and one row of chips are as high as a node always is.
    expect(await measureItem(findTreeItem(page, 'Hoe'))).toBe(plain)
  })

  await test.step('a branch shows what is below it, and says that it is due too early', async () => {
    await expect(findChip(page, 'Pears', '\u03a3 4 h')).toBeVisible()
    await expect(findChip(page, 'Pears', '25%')).toBeVisible()
    await setFields('Pears', { dueDate: '2030-06-01' })
    await expect(findChip(page, 'Pears', 'Due too early')).toBeVisible()
    await expect(findTreeItem(page, 'Pears')).toHaveAccessibleDescription(/Due before something below it/u)
    await setFields('Pick', { estimate: 5 })
    await expect(findChip(page, 'Orchard', '\u03a3 6 h')).toBeVisible()
  })

  await test.step('nothing is drawn outside its box', async () => {
    const outside = await canvasOf(page)
      .locator('[data-node-id]')
      .evaluateAll((nodes) =>
        nodes.flatMap((node) => {
          const box = node.getBoundingClientRect()
          return [...node.querySelectorAll('[data-chips] > *')]
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
    await expect(findChips(page, 'Orchard')).toHaveCount(0)
    await choose(page, 'Estimate')
    await expect(findChip(page, 'Press', '1 h')).toHaveCount(0)
    await openTree(page, projectId)
    await expect(findChip(page, 'Press', 'Feb 1, 2031')).toBeVisible()
    await expect(findChip(page, 'Press', '1 h')).toHaveCount(0)
  })

  await test.step('chips step back when the map is zoomed out', async () => {
    for (let step = 0; step < 5; step += 1) await clickTool(page, 'Zoom out')
    await expect(canvasOf(page)).toHaveAttribute('data-zoom', '0.25')
    await expect(canvasOf(page).locator('[data-chips]')).toHaveCount(0)
  })
  expect(faults).toEqual([])
})
