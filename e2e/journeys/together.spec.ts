import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { watchProject } from '../support/socket.ts'
import { expect, expectAccessible } from '../support/test.ts'
import {
  createBreakableConnection,
  holdBack,
  searchPersonByEmail,
  registerPerson,
  openBoth,
  peopleHere,
  share,
  test,
} from '../support/together.ts'
import {
  canvasOf,
  expectStored,
  middleOf,
  findTreeItem,
  openTree,
  pick,
  createTree,
  storedNodes,
  titleEditor,
  settledBox,
} from '../support/tree.ts'

test.afterEach(({ pair }) => expect(pair.faults.splice(0), 'no uncaught error on either screen').toEqual([]))

async function rename(page: Page, from: string, to: string): Promise<void> {
  await pick(page, from)
  await page.keyboard.press('F2')
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(to)
  await page.keyboard.press('Enter')
  await expect(findTreeItem(page, to)).toBeVisible()
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await middleOf(findTreeItem(page, from)), await middleOf(findTreeItem(page, to))]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 8)
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await page.mouse.up()
}

async function describe(page: Page, title: string, text: string): Promise<void> {
  await pick(page, title)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.getByRole('button', { name: 'Close panel' }).click()
}

const update = (page: Page, id: string | undefined, data: object): Promise<unknown> =>
  ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', { id, data })
const deleteBranch = (page: Page, id: string | undefined): Promise<unknown> =>
  ask(page, 'mutation ($id: ID!) { deleteNodeWithChildren(id: $id) }', { id })

test('shows who else is there and what they have selected, and goes to them', async ({ pair }) => {
  const { ann, bea } = pair
  await openBoth(pair, 'Garden', { Root: { One: { Deep: {} }, Two: {} } })
  await pick(bea.page, 'Deep')
  const label = canvasOf(ann.page).getByText(bea.shownName, { exact: true })
  await expect(label).toBeVisible()
  const box = await settledBox(findTreeItem(ann.page, 'Deep'))
  const mark = await settledBox(label.locator('xpath=ancestor::div[2]'))
  expect(mark).toEqual(box)
  await pick(bea.page, 'Two')
  await expect(label).toHaveCount(1)
  await expect
    .poll(async () => (await label.locator('xpath=ancestor::div[2]').boundingBox())?.y)
    .toBe((await findTreeItem(ann.page, 'Two').boundingBox())?.y)

  const go = ann.page.getByRole('button', { name: `Go to ${bea.shownName}`, exact: true })
  await expect(go).toHaveAttribute('title', bea.shownName)
  await go.click()
  await expect(findTreeItem(ann.page, 'Two')).toHaveAttribute('aria-selected', 'true')
  await expect(canvasOf(bea.page).getByText(ann.shownName, { exact: true })).toBeVisible()
  await bea.page.goto('/projects')
  await expect(peopleHere(ann.page)).toHaveCount(0)
  await expect(label).toHaveCount(0)
})

