import type { Page } from '@playwright/test'
import { expect } from '../support/test.ts'
import { test } from '../support/together.ts'
import {
  middleOf,
  findTreeItem,
  openTree,
  pick,
  createTree,
  storedNodes,
  titleEditor,
  settledBox,
} from '../support/tree.ts'

const desk = { width: 1280, height: 800 }

test.beforeEach(({ pair }) => pair.ann.page.setViewportSize(desk))

/** The clipboard content of Google Docs: formats are inline styles. */
const googleDocsHtml =
  '<b style="font-weight:normal;" id="docs-internal-guid-0d5e1a3c"><p><span style="font-weight:400;">Plain </span>' +
  '<span style="font-weight:700;">bold</span></p><ul><li><p><span>One</span></p></li><ul><li><p><span>Deep</span></p></li>' +
  '<ul><li><p><span>Deeper</span></p></li></ul></ul><li><p><span style="font-weight:700;">Two</span></p></li></ul><br /></b>'

const boxes = (page: Page, titles: readonly string[]) =>
  Promise.all(titles.map(async (title) => await settledBox(findTreeItem(page, title))))

test("restores the tree's position when a move is undone", async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Moved', { Root: { One: { Two: {}, Three: {} }, Four: { Five: {} } } })
  await openTree(page, projectId)
  const titles = ['Root', 'One', 'Two', 'Three', 'Four', 'Five']
  const before = await boxes(page, titles)
  for (const [from, isAlone] of [
    ['Two', false],
    ['One', true],
  ] as const) {
    const [start, end] = [await middleOf(findTreeItem(page, from)), await middleOf(findTreeItem(page, 'Four'))]
    if (isAlone) await page.keyboard.down('Shift')
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + 8, start.y + 8)
    await page.mouse.move(end.x, end.y, { steps: 5 })
    await page.mouse.up()
    if (isAlone) await page.keyboard.up('Shift')
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(undo).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => boxes(page, titles)).toEqual(before)
    await expect(page.locator('[role=treeitem][aria-selected=true]')).toHaveCount(1)
  }
})

test('follows the row by arrows in a tree that grows down, and leads to the zoom controls on Esc', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(
    page,
    'Down',
    { Root: { One: { Two: {}, Three: {} }, Four: { Five: {} } } },
    'tree-down',
  )
  await openTree(page, projectId)
  await findTreeItem(page, 'One').focus()
  await page.keyboard.press('ArrowRight')
  await expect(findTreeItem(page, 'Four')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeFocused()
})

test('keeps the title editor legible at 25 %', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Far out', { Root: { One: {} } })
  await openTree(page, projectId)
  await pick(page, 'Root')
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Alt+Minus')
  await page.keyboard.press('F2')
  await expect(titleEditor(page)).toBeFocused()
  await expect.poll(async () => (await titleEditor(page).boundingBox())?.height).toBeGreaterThanOrEqual(18)
  await page.keyboard.type('Read me')
  await page.keyboard.press('Enter')
  await expect(findTreeItem(page, 'RootRead me')).toBeVisible()
})

test('keeps the formats of a text pasted from Google Docs under the content security policy', async ({ pair }) => {
  const { page } = pair.ann
  const { projectId } = await createTree(page, 'Pasted', { Root: {} })
  await openTree(page, projectId)
  await pick(page, 'Root')
  await page.keyboard.press('ControlOrMeta+Enter')
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(description).toBeFocused()
  await description.evaluate((textbox, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    textbox.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, googleDocsHtml)
  await expect(description.locator('strong', { hasText: 'bold' })).toBeVisible()
  await page.getByRole('button', { name: 'Close panel' }).click()
  await expect
    .poll(async () => (await storedNodes(page, projectId))[0]?.body)
    .toMatch(
      /<strong>bold<\/strong>.*Deep<ol><li data-list="bullet">Deeper<\/li><\/ol>.*<strong>Two<\/strong><\/li><\/ol>$/u,
    )
})
