import type { Locator, Page } from '@playwright/test'
import { ask, createProject } from '../support/api.ts'
import { expect, expectAccessible, logOut, register, test } from '../support/test.ts'
import {
  canvasOf,
  clickTool,
  createTree,
  expectStored,
  findTreeItem,
  openTree,
  settledBox,
  titleEditor,
} from '../support/tree.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

const smallestPx = 44
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nodeActions = (page: Page): Locator => page.getByRole('toolbar', { name: 'Node actions' })

async function expectLargeTargets(targets: readonly Locator[]): Promise<void> {
  for (const target of targets) {
    const box = await settledBox(target)
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${String(target)} is large enough`).toBeGreaterThanOrEqual(
      smallestPx,
    )
  }
}

test('has one header row, a bar at the thumb, and large targets in both', async ({ page }) => {
  const { projectId } = await createTree(page, 'Allotment', { Root: { One: {} } })
  await openTree(page, projectId)
  await expect(nodeActions(page)).toBeVisible()
  const canvas = await settledBox(canvasOf(page))
  const bar = await settledBox(nodeActions(page))
  expect(canvas?.y).toBeLessThanOrEqual(56)
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(844, 0)
  expect((canvas?.y ?? 0) + (canvas?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectLargeTargets([
    ...['Back', 'Find', 'Share', 'More', 'Account menu'].map((name) => button(page, name)),
    ...['Child', 'Sibling', 'Status', 'Delete', 'Undo'].map((name) =>
      nodeActions(page).getByRole('button', { name, exact: true }),
    ),
  ])
  await expectAccessible(page)
})

test('adds, marks, deletes and undoes with the thumb alone', async ({ page }) => {
  const { projectId } = await createTree(page, 'Thumb', { Root: { One: {} } }, 'tree-down')
  await openTree(page, projectId)
  const press = (name: string) => nodeActions(page).getByRole('button', { name, exact: true }).tap()
  const write = async (title: string) => {
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, title)).toHaveAttribute('aria-selected', 'true')
  }
  await expect(nodeActions(page).getByRole('button', { name: 'Child' })).toHaveAttribute('aria-disabled', 'true')
  await findTreeItem(page, 'One').tap({ position: { x: 100, y: 8 } })
  await press('Child')
  await write('Deep')
  await press('Sibling')
  await write('Deeper')
  await expectStored(page, projectId, 'Root(One(Deep Deeper))')
  await press('Status')
  await expect(findTreeItem(page, 'Deeper')).toHaveAttribute('data-status', 'progress')
  await press('Delete')
  await expectStored(page, projectId, 'Root(One(Deep))')
  await press('Undo')
  await expectStored(page, projectId, 'Root(One(Deep Deeper))')
})

test('opens the map fitted to the width', async ({ page }) => {
  const { projectId } = await createTree(page, 'Narrow', { Root: { One: { Deep: {} }, Two: {} } })
  await openTree(page, projectId)
  for (const title of ['Root', 'One', 'Deep', 'Two']) {
    const box = await settledBox(findTreeItem(page, title))
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  }
})

test('opens every other tool and the rest of the top bar by More', async ({ page }) => {
  const { projectId } = await createTree(page, 'Tools of a phone', { Root: { One: {} } })
  await openTree(page, projectId)
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toBeHidden()
  const before = await settledBox(canvasOf(page))
  await button(page, 'More').tap()
  for (const name of ['Redo', 'Background colour', 'Orientation', 'Visibility', 'Metrics', 'Integrations', 'History'])
    await expect(button(page, name)).toBeInViewport({ ratio: 1 })
  for (const name of ['Projects', 'Invite', 'Feedback'])
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(button(page, 'Project')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeInViewport({ ratio: 1 })
  expect(await settledBox(canvasOf(page)), 'the map does not move').toEqual(before)
  await expectAccessible(page)
  await button(page, 'Orientation').tap()
  await page.getByRole('menuitem', { name: 'Top Down' }).tap()
  await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-down')
  await expect(button(page, 'More')).toHaveAttribute('aria-expanded', 'false')
  await clickTool(page, 'Export')
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'More').tap()
  await page.getByRole('link', { name: 'Projects', exact: true }).tap()
  await page.waitForURL('**/projects')
})

test('shows that the menu of a node goes on below, and scrolls to its last entry', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const { projectId } = await createTree(page, 'Long', { Root: { One: { Deep: {} } } }, 'tree-down')
  await openTree(page, projectId)
  await findTreeItem(page, 'One').focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Menu of One' })
  await settledBox(menu)
  const { hidden, top } = await menu.evaluate((element) => ({
    hidden: element.scrollHeight - element.clientHeight,
    top: element.getBoundingClientRect().top,
  }))
  expect(hidden).toBeGreaterThan(0)
  expect(top, 'the menu uses most of the height').toBeLessThanOrEqual(600 * 0.25 + 24)
  await expectLargeTargets([menu.getByRole('menuitem').first()])
  await menu.getByRole('menuitem', { name: 'Delete node' }).tap()
  await expectStored(page, projectId, 'Root')
})

test('shows a guest the whole width, Find, Visibility and Fit, and no bar of node actions', async ({ page }) => {
  const { projectId } = await createTree(page, 'Guest', { Root: { One: { Deep: {} } } })
  await ask(page, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id: projectId,
    data: { sharing: { generalAccess: 'anyone' } },
  })
  await logOut(page)
  await openTree(page, projectId)
  await expect(page.getByText('View only')).toBeVisible()
  await expect(nodeActions(page)).toHaveCount(0)
  await expect(button(page, 'Fit')).toBeVisible()
  await expect(button(page, 'Find')).toBeVisible()
  await clickTool(page, 'Visibility')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Show done' })).toBeVisible()
})

test('offers feedback in the account menu of every other page, where nothing covers the page', async ({ page }) => {
  await expect(page.getByRole('link', { name: 'Feedback' })).toHaveCount(0)
  await button(page, 'Account menu').tap()
  await page.getByRole('menuitem', { name: 'Feedback', exact: true }).tap()
  await page.waitForURL('**/feedback')
  await expect(page.getByRole('heading', { name: 'User feedback' })).toBeVisible()
  await button(page, 'Account menu').tap()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Feedback' })).toHaveCount(0)
})

/** Names the buttons of the empty map that something else covers or that reach beyond the screen sideways. */
const findCoveredStarts = (page: Page): Promise<readonly string[]> =>
  page.locator('[data-empty-project]').evaluate((panel) => {
    const shown = panel.getBoundingClientRect()
    return [...panel.querySelectorAll('button')].flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      // The rest below the fold is reached by scrolling.
      const middle = (Math.max(top, shown.top) + Math.min(bottom, shown.bottom)) / 2
      const isBelow = top >= shown.bottom - 2 || bottom <= shown.top + 2
      const isFree = [left + 4, (left + right) / 2, right - 4].every(
        (x) => isBelow || button.contains(document.elementFromPoint(x, middle)),
      )
      return isFree && left >= 0 && right <= window.innerWidth ? [] : [button.textContent]
    })
  })

for (const [width, height] of [
  [390, 664],
  [320, 568],
] as const)
  test(`covers no way to begin on an empty map of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const id = await createProject(page, 'A kitchen garden for the whole neighborhood')
    await page.goto(`/tree/${id}`)
    await expect(button(page, 'Create node')).toBeVisible()
    const last = button(page, 'Use an example')
    await expect.poll(() => findCoveredStarts(page)).toEqual([])
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
    await expect.poll(() => findCoveredStarts(page)).toEqual([])
    await expect(button(page, 'Zoom in')).toBeHidden()
    await last.tap()
    await expect(button(page, 'Zoom in')).toBeVisible()
  })