test('shows five guests and the rest as a number, and removes dead ones within 10 s', async ({
  pair,
  browser,
  server,
}) => {
  const { ann } = pair
  const { projectId } = await createTree(ann.page, 'Open garden', { Root: { One: {} } })
  await share(ann.page, projectId, { generalAccess: 'anyone' })
  await openTree(ann.page, projectId)
  const other = await ann.context.newPage()
  await openTree(other, projectId)
  const stranger = await browser.newContext({ baseURL: server.url })
  const guest = await stranger.newPage()
  await openTree(guest, projectId)
  await expect(ann.page.getByRole('button', { name: 'Go to Guest' })).toHaveCount(1)
  await expect(peopleHere(guest)).toHaveCount(1)
  await pick(guest, 'One')
  await expect(canvasOf(ann.page).getByText('Guest', { exact: true })).toBeVisible()
  await ann.page.getByRole('button', { name: 'Go to Guest' }).click()
  await expect(findTreeItem(ann.page, 'One')).toHaveAttribute('aria-selected', 'true')

  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const sockets = await Promise.all(names.map((clientId) => watchProject(server.url, projectId, { clientId })))
  await expect(peopleHere(ann.page)).toHaveCount(6)
  await expect(peopleHere(ann.page).last()).toContainText('+2')
  await expectAccessible(ann.page)
  const lefts = await Promise.all([0, 1].map((at) => settledBox(peopleHere(ann.page).nth(at))))
  const button = await settledBox(peopleHere(ann.page).nth(0).getByRole('button'))
  expect((button?.width ?? 0) - ((lefts[1]?.x ?? 0) - (lefts[0]?.x ?? 0))).toBe(15)

  for (const socket of sockets.slice(1)) socket.close()
  await stranger.close()
  await expect(peopleHere(ann.page)).toHaveCount(1)
  await expect(peopleHere(other)).toHaveCount(1)
  sockets[0]?.close()
  await expect(ann.page.getByRole('list', { name: 'People here' })).toHaveCount(0)
  await other.close()
})

test('keeps the later of two titles and offers the other person theirs back', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Titles', { Root: { Pears: {} } })
  await rename(ann.page, 'Pears', 'Quinces')
  await expect(findTreeItem(bea.page, 'Quinces')).toBeVisible()
  await update(bea.page, ids.get('Pears'), { status: 'done' })
  await rename(bea.page, 'Quinces', 'Medlars')
  // The first letters may have been saved before the last were typed.
  const notice = ann.page.getByRole('status').filter({ hasText: /Someone else renamed “Quinces” to “M/ })
  await expect(notice).toBeVisible()
  await expect(findTreeItem(ann.page, 'Medlars')).toHaveAttribute('data-status', 'done')
  await notice.getByRole('button', { name: 'Restore my text' }).click()
  await expect(findTreeItem(bea.page, 'Quinces')).toBeVisible()
  await expectStored(ann.page, projectId, 'Root(Quinces)')
  await bea.page.getByRole('button', { name: 'Close' }).click()
})

test('keeps two successive edits of the same description', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Bodies', { Root: { Pears: {} } })
  const stored = async () => (await storedNodes(ann.page, projectId)).find(({ id }) => id === ids.get('Pears'))?.body
  await describe(ann.page, 'Pears', 'Sweet')
  await expect.poll(stored).toContain('Sweet')
  await describe(bea.page, 'Pears', 'Sour')
  const notice = ann.page.getByRole('status').filter({ hasText: 'Someone else changed your description of “Pears”' })
  await expect(notice).toBeVisible()
  await expect.poll(stored).toContain('Sour')
  await notice.getByRole('button', { name: 'Restore my text' }).click()
  await expect.poll(stored).toContain('Sweet')
  await bea.page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('rejects one of two moves that would form a cycle and keeps both nodes on the screens', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'Circle', { Root: { A: {}, B: {} } })
  const held = await holdBack(ann.page, 'UpdateNode')
  await drag(ann.page, 'A', 'B')
  await held.caught
  await expect(ann.page.getByTitle('Saving')).toBeVisible()
  await drag(bea.page, 'B', 'A')
  await expectStored(bea.page, projectId, 'Root(A(B))')
  await expect(findTreeItem(ann.page, 'A')).toBeVisible()
  await expect(findTreeItem(ann.page, 'B')).toBeVisible()
  await held.release()
  await expect(ann.page.getByRole('alert')).toBeVisible()
  for (const { page } of [ann, bea]) {
    await expect(findTreeItem(page, 'A')).toHaveAttribute('aria-level', '2')
    await expect(findTreeItem(page, 'B')).toHaveAttribute('aria-level', '3')
  }
  await expectStored(ann.page, projectId, 'Root(A(B))')
  await ann.page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
})

