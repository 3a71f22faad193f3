import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { openBoth, test } from '../support/together.ts'
import { findTreeItem } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const findPanel = (page: Page): Locator => page.getByRole('complementary', { name: 'What if' })
const marksOn = (page: Page): Locator => page.locator('[data-draft="true"]')
const findEnd = (page: Page): Locator => findPanel(page).locator('[data-measure="length"]')
const findChanges = (page: Page): Locator =>
  findPanel(page).getByRole('list', { name: 'Changes' }).getByRole('listitem')

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

/** Opens the panel by name, with the keyboard alone. */
async function openWhatIf(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill('What if')
  await expect(palette.getByRole('option', { name: 'What if…' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(findPanel(page)).toBeVisible()
}

async function readPlan(page: Page, projectId: string): Promise<string> {
  const { nodes } = await ask<{
    readonly nodes: readonly { id: string; title: string; estimate: number | null; blockedByIds: readonly string[] }[]
  }>(page, 'query ($id: ID!) { nodes(projectId: $id) { id title estimate blockedByIds } }', { id: projectId })
  const titles = new Map(nodes.map(({ id, title }) => [id, title]))
  const describe = ({ title, estimate, blockedByIds }: (typeof nodes)[number]) =>
    `${title} ${estimate ?? '-'}${blockedByIds.map((id) => ` after ${titles.get(id)}`).join('')}`
  return nodes.map(describe).sort().join(', ')
}

test('one person tries changes that nobody else sees, and applies them as one act', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Orchard in a draft', { Orchard: { Dig: {}, Plant: {}, Press: {} } })
  const setFields = (title: string, data: object) => ask(bea.page, updateNode, { id: ids.get(title), data })
  await setFields('Dig', { estimate: 5 })
  await setFields('Plant', { estimate: 3, addBlockedByIds: [ids.get('Dig')] })
  const before = 'Dig 5, Orchard -, Plant 3 after Dig, Press -'
  const { keyboard } = ann.page
  const field = (name: string) => findPanel(ann.page).getByLabel(name, { exact: true })

  await test.step('the end moves in the draft, by keyboard alone', async () => {
    await findTreeItem(ann.page, 'Dig').focus()
    await openWhatIf(ann.page)
    await expect(field('Estimate')).toBeFocused()
    await expect(field('Estimate')).toHaveValue('5')
    await field('Estimate').fill('2')
    await keyboard.press('Enter')
    await expect(findEnd(ann.page)).toContainText('3 points shorter')
    await findTreeItem(ann.page, 'Press').click()
    await field('Blocked by').fill('Plant')
    await keyboard.press('Enter')
    await field('Estimate').fill('1')
    await keyboard.press('Enter')
    await expect(findEnd(ann.page)).toContainText('2 points shorter')
    await expect(findChanges(ann.page)).toHaveCount(3)
    await expect(marksOn(ann.page)).toHaveCount(2)
    await expectAccessible(ann.page)
  })

  await test.step('the other person sees nothing of it, and what they do is part of the comparison', async () => {
    await setFields('Plant', { estimate: 4 })
    await expect(findEnd(ann.page)).toContainText('9 points')
    expect(await readPlan(bea.page, projectId)).toBe(before.replace('Plant 3', 'Plant 4'))
    await expect(marksOn(bea.page)).toHaveCount(0)
  })

  await test.step('closing asks, and the draft stays when the answer is no', async () => {
    await findPanel(ann.page).getByRole('button', { name: 'Close what if' }).click()
    const question = ann.page.getByRole('alertdialog', { name: 'Discard the draft with 3 changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(findChanges(ann.page)).toHaveCount(3)
  })

  await test.step('all is applied for both, and one undo takes all back', async () => {
    await findPanel(ann.page).getByRole('button', { name: 'Apply' }).click()
    await expect(ann.page.getByText('3 changes applied')).toBeVisible()
    await expect(findPanel(ann.page)).toHaveCount(0)
    await expect(marksOn(ann.page)).toHaveCount(0)
    const applied = 'Dig 2, Orchard -, Plant 4 after Dig, Press 1 after Plant'
    await expect.poll(() => readPlan(bea.page, projectId)).toBe(applied)
    await findTreeItem(ann.page, 'Press').focus()
    await keyboard.press('Control+z')
    await expect.poll(() => readPlan(bea.page, projectId)).toBe(before.replace('Plant 3', 'Plant 4'))
  })

  await test.step('a change whose node is deleted says so, and nothing is applied until it is removed', async () => {
    await openWhatIf(ann.page)
    await field('Estimate').fill('7')
    await keyboard.press('Enter')
    await findTreeItem(ann.page, 'Dig').click()
    await field('Estimate').fill('1')
    await keyboard.press('Enter')
    await ask(bea.page, 'mutation ($id: ID!) { deleteNode(id: $id) { id } }', { id: ids.get('Press') })
    await expect(findPanel(ann.page).getByText('No longer fits: The node has been deleted')).toBeVisible()
    await findPanel(ann.page).getByRole('button', { name: 'Apply' }).click()
    await expect(findPanel(ann.page).getByRole('alert')).toContainText('Nothing was applied')
    expect(await readPlan(bea.page, projectId)).toContain('Dig 5')
    await findPanel(ann.page).getByRole('button', { name: 'Discard' }).click()
    await expect(findPanel(ann.page)).toHaveCount(0)
  })
})
