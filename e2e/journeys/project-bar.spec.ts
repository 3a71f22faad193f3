import type { Page } from '@playwright/test'
import { createProject } from '../support/api.ts'
import { expect, expectAccessible, register, test } from '../support/test.ts'
import { canvasOf, createTree, expectStored, findTreeItem, openTree, pick, settledBox } from '../support/tree.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('shows the top bar and every tool in one row of 56 pixels', async ({ page }) => {
  const { projectId } = await createTree(page, 'A plan with a title of some length', { Root: { One: {} } })
  await openTree(page, projectId)
  await expect(button(page, 'History')).toBeVisible()
  const canvas = await settledBox(canvasOf(page))
  expect(canvas?.y).toBeLessThanOrEqual(56)
  expect(canvas?.x).toBe(0)
  expect(canvas?.width).toBe(1440)
  const inRow = [
    page.getByRole('link', { name: 'Projects' }),
    page.getByRole('link', { name: 'Invite' }),
    page.getByRole('searchbox', { name: 'Search' }),
    button(page, 'Project'),
    button(page, 'Inbox'),
    button(page, 'Account menu'),
    ...['Back', 'Undo', 'Redo', 'Background colour', 'Find', 'Orientation', 'Visibility'].map((name) =>
      button(page, name),
    ),
    ...['Metrics', 'Integrations', 'History', 'Export', 'Share'].map((name) => button(page, name)),
  ]
  const boxes = await Promise.all(inRow.map((one) => settledBox(one)))
  for (const box of boxes) {
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(56)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440)
  }
  const sorted = boxes.flatMap((box) => box ?? []).toSorted((one, other) => one.x - other.x)
  for (const [at, box] of sorted.entries()) {
    const next = sorted[at + 1]
    if (next !== undefined) expect(box.x + box.width, 'no two overlap').toBeLessThanOrEqual(next.x + 0.5)
  }
  await expectAccessible(page)
})

test('moves no link of the top bar when another page becomes the active one', async ({ page }) => {
  const measure = async () => {
    const box = await settledBox(page.getByRole('link', { name: 'Invite' }))
    return [box?.x, box?.width]
  }
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toHaveAttribute('aria-current', 'page')
  const onList = await measure()
  await button(page, 'Project').click()
  await page.waitForURL('**/projects/add')
  await expect.poll(measure).toEqual(onList)
})

test('shows a tooltip with the keys under the mouse and on focus', async ({ page }) => {
  const { projectId } = await createTree(page, 'Tips', { Root: {} })
  await openTree(page, projectId)
  // The code of the tooltips arrives when the page is idle.
  await expect(async () => {
    await page.mouse.move(700, 500)
    await button(page, 'Find').hover()
    await expect(page.getByRole('tooltip')).toHaveText(/^Find \(.+\)$/, { timeout: 1_000 })
  }).toPass()
  await page.mouse.move(700, 500)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await button(page, 'Find').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText(/^Filter \(.+F\)$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('writes feedback over the open project, where undo still works afterwards', async ({ page }) => {
  const { projectId } = await createTree(page, 'Kept', { Root: { One: {} } })
  await openTree(page, projectId)
  await pick(page, 'One')
  await page.keyboard.press('Delete')
  await expectStored(page, projectId, 'Root')
  await page.getByRole('link', { name: 'Feedback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send feedback' })
  await dialog.getByLabel('Title').fill('A minimap')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByText('Posted. Others can vote for it now.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await button(page, 'Undo').click()
  await expectStored(page, projectId, 'Root(One)')
})

test('shows a project that is not found below the bar', async ({ page }) => {
  await createProject(page, 'Elsewhere')
  await page.goto('/tree/00000000-0000-4000-8000-000000000000')
  const heading = page.getByRole('heading', { name: 'Project not found' })
  await expect(heading).toBeVisible()
  expect((await settledBox(heading)).y).toBeGreaterThan(56)
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toBeVisible()
})

test('fits the whole map by a button', async ({ page }) => {
  const branches = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`Bed ${at + 1}`, {}]))
  const { projectId } = await createTree(page, 'Wide', { Root: branches })
  await openTree(page, projectId)
  await button(page, 'Fit').click()
  await expect(findTreeItem(page, 'Bed 1')).toBeInViewport()
  await expect(findTreeItem(page, 'Bed 30')).toBeInViewport()
  const last = await settledBox(findTreeItem(page, 'Bed 30'))
  const bar = await settledBox(page.locator('[data-view-controls]'))
  expect(last.y + last.height, 'the bar covers no node').toBeLessThanOrEqual(bar.y)
})
