import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, register, test } from '../support/test.ts'
import { findTreeItem, openTree, pick, createTree, settledBox } from '../support/tree.ts'

const chartOf = (page: Page): Locator => page.getByRole('img', { name: 'Burn-up chart' })

/** The last row of the figures: the current scope and done. */
async function expectFigures(page: Page, scope: number, done: number): Promise<void> {
  const cells = page
    .getByRole('table', { name: /^Burn-up by/ })
    .getByRole('row')
    .last()
    .getByRole('cell')
  await expect(cells).toHaveText([String(scope), String(done)])
}

async function chooseMetric(page: Page, role: 'menuitemcheckbox' | 'menuitemradio', name: string): Promise<void> {
  await page.getByRole('button', { name: 'Metrics' }).click()
  await page.getByRole(role, { name }).click()
  await page.keyboard.press('Escape')
}

test('updates progress and burn-up of a project and a branch with the work, and keeps their settings', async ({
  page,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createTree(page, 'Garden', { Root: { Beds: { Peas: {}, Beans: {} }, Shed: {} } })
  await openTree(page, projectId)
  await expect(page.getByRole('img', { name: '0% done' })).toBeVisible()
  await expect(chartOf(page)).toHaveCount(0)

  await chooseMetric(page, 'menuitemcheckbox', 'Show burn-up')
  await expect(chartOf(page)).toBeVisible()
  const box = await settledBox(chartOf(page))
  expect([box?.width, box?.height]).toEqual([500, 350])
  await expectFigures(page, 5, 0)

  // One change is made on this page, the other by somebody else.
  await pick(page, 'Shed')
  await findTreeItem(page, 'Shed').getByRole('button', { name: 'Status: to do' }).click()
  await findTreeItem(page, 'Shed').getByRole('button', { name: 'Status: in progress' }).click()
  await expectFigures(page, 5, 1)
  await ask(page, 'mutation ($id: ID!) { updateNode(id: $id, data: { status: done }) { id } }', { id: ids.get('Peas') })
  await expectFigures(page, 5, 2)
  await expect(page.getByRole('img', { name: '40% done' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectFigures(page, 5, 1)

  await chooseMetric(page, 'menuitemradio', 'By second')
  await expect(page.getByRole('table', { name: 'Burn-up by second' })).toBeAttached()
  await expect(page.getByRole('combobox', { name: 'Time resolution' })).toHaveValue('second')

  await pick(page, 'Beds')
  await findTreeItem(page, 'Beds').getByRole('button', { name: 'Node menu' }).click()
  await page.getByRole('menuitem', { name: 'Show burn-up' }).click()
  await expect(page.getByRole('heading', { name: 'Burn-up of Beds' })).toBeVisible()
  await expectFigures(page, 3, 1)

  await page.getByRole('combobox', { name: 'Time resolution' }).selectOption('month')
  const period = page.getByRole('slider', { name: 'Period' })
  await expect(period).toHaveAttribute('aria-valuetext', /scope 3, done 1$/)
  const at = await settledBox(chartOf(page))
  await page.mouse.click((at?.x ?? 0) + (at?.width ?? 0) - 20, (at?.y ?? 0) + 100)
  const nodes = page.getByRole('list', { name: 'Nodes of this step' })
  await expect(nodes.getByRole('listitem')).toHaveText(['Beds created', 'Peas created, done', 'Beans created'])
  await nodes.getByRole('button', { name: /Beans/ }).click()
  await expect(findTreeItem(page, 'Beans')).toBeFocused()

  await page.getByRole('button', { name: 'Whole project' }).click()
  const handle = page.getByRole('separator', { name: 'Resize burn-up' })
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(chartOf(page)).toHaveAttribute('width', '520')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Burn-up', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Time resolution' })).toHaveValue('month')
  expect(await settledBox(chartOf(page))).toMatchObject({ width: 520, height: 330 })
  await expectFigures(page, 5, 1)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(chartOf(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Close burn-up' }).click()
  await expect(chartOf(page)).toHaveCount(0)
})
