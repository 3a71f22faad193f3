import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, register } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { createTree, expectStored, middleOf, titleEditor } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }

const row = (page: Page, title: string): Locator => page.getByRole('row', { name: title, exact: true })
const cell = (page: Page, title: string, column: string): Locator =>
  row(page, title).locator(`[data-column="${column}"]`)
const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })
const listTitles = (page: Page): Promise<readonly (string | null)[]> =>
  page.locator('tr[data-node-id]').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')))

async function openTable(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}/table`)
  await expect(page.locator('[data-view="table"]')).toHaveAttribute('data-ready', 'true')
  // Until the person's rights are known, nothing can be edited.
  await expect(page.getByRole('group', { name: 'Tools' }).or(page.getByText('View only'))).not.toHaveCount(0)
}

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test('is edited by keyboard and mouse, and another person reads it', async ({ pair }) => {
  const { ann, bea } = pair
  const { page } = ann
  const { keyboard, mouse } = page
  const { projectId } = await createTree(page, 'Table', garden)
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openTable(page, projectId)
  await openTable(bea.page, projectId)
  await expect(page.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true')
  await expect(header(page, 'Title')).toBeVisible()
  await expectAccessible(page)

  await test.step('by keyboard: values, titles, fill down, undo', async () => {
    await cell(page, 'Soil', 'title').click()
    await expect(cell(page, 'Soil', 'title')).toBeFocused()
    await keyboard.press('F2')
    await expect(titleEditor(page)).toBeFocused()
    await keyboard.press('End')
    await keyboard.type(' and sand')
    await keyboard.press('Tab')
    await expect(cell(page, 'Soil and sand', 'status')).toBeFocused()
    await keyboard.press('Enter')
    await keyboard.type('prog')
    await keyboard.press('Enter')
    await expect(row(page, 'Soil and sand')).toHaveAttribute('data-status', 'progress')
    await expect(row(bea.page, 'Soil and sand')).toHaveAttribute('data-status', 'progress')
    await cell(page, 'Soil and sand', 'dueDate').focus()
    await keyboard.type('2031-05-02')
    await expectAccessible(page)
    await keyboard.press('Enter')
    await expect(cell(bea.page, 'Soil and sand', 'dueDate').locator('time')).toHaveAttribute('datetime', '2031-05-02')
    await expect(cell(page, 'Seeds', 'dueDate')).toBeFocused()
    await keyboard.press('ArrowUp')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('ControlOrMeta+d')
    await expect(cell(bea.page, 'Wall', 'dueDate').locator('time')).toHaveAttribute('datetime', '2031-05-02')
    await keyboard.press('ControlOrMeta+z')
    await expect(cell(bea.page, 'Wall', 'dueDate')).toBeEmpty()
    await expect(cell(bea.page, 'Seeds', 'dueDate')).toBeEmpty()
  })

  await test.step('by mouse: a range, sorting, order and size of columns', async () => {
    const [from, to] = [
      await middleOf(cell(page, 'Seeds', 'estimate')),
      await middleOf(cell(page, 'Pears', 'priority')),
    ]
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(to.x, to.y, { steps: 6 })
    await mouse.up()
    await expect(page.locator('td[aria-selected="true"]')).toHaveCount(6)
    await paste(page, '3\tHigh\r\n4\tnone such\r\n5\tLow\r\n')
    await expect(page.getByText('Not stored: Priority “none such”')).toBeVisible()
    await expect(cell(bea.page, 'Pears', 'estimate')).toHaveText('5')
    await expect(cell(bea.page, 'Seeds', 'priority')).toHaveText('High')
    await expect(cell(bea.page, 'Wall', 'priority')).toBeEmpty()
    await header(page, 'Estimate').click()
    await expect.poll(() => listTitles(page)).toEqual(['Seeds', 'Wall', 'Pears', 'Garden', 'Beds', 'Soil and sand'])
    await expect(header(page, 'Estimate')).toHaveAttribute('aria-sort', 'ascending')
    await header(page, 'Estimate').click()
    await expect.poll(async () => (await listTitles(page))[0]).toBe('Pears')
    await header(page, 'Estimate').click()
    await expect.poll(async () => (await listTitles(page))[0]).toBe('Garden')
    const [grip, place] = [await middleOf(header(page, 'Due date')), await middleOf(header(page, 'Status'))]
    await mouse.move(grip.x, grip.y)
    await mouse.down()
    await mouse.move(place.x, place.y, { steps: 5 })
    await mouse.up()
    await expect(page.getByRole('columnheader').nth(1)).toHaveText('Due date')
    await expect(page.getByRole('columnheader').nth(1)).not.toHaveAttribute('aria-sort')
    const width = async () => (await header(page, 'Due date').boundingBox())?.width ?? 0
    const before = await width()
    const edge = await middleOf(header(page, 'Due date').locator('[data-resize]'))
    await mouse.move(edge.x, edge.y)
    await mouse.down()
    await mouse.move(edge.x + 40, edge.y, { steps: 4 })
    await mouse.up()
    await expect.poll(width).toBe(before + 40)
  })

  await test.step('rows are pasted, grouped and exported', async () => {
    await cell(page, 'Pears', 'title').click()
    await paste(page, 'Pears\r\nPlums\r\n=1+1\r\n')
    await expect(page.getByText('Added 2 rows')).toBeVisible()
    await expectStored(page, projectId, 'Garden(Beds(Soil and sand Seeds) Wall Pears Plums =1+1)')
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Priority' }).click()
    await keyboard.press('Escape')
    await expect(page.getByRole('row', { name: /High.*1 node · 3/u })).toBeVisible()
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const csv = await readFile(await file.path(), 'utf8')
    const lines = csv.split('\r\n')
    expect(lines[0]).toMatch(/^\ufeffTitle,Due date,Status,/u)
    expect(lines[1]).toMatch(/^Seeds,,To do,/u)
    expect(lines.some((line) => line.startsWith("'=1+1,"))).toBe(true)
  })

  await test.step('a viewer only reads', async () => {
    await cell(bea.page, 'Wall', 'estimate').click()
    await bea.page.keyboard.press('Enter')
    await bea.page.keyboard.type('9')
    await paste(bea.page, '9')
    await expect(bea.page.locator('[data-cell-editor]')).toHaveCount(0)
    await expect(bea.page.getByRole('button', { name: 'New row' })).toHaveCount(0)
    await expect(cell(bea.page, 'Wall', 'estimate')).toHaveText('4')
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('is edited by touch alone, with the titles fixed', async ({ page, freshEmail }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId } = await createTree(page, 'Thumb table', { Garden: { Beds: {}, Wall: {} } })
    await openTable(page, projectId)
    await expectAccessible(page)
    const status = cell(page, 'Beds', 'status')
    await status.tap()
    await expect(row(page, 'Beds')).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('[data-cell-editor]')).toHaveCount(0)
    await status.tap()
    await page.getByRole('option', { name: 'Done' }).tap()
    await expect(row(page, 'Beds')).toHaveAttribute('data-status', 'done')
    await page.locator('[data-view="table"]').evaluate((element) => element.scrollTo({ left: 400 }))
    await expect.poll(async () => Math.round((await cell(page, 'Beds', 'title').boundingBox())?.x ?? -1)).toBe(0)
    const estimate = cell(page, 'Wall', 'estimate')
    await estimate.tap()
    await estimate.tap()
    await page.keyboard.type('8')
    await cell(page, 'Garden', 'title').tap()
    await expect(estimate).toHaveText('8')
    await page.getByRole('button', { name: 'New row' }).tap()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Pears')
    await cell(page, 'Garden', 'title').tap()
    await expectStored(page, projectId, 'Garden(Beds Wall Pears)')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