test('keeps text typed in a branch that somebody else deletes, and restores it with undo', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'Branch', { Root: { One: { Deep: {} }, Two: {} } })
  await pick(ann.page, 'Deep')
  await ann.page.keyboard.press('F2')
  await expect(titleEditor(ann.page)).toBeFocused()
  await ann.page.keyboard.press('ControlOrMeta+a')
  await ann.page.keyboard.type('Deeper')
  await pick(bea.page, 'One')
  await bea.page.keyboard.press('Delete')
  const notice = ann.page.getByRole('status').filter({ hasText: 'Someone else deleted “Deep”' })
  await expect(notice).toContainText('Deeper')
  await expect(notice.getByRole('button', { name: 'Copy my text' })).toBeVisible()
  await expect(findTreeItem(ann.page, 'Deep')).toHaveCount(0)
  await expect(ann.page.getByTitle('Saved')).toBeVisible()
  await expectStored(ann.page, projectId, 'Root(Two)')
  await bea.page.keyboard.press('ControlOrMeta+z')
  await expect(findTreeItem(bea.page, 'Deeper')).toBeVisible()
  await expect(findTreeItem(ann.page, 'Deeper')).toBeVisible()
  await expectStored(ann.page, projectId, 'Root(One(Deeper) Two)')

  await pick(ann.page, 'Two')
  await ann.page.keyboard.press('ControlOrMeta+Enter')
  await expect(ann.page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await ann.page.keyboard.type('Half a sentence')
  await pick(bea.page, 'Two')
  await bea.page.keyboard.press('Delete')
  await expect(ann.page.getByRole('status').filter({ hasText: '“Two”' })).toContainText('Half a sentence')
  await expect(ann.page.getByRole('complementary', { name: 'Node details' })).toHaveCount(0)
})

test('rejects, rolls back and reports a drag of a node that was just deleted', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Gone', { Root: { One: {}, Two: {} } })
  const held = await holdBack(ann.page, 'UpdateNode')
  await drag(ann.page, 'One', 'Two')
  await held.caught
  await deleteBranch(bea.page, ids.get('One'))
  await held.release()
  await expect(ann.page.getByRole('alert')).toBeVisible()
  await expect(findTreeItem(ann.page, 'One')).toHaveCount(0)
  await expectStored(ann.page, projectId, 'Root(Two)')
  await ann.page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
})

test('counts offline edits, keeps them across a reload, sends them in order, and lists rejected ones', async ({
  pair,
}) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Offline', { Root: { One: {}, Two: {}, Three: {} } })
  await expect(ann.page.getByTitle('Saved')).toBeVisible()
  const cut = '**/graphql/'
  await ann.page.route(cut, (route) => route.abort())
  await rename(ann.page, 'One', 'First')
  await expect(ann.page.getByRole('button', { name: 'Offline, 1 change' })).toBeVisible()
  await rename(ann.page, 'First', 'Foremost')
  await drag(ann.page, 'Two', 'Three')
  await expect(ann.page.getByRole('button', { name: 'Offline, 3 changes' })).toBeVisible()
  await deleteBranch(bea.page, ids.get('Three'))
  await ann.page.unroute(cut)
  await ann.page.reload()
  await expect(findTreeItem(ann.page, 'Foremost')).toBeVisible()
  await expect(findTreeItem(bea.page, 'Foremost')).toBeVisible()
  const listed = ann.page.getByRole('alert').filter({ hasText: '1 change was not saved:' })
  await expect(listed).toContainText('Move “Two”')
  await expectStored(ann.page, projectId, 'Root(Foremost Two)')
  await expect(ann.page.getByTitle('Saved')).toBeVisible()
})

test('undoes only the own changes, with others’ edits in between', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'History', { Root: { One: {}, Two: {} } })
  await rename(ann.page, 'One', 'Mine')
  await rename(bea.page, 'Two', 'Theirs')
  await drag(ann.page, 'Mine', 'Theirs')
  await expectStored(ann.page, projectId, 'Root(Theirs(Mine))')
  await rename(bea.page, 'Root', 'Top')
  for (const wanted of ['Top(Mine Theirs)', 'Top(One Theirs)']) {
    await ann.page.getByRole('button', { name: 'Undo' }).click()
    await expectStored(ann.page, projectId, wanted)
  }
  for (const wanted of ['Top(Mine Theirs)', 'Top(Theirs(Mine))']) {
    await ann.page.getByRole('button', { name: 'Redo' }).click()
    await expectStored(ann.page, projectId, wanted)
  }
})

