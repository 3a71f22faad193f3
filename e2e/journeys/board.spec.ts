import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible, register } from '../support/test.ts'
import { share, test } from '../support/together.ts'
import { dragByMouse, dragByTouch } from '../support/touch.ts'
import { canvasOf, createTree, expectStored, middleOf, storedNodes, titleEditor } from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Pears: {} } }
const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true })
const column = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const listTitles = (page: Page, name: string): Promise<readonly (string | null)[]> =>
  column(page, name)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label')))

async function openBoard(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}/board`)
  await expect(page.locator('[data-view="board"]')).toHaveAttribute('data-ready', 'true')
}

/** Until the person's rights are known, nothing can be dragged. */
const findAddButtons = (page: Page): Locator => page.getByRole('button', { name: /^Add a card/ })

const readStatus = async (page: Page, projectId: string, title: string): Promise<string | undefined> =>
  (await storedNodes(page, projectId)).find((node) => node.title === title)?.status

test('moves cards by mouse and keyboard, live for others, read-only for a viewer', async ({ pair }) => {
  const { ann, bea } = pair
  const { page } = ann
  const { projectId } = await createTree(page, 'Board', garden)
  await share(page, projectId, { changes: { [bea.id]: 'viewer' } })
  await openBoard(page, projectId)
  await openBoard(bea.page, projectId)
  await expect(findAddButtons(page)).toHaveCount(3)
  expect(await listTitles(page, 'To do')).toEqual(['Soil', 'Seeds', 'Wall', 'Pears'])
  await expectAccessible(page)

  const [from, to] = [await middleOf(card(page, 'Seeds')), await middleOf(column(page, 'In progress'))]
  await dragByMouse(page, from, to)
  await expect(column(page, 'In progress').getByRole('article')).toHaveCount(1)
  await expect(card(bea.page, 'Seeds')).toHaveAttribute('data-status', 'progress')
  await expect.poll(() => readStatus(page, projectId, 'Seeds')).toBe('progress')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(column(bea.page, 'To do').getByRole('article')).toHaveCount(4)

  // Within a column the order is the person's own.
  const [wall, soil] = [await middleOf(card(page, 'Wall')), await card(page, 'Soil').boundingBox()]
  await dragByMouse(page, wall, { x: wall.x, y: (soil?.y ?? 0) + 4 })
  await expect.poll(() => listTitles(page, 'To do')).toEqual(['Wall', 'Soil', 'Seeds', 'Pears'])
  await expect(card(page, 'Wall')).toBeFocused()

  const { keyboard } = page
  await keyboard.press('Alt+ArrowRight')
  await keyboard.press('Alt+ArrowRight')
  await expect(card(bea.page, 'Wall')).toHaveAttribute('data-status', 'done')
  await keyboard.press('ArrowLeft')
  await expect(card(page, 'Soil')).toBeFocused()
  await keyboard.press('Alt+ArrowDown')
  await expect.poll(() => listTitles(page, 'To do')).toEqual(['Seeds', 'Soil', 'Pears'])
  await keyboard.press('Enter')
  await expect(titleEditor(page)).toBeFocused()
  await keyboard.press('End')
  await keyboard.type(' and sand')
  await keyboard.press('Enter')
  await expect(card(bea.page, 'Soil and sand')).toBeVisible()
  await page.getByRole('button', { name: 'Add a card to In progress' }).click()
  await expect(titleEditor(page)).toBeFocused()
  await keyboard.type('Lime')
  await keyboard.press('Enter')
  await expect(column(bea.page, 'In progress').getByRole('article', { name: 'Lime' })).toBeVisible()
  await expectStored(page, projectId, 'Garden(Beds(Soil and sand Lime Seeds) Wall Pears)')

  await page.getByRole('button', { name: /board settings/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Swimlanes' }).click()
  await page.getByRole('menuitemradio', { name: 'Columns by person' }).click()
  await expect(column(page, 'Nobody').getByRole('article')).toHaveCount(5)
  await card(page, 'Lime').focus()
  await keyboard.press('Alt+ArrowRight')
  await expect(column(page, ann.email).getByRole('article', { name: 'Lime' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Menu of ${ann.email}` }).click()
  await page.getByRole('menuitemradio', { name: '2', exact: true }).click()
  await expect(column(page, ann.email).getByText('1 / 2')).toBeVisible()
  await page.reload()
  await expect(column(page, ann.email).getByText('1 / 2')).toBeVisible()
  await expect(card(page, 'Lime')).toBeVisible()

  await expect(bea.page.getByText('View only')).toBeVisible()
  await card(bea.page, 'Pears').focus()
  await bea.page.keyboard.press('Alt+ArrowRight')
  await bea.page.keyboard.press('Enter')
  await expect(titleEditor(bea.page)).toHaveCount(0)
  await expect(findAddButtons(bea.page)).toHaveCount(0)
  expect(await readStatus(page, projectId, 'Pears')).toBe('todo')
  await page.getByRole('tab', { name: 'Map', exact: true }).click()
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
})

const createTags = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('is used by touch alone', async ({ page, freshEmail }) => {
    await register(page, freshEmail)
    await page.waitForURL('**/projects')
    const { projectId } = await createTree(page, 'Thumb board', garden)
    await ask(page, createTags, { id: projectId, data: { tags: [{ name: 'Dry', colour: '#2c8053' }] } })
    await openBoard(page, projectId)
    await expect(findAddButtons(page).first()).toBeVisible()
    await expect(page.getByRole('toolbar', { name: 'Node actions' })).toBeVisible()
    await expectAccessible(page)
    const session = await page.context().newCDPSession(page)
    await dragByTouch(session, card(page, 'Wall'), { x: 375, y: 300 })
    await expect(card(page, 'Wall')).toHaveAttribute('data-status', 'progress')
    await card(page, 'Pears').tap()
    await page.getByRole('toolbar', { name: 'Node actions' }).getByRole('button', { name: 'Status' }).tap()
    await expect(card(page, 'Pears')).toHaveAttribute('data-status', 'progress')
    await page.getByRole('button', { name: /board settings/ }).tap()
    await page.getByRole('menuitemradio', { name: 'Columns by tag' }).tap()
    await dragByTouch(session, card(page, 'Soil'), { x: 375, y: 300 })
    await expect(column(page, 'Dry').getByRole('article', { name: 'Soil' })).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
