import type { Page } from '@playwright/test'
import { ask, createNode } from '../support/api.ts'
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

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const findPresentation = (page: Page) => page.getByRole('dialog', { name: 'Presentation' })

/** Its key works once the tools are loaded. */
async function startPresenting(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Alt+p')
    await expect(findPresentation(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('presents the plan branch by branch, also to a viewer in another view', async ({ pair: { ann, bea } }) => {
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Talk', garden)
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openTree(page, projectId)
  await findTreeItem(page, 'Seeds').focus()
  // The address names the place once the map has been moved.
  await page.keyboard.press('Alt+Equal')
  await expect.poll(() => readPan(page)).not.toBe('')
  const pan = readPan(page)
  await startPresenting(page)
  const dialog = findPresentation(page)

  await test.step('from the selected branch, by the keys of a remote control', async () => {
    await expect(dialog.getByRole('heading')).toHaveText('Beds')
    await expect(dialog.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(page.locator('#root')).toHaveAttribute('inert', '')
    await expectAccessible(page)
    const box = (title: string) => page.locator(`[data-canvas] [data-node-id="${ids.get(title)}"]`)
    await expect(box('Soil')).toBeInViewport({ ratio: 1 })
    await expect(box('Wall')).toHaveClass(/dimmed/u)
    await expect(box('Soil')).not.toHaveClass(/dimmed/u)
    await page.keyboard.press('PageDown')
    await expect(dialog.getByRole('heading')).toHaveText('Soil')
    await page.keyboard.press('Home')
    await expect(dialog.getByRole('heading')).toHaveText('Garden')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.getByRole('heading')).toHaveText('Beds')
  })

  await test.step('and follows what others change', async () => {
    const data = { title: 'Raised beds', body: '<p>Three of them, in the sun</p>' }
    await ask(page, updateNode, { id: ids.get('Beds'), data })
    await expect(dialog.getByRole('heading')).toHaveText('Raised beds')
    await expect(dialog.getByText('Three of them, in the sun')).toBeVisible()
  })

  await test.step('Esc gives back the view as it was', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(findTreeItem(page, 'Seeds')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => readPan(page)).toBe(pan)
  })

  await test.step('a viewer presents from the outline, and is back in it', async () => {
    await bea.page.goto(`/tree/${projectId}/outline`)
    const outline = bea.page.locator('[data-view="outline"]')
    await expect(outline).toHaveAttribute('data-ready', 'true')
    await startPresenting(bea.page)
    await expect(findPresentation(bea.page).getByRole('heading')).toHaveText('Garden')
    await expect(bea.page.locator('[data-canvas] [role=treeitem]')).not.toHaveCount(0)
    await findPresentation(bea.page).getByRole('button', { name: 'End presentation' }).click()
    await expect(canvasOf(bea.page)).toHaveCount(0)
    await expect(outline.getByRole('treeitem')).toHaveCount(7)
  })
})

test('prints all of every view, and shows two views side by side', async ({ pair: { ann } }) => {
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Paper', { Orchard: { Trees: {} } })
  const dueDate = '2026-11-20'
  for (let at = 0; at < 500; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, by) =>
        createNode(page, { projectId, parentId: ids.get('Trees'), title: `Tree ${at + by}`, dueDate }),
      ),
    )
  const printed = page.locator('[data-print] [data-printed]')

  await test.step('on paper', async () => {
    for (const [view, count] of [
      ['outline', 502],
      ['board', 500],
      ['timeline', 502],
      ['calendar', 500],
      ['table', 502],
    ]) {
      await page.goto(`/tree/${projectId}/${view}`)
      await expect(page.locator(`[data-view="${view}"]`)).toHaveAttribute('data-ready', 'true')
      expect(await page.locator('[data-node-id]').count()).toBeLessThan(300)
      await page.emulateMedia({ media: 'print' })
      await expect(printed).toHaveCount(Number(count))
      await expect(printed.last()).toBeVisible()
      await expect(page.getByRole('tablist')).toHaveCount(0)
      await page.emulateMedia({ media: 'screen' })
      await expect(printed).toHaveCount(0)
    }
    // Now by the browser's own events; a medium that is still emulated would be printed instead.
    await page.emulateMedia({ media: null })
    const sheets = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/gu) ?? []
    expect(sheets.length).toBeGreaterThan(5)
    await expect(page.getByRole('tablist', { name: 'Views' })).toBeVisible()
  })

  await test.step('side by side on the same selection and undo', async () => {
    await page.setViewportSize({ width: 1_440, height: 900 })
    await openTree(page, projectId)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('split view: table')
    await page.getByRole('option', { name: /Split view: Table/u }).click()
    const pane = page.getByRole('region', { name: 'Second view: Table' })
    await expect(pane.locator('[data-view="table"]')).toHaveAttribute('data-ready', 'true')
    await expect(page).toHaveURL(/split=table/u)
    await expectAccessible(page)
    const row = pane.locator(`tr[data-node-id="${ids.get('Trees')}"]`)
    await row.getByRole('gridcell').first().click()
    await expect(findTreeItem(page, 'Trees')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('F2')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Fruit trees')
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, 'Fruit trees')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(findTreeItem(page, 'Trees')).toBeVisible()
    await expect(row).toContainText('Trees')
  })

  await test.step('its width by keyboard and mouse, and its place in the address', async () => {
    const line = page.getByRole('separator', { name: 'Width of the second view' })
    await line.focus()
    await page.keyboard.press('ArrowRight')
    await expect(line).toHaveAttribute('aria-valuenow', '45')
    const { x, y } = await middleOf(line)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 144, y, { steps: 3 })
    await page.mouse.up()
    await expect(line).toHaveAttribute('aria-valuenow', '55')
    await page.reload()
    const pane = page.getByRole('region', { name: 'Second view: Table' })
    await expect(pane).toBeVisible()
    await page.getByRole('tab', { name: 'Table', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Second view: Map' })).toBeVisible()
    await page.getByRole('button', { name: 'Close second view' }).click()
    await expect(page).not.toHaveURL(/split=/u)
    await expect(canvasOf(page)).toHaveCount(0)
  })
})
