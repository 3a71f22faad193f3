import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible, register } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { dragByMouse, dragByTouch } from '../support/touch.ts'
import { createTree, expectStored, middleOf, titleEditor } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }
const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const dueDates = 'query ($id: ID!) { nodes(projectId: $id) { title startDate dueDate } }'

/** Days of the present month that are at most three weeks from its 8th, so that all are on the first page. */
const findDate = (dayOfMonth: number): string => {
  const now = new Date()
  const month = `${now.getMonth() + 1}`.padStart(2, '0')
  return `${now.getFullYear()}-${month}-${`${dayOfMonth}`.padStart(2, '0')}`
}

const entryOn = (page: Page, date: string, title: string): Locator =>
  page.locator(`[data-date="${date}"]`).getByRole('article', { name: title, exact: true })

async function openCalendar(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}/calendar`)
  await expect(page.locator('[data-view="calendar"]')).toHaveAttribute('data-ready', 'true')
}

interface Dates {
  readonly title: string
  readonly startDate: string | null
  readonly dueDate: string | null
}

async function readDates(page: Page, id: string, title: string): Promise<Dates | undefined> {
  const { nodes } = await ask<{ readonly nodes: readonly Dates[] }>(page, dueDates, { id })
  return nodes.find((node) => node.title === title)
}

test('moves and creates entries by mouse and keyboard, live for others, read-only for a viewer', async ({ pair }) => {
  const { ann, bea } = pair
  const { page } = ann
  const { projectId, ids } = await createTree(page, 'Calendar', garden)
  await ask(page, updateNode, { id: ids.get('Soil'), data: { startDate: findDate(8), dueDate: findDate(9) } })
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openCalendar(page, projectId)
  await openCalendar(bea.page, projectId)
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /Soil/ })).toHaveAttribute('data-date', findDate(9))
  await expect(page.getByRole('button', { name: /Add a node/ }).first()).toBeAttached()
  await expectAccessible(page)

  const to = await middleOf(page.locator(`[data-date="${findDate(11)}"]`))
  await dragByMouse(page, await middleOf(entryOn(page, findDate(9), 'Soil')), to)
  await expect(entryOn(bea.page, findDate(11), 'Soil')).toBeVisible()
  expect(await readDates(page, projectId, 'Soil')).toMatchObject({ startDate: findDate(10), dueDate: findDate(11) })
  const { keyboard } = page
  await expect(entryOn(page, findDate(11), 'Soil')).toBeFocused()
  await keyboard.press('Alt+ArrowDown')
  await keyboard.press('Alt+ArrowLeft')
  await expect(entryOn(bea.page, findDate(17), 'Soil')).toBeVisible()
  await keyboard.press('ControlOrMeta+z')
  await keyboard.press('ControlOrMeta+z')
  await keyboard.press('ControlOrMeta+z')
  await expect(entryOn(bea.page, findDate(9), 'Soil')).toBeVisible()

  await page.locator(`[data-date="${findDate(8)}"]`).focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(titleEditor(page)).toBeFocused()
  await keyboard.type('Compost')
  await keyboard.press('Enter')
  await expect(entryOn(bea.page, findDate(15), 'Compost')).toBeVisible()
  await page.locator(`[data-date="${findDate(16)}"]`).dblclick({ position: { x: 60, y: 60 } })
  await expect(titleEditor(page)).toBeFocused()
  await keyboard.type('Lime')
  await keyboard.press('Enter')
  await expect(entryOn(bea.page, findDate(16), 'Lime')).toBeVisible()
  await expectStored(page, projectId, 'Garden(Beds(Soil Compost Lime Seeds) Wall Pears)')
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(entryOn(page, findDate(16), 'Lime')).toBeVisible()
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(page.locator('[data-date]')).toHaveCount(7)
  await expectAccessible(page)

  await expect(bea.page.getByText('View only')).toBeVisible()
  await entryOn(bea.page, findDate(9), 'Soil').focus()
  await bea.page.keyboard.press('Alt+ArrowRight')
  await bea.page.locator(`[data-date="${findDate(10)}"]`).dblclick({ position: { x: 60, y: 60 } })
  await expect(titleEditor(bea.page)).toHaveCount(0)
  expect(await readDates(page, projectId, 'Soil')).toMatchObject({ dueDate: findDate(9) })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('is used by touch alone', async ({ page, freshEmail }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId, ids } = await createTree(page, 'Thumb calendar', garden)
    await ask(page, updateNode, { id: ids.get('Soil'), data: { dueDate: findDate(9) } })
    await openCalendar(page, projectId)
    await expect(page.getByRole('button', { name: /Add a node/ }).last()).toBeVisible()
    await page.locator(`[data-date="${findDate(9)}"]`).tap()
    const list = page.getByRole('region', { name: /All nodes due on/ })
    await expect(list.getByRole('article', { name: 'Soil' })).toBeVisible()
    await expectAccessible(page)
    const session = await page.context().newCDPSession(page)
    const day = await middleOf(page.locator(`[data-date="${findDate(18)}"]`))
    await dragByTouch(session, list.getByRole('article', { name: 'Soil' }), day)
    await expect(entryOn(page, findDate(18), 'Soil')).toHaveCount(1)
    await page.locator(`[data-date="${findDate(10)}"]`).tap()
    await list.getByRole('button', { name: /Add a node/ }).tap()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Rake')
    await page.getByRole('button', { name: 'Week', exact: true }).tap()
    await expect(entryOn(page, findDate(10), 'Rake')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