test('keeps focus, selection and viewport in place when others make changes', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await openBoth(pair, 'Still', { Root: { One: {}, Two: {}, Three: {} } })
  await pick(ann.page, 'Two')
  const before = await settledBox(findTreeItem(ann.page, 'Two'))
  const create = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'
  for (const title of ['Four', 'Five', 'Six']) {
    await ask(bea.page, create, { data: { projectId, parentId: ids.get('One'), title } })
  }
  await update(bea.page, ids.get('Three'), { parentIds: [ids.get('One')] })
  await expect(findTreeItem(ann.page, 'Three')).toHaveAttribute('aria-level', '3')
  await expect(findTreeItem(ann.page, 'Six')).toBeVisible()
  await expect(findTreeItem(ann.page, 'Two')).toBeFocused()
  await expect(findTreeItem(ann.page, 'Two')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => findTreeItem(ann.page, 'Two').boundingBox()).toEqual(before)
})

test('catches up after a gap without a reload, including the project’s title', async ({ pair }) => {
  const { ann, bea } = pair
  const { projectId, ids } = await createTree(ann.page, 'Gap', { Root: { One: {} } })
  await share(ann.page, projectId, { changes: { [bea.id]: 'editor' } })
  const page = await bea.context.newPage()
  const line = await createBreakableConnection(page)
  await Promise.all([openTree(ann.page, projectId), openTree(page, projectId)])
  await expect(peopleHere(ann.page)).toHaveCount(1)
  line.cut()
  await bea.context.setOffline(true)
  await rename(ann.page, 'One', 'Unheard')
  await ask(ann.page, 'mutation ($id: ID!) { updateProject(id: $id, data: { title: "Chasm" }) { id } }', {
    id: projectId,
  })
  await expect(canvasOf(ann.page)).toHaveAttribute('aria-label', 'Chasm')
  await expect(peopleHere(ann.page)).toHaveCount(0)
  await expect(findTreeItem(page, 'One')).toBeVisible()
  line.restore()
  await bea.context.setOffline(false)
  await expect(findTreeItem(page, 'Unheard')).toBeVisible()
  await expect(canvasOf(page)).toHaveAttribute('aria-label', 'Chasm')
  await update(ann.page, ids.get('One'), { title: 'Heard' })
  await expect(findTreeItem(page, 'Heard')).toBeVisible()
  await expect(peopleHere(ann.page)).toHaveCount(1)
  await page.close()
})

test('applies changed rights while a project is open', async ({ pair, browser, server }) => {
  const { ann, bea } = pair
  const { projectId } = await openBoth(pair, 'Rights', { Root: { One: {} } })
  await expect(bea.page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await share(ann.page, projectId, { changes: { [bea.id]: 'viewer' } })
  await expect(bea.page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(findTreeItem(bea.page, 'One')).toBeVisible()
  await share(ann.page, projectId, { changes: { [bea.id]: null } })
  await expect(bea.page.getByRole('heading', { name: 'Project not found' })).toBeVisible()

  const cleo = await registerPerson(browser, server.url, 'cleo')
  await searchPersonByEmail(ann.page, cleo.email)
  await share(ann.page, projectId, { changes: { [cleo.id]: 'editor' } })
  await openTree(cleo.page, projectId)
  await expect(peopleHere(cleo.page)).toHaveCount(1)
  const tab = await cleo.context.newPage()
  await tab.goto('/projects')
  await tab.getByRole('button', { name: /account menu/i }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await cleo.page.waitForURL('**/login?next=*')
  await cleo.context.close()
})
