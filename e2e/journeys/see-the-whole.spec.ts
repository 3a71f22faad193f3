import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { canvasOf, createTree, findTreeItem, middleOf, openTree } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const garden = { Garden: { Beds: { Soil: { Worms: {} }, Seeds: {} }, Wall: {}, Pears: {} } }

const findPath = (page: Page) => page.getByRole('navigation', { name: 'Focused branch' })
const expectNodes = (page: Page, count: number) => expect(page.locator('[role=treeitem]')).toHaveCount(count)
const readPan = (page: Page) => new URL(page.url()).hash.match(/pan=([^&]+)/u)?.[1] ?? ''

test('shows one branch alone in every view, and as many levels as wanted', async ({ pair: { ann, bea } }) => {
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Whole', garden)
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openTree(page, projectId)

  await test.step('by the keyboard, and it stays when the view changes', async () => {
    await findTreeItem(page, 'Soil').focus()
    await page.keyboard.press('ControlOrMeta+.')
    await expect(findPath(page).getByRole('listitem')).toHaveText(['Garden', 'Beds', 'Soil'])
    await expectNodes(page, 2)
    await expect(page).toHaveURL(new RegExp(`focus=${ids.get('Soil')}`))
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Outline', exact: true }).click()
    await expect(page.locator('[data-view="outline"]')).toHaveAttribute('data-ready', 'true')
    await expectNodes(page, 2)
    await findPath(page).getByRole('button', { name: 'Beds' }).click()
    await expectNodes(page, 4)
    await expect(findTreeItem(page, 'Beds')).toHaveAttribute('aria-level', '1')
    await page.getByRole('tab', { name: 'Map', exact: true }).click()
    await expectNodes(page, 4)
  })

  await test.step('Esc ends it, Back returns to it, and a new sibling of its top leaves it', async () => {
    await findTreeItem(page, 'Beds').focus()
    await page.keyboard.press('Escape')
    await expect(findPath(page)).toHaveCount(0)
    await expectNodes(page, 7)
    await expect(page).not.toHaveURL(/focus=/u)
    await page.goBack()
    await expect(findPath(page)).toBeVisible()
    await findPath(page).getByRole('button', { name: 'Show everything' }).click()
    await expectNodes(page, 7)
  })

  await test.step('a viewer opens the address, folds to a level, and finds both in the palette', async () => {
    await bea.page.goto(`/tree/${projectId}#focus=${ids.get('Beds')}`)
    await expect(findPath(bea.page).getByRole('listitem')).toHaveText(['Garden', 'Beds'])
    await expectNodes(bea.page, 4)
    await bea.page.keyboard.press('Alt+2')
    await expectNodes(bea.page, 3)
    await expect(findTreeItem(bea.page, 'Worms')).toHaveCount(0)
    await bea.page.keyboard.press('ControlOrMeta+k')
    await bea.page.getByRole('combobox').fill('show everything')
    await expect(bea.page.getByRole('option')).toHaveText(['Show everything'])
    await bea.page.keyboard.press('Enter')
    await expect(findPath(bea.page)).toHaveCount(0)
    await bea.page.keyboard.press('Alt+1')
    await expectNodes(bea.page, 1)
    // The folds are the viewer's own.
    await expectNodes(page, 7)
  })

  await test.step('the branch is deleted by somebody else', async () => {
    await bea.page.goto(`/tree/${projectId}#focus=${ids.get('Beds')}`)
    await expect(findPath(bea.page)).toBeVisible()
    await findTreeItem(page, 'Beds').focus()
    await page.keyboard.press('Delete')
    await expect(findPath(bea.page)).toHaveCount(0)
  })
})

test('moves the map by the minimap, and draws a blocker with Alt', async ({ pair: { ann } }) => {
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Overview', garden)
  await openTree(page, projectId)
  const button = page.getByRole('button', { name: 'Minimap', exact: true })
  await button.click()
  const picture = page.getByRole('img', { name: 'Overview' })
  await expect(picture).toBeVisible()
  const isPainted = () =>
    picture.evaluate((canvas: HTMLCanvasElement) => {
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
      return data.some((value) => value > 0)
    })
  await expect.poll(isPainted).toBe(true)
  await expectAccessible(page)

  await test.step('by mouse and by keyboard', async () => {
    const frame = page.getByRole('button', { name: /^Shown part/u })
    const before = readPan(page)
    const { x, y } = await middleOf(frame)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 12, y + 6, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => readPan(page)).not.toBe(before)
    const dragged = readPan(page)
    await expect(frame).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => readPan(page)).not.toBe(dragged)
    await page.keyboard.press('Shift+1')
    await expect(findTreeItem(page, 'Garden')).toBeInViewport()
  })

  await test.step('Alt and a drag from Wall to Pears lets Pears wait for Wall', async () => {
    const from = await middleOf(findTreeItem(page, 'Wall'))
    const to = await middleOf(findTreeItem(page, 'Pears'))
    await page.keyboard.down('Alt')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await expect(page.locator('[data-blocker-drag][data-state="fine"]')).toHaveCount(1)
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await expect(canvasOf(page).locator('[data-dependencies]')).toHaveAttribute('data-dependencies', '1')
    await expect(page.locator(`[data-node-id="${ids.get('Wall')}"]`)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('it is remembered', async () => {
    await page.reload()
    await expect(picture).toBeVisible()
    await button.click()
    await expect(picture).toHaveCount(0)
  })
})
