import type { CDPSession, Page } from '@playwright/test'
import { expect, register, test } from '../support/test.ts'
import { canvasOf, expectStored, middleOf, findTreeItem, openTree, createTree, titleEditor } from '../support/tree.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

interface Finger {
  readonly x: number
  readonly y: number
}

async function touch(session: CDPSession, steps: readonly (readonly Finger[])[], holdMs = 0): Promise<void> {
  const points = (fingers: readonly Finger[]) => fingers.map(({ x, y }, id) => ({ x, y, id }))
  const [first = [], ...rest] = steps
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(first) })
  if (holdMs > 0) await new Promise((resolve) => setTimeout(resolve, holdMs))
  for (const step of rest) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const between = (from: Finger, to: Finger, count: number): Finger[] =>
  Array.from({ length: count + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / count,
    y: from.y + ((to.y - from.y) * step) / count,
  }))

const sessionOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

test('taps, adds, sets the status, folds, opens the menu, deletes and undoes by touch alone', async ({ page }) => {
  const { projectId } = await createTree(page, 'Touch', { Root: { One: {}, Two: {} } }, 'tree-down')
  await openTree(page, projectId)
  const session = await sessionOf(page)
  await findTreeItem(page, 'One').tap({ position: { x: 100, y: 8 } })
  await expect(findTreeItem(page, 'One')).toHaveAttribute('aria-selected', 'true')
  await findTreeItem(page, 'One').getByRole('button', { name: 'Status: to do' }).tap()
  await expect(findTreeItem(page, 'One')).toHaveAttribute('data-status', 'progress')
  await findTreeItem(page, 'One').getByRole('button', { name: 'Add child' }).tap()
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type('Fresh')
  await page.keyboard.press('Enter')
  await expectStored(page, projectId, 'Root(One(Fresh) Two)')

  const two = await middleOf(findTreeItem(page, 'Two'))
  await touch(session, [[two]], 900)
  await page.getByRole('menuitem', { name: 'Delete node' }).tap()
  await expectStored(page, projectId, 'Root(One(Fresh))')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expectStored(page, projectId, 'Root(One(Fresh) Two)')
})

test('pans with one finger, zooms with two, and drags a selected node', async ({ page }) => {
  const { projectId } = await createTree(page, 'Fingers', { Root: { One: {}, Two: {} } }, 'tree-down')
  await openTree(page, projectId)
  const session = await sessionOf(page)
  const before = await middleOf(findTreeItem(page, 'Root'))
  await touch(
    session,
    between({ x: 200, y: 700 }, { x: 200, y: 620 }, 8).map((finger) => [finger]),
  )
  await expect.poll(async () => (await middleOf(findTreeItem(page, 'Root'))).y).toBeLessThan(before.y - 40)
  const zoom = async () => Number(await canvasOf(page).getAttribute('data-zoom'))
  const start = await zoom()
  const left = between({ x: 180, y: 600 }, { x: 240, y: 600 }, 8)
  const right = between({ x: 340, y: 600 }, { x: 260, y: 600 }, 8)
  await touch(
    session,
    left.map((finger, step) => [finger, right[step] ?? finger]),
  )
  await expect.poll(zoom).toBeLessThan(start)
  await findTreeItem(page, 'Two').tap()
  await expect(findTreeItem(page, 'Two')).toHaveAttribute('aria-selected', 'true')
  const [from, to] = [await middleOf(findTreeItem(page, 'Two')), await middleOf(findTreeItem(page, 'One'))]
  await touch(
    session,
    between(from, to, 10).map((finger) => [finger]),
  )
  await expectStored(page, projectId, 'Root(One(Two))')
})
