import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { readDevice } from '../support/device.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { introducePeople, registerPerson, share, test, visitAndLeave } from '../support/together.ts'
import { canvasOf, createTree, findTreeItem, openTree, pick } from '../support/tree.ts'

const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
const addComment = 'mutation ($nodeId: ID!, $body: String!) { addComment(nodeId: $nodeId, body: $body) { id } }'

const line = (page: Page) => page.getByRole('region', { name: 'Since you were away' })
const readOutline = (page: Page, title: string) =>
  findTreeItem(page, title).evaluate((item) => getComputedStyle(item).outlineStyle)

test('a person who returns reads what others changed, sees it glow, replays it, and filters what is unread', async ({
  pair,
  browser,
  server,
}) => {
  const { ann } = pair
  // A new person, whose visits and notifications come from this test only.
  const bea = await registerPerson(browser, server.url, 'bea', pair.faults)
  await introducePeople(ann, bea)
  const { projectId, ids } = await createTree(ann.page, 'Orchard', { Trees: { Pears: {}, Plums: {}, Figs: {} } })
  await share(ann.page, projectId, { changes: { [bea.id]: 'editor' } })
  await visitAndLeave(bea.page, projectId)
  await ask(ann.page, updateNode, { id: ids.get('Pears'), data: { status: 'done' } })
  await ask(ann.page, updateNode, { id: ids.get('Plums'), data: { title: 'Damsons' } })
  await ask(ann.page, updateNode, { id: ids.get('Figs'), data: { assigneeIds: [bea.id] } })
  const about = { nodeId: ids.get('Figs'), body: 'Do they grow here?' }
  const { addComment: added } = await ask<{ addComment: { id: string } }>(ann.page, addComment, about)
  // So small that nothing counts as seen by itself.
  await openTree(bea.page, projectId, '#pan=400,400,0.45')

  await test.step('a line over the map says it, and the changed nodes glow until they are selected', async () => {
    await expect(line(bea.page)).toContainText(`${ann.shownName} changed 3 nodes since you were here just now`)
    expect(await readOutline(bea.page, 'Pears')).toBe('solid')
    expect(await readOutline(bea.page, 'Trees')).toBe('none')
    await findTreeItem(bea.page, 'Pears').click()
    await bea.page.keyboard.press('Escape')
    await expect.poll(() => readOutline(bea.page, 'Pears')).toBe('none')
    expect(await readOutline(bea.page, 'Damsons')).toBe('solid')
    await expectAccessible(bea.page, { checksTargetSize: false })
  })

  await test.step('Show dims what has not changed', async () => {
    await line(bea.page).getByRole('button', { name: 'Show' }).click()
    await expect(bea.page.locator('[data-lens="changed"]')).toContainText('3 nodes')
    await line(bea.page).getByRole('button', { name: 'Hide' }).click()
    await expect(bea.page.locator('[data-lens]')).toHaveCount(0)
  })

  await test.step('the replay moves from change to change with the keys, and Esc ends it', async () => {
    await line(bea.page).getByRole('button', { name: 'Replay' }).press('Enter')
    await expect(line(bea.page)).toContainText('Status: To do → Done')
    await expectAccessible(bea.page)
    await bea.page.keyboard.press('ArrowRight')
    await expect(line(bea.page)).toContainText('Title: Plums → Damsons')
    await expect(line(bea.page)).toContainText('2 of 4')
    const box = await findTreeItem(bea.page, 'Damsons').boundingBox()
    const ground = await canvasOf(bea.page).boundingBox()
    if (box === null || ground === null) throw new Error('Nothing is drawn')
    expect(Math.abs(box.x + box.width / 2 - (ground.x + ground.width / 2))).toBeLessThan(3)
    await bea.page.keyboard.press('End')
    await expect(line(bea.page)).toContainText('commented on “Figs”')
    await bea.page.keyboard.press('Escape')
    await expect(line(bea.page)).toContainText('changed 3 nodes')
    await expect(line(bea.page).getByRole('button', { name: 'Replay' })).toBeFocused()
    await line(bea.page).getByRole('button', { name: 'Mark as seen' }).click()
    await expect(line(bea.page)).toHaveCount(0)
  })

  await test.step('is:unread finds the node of the notification, and its comments are readable without a network', async () => {
    await bea.page.goto(`/tree/${projectId}#filter=is%3Aunread`)
    await expect(findTreeItem(bea.page, 'Pears')).toHaveCount(0)
    await expect(findTreeItem(bea.page, 'Figs')).toBeVisible()
    const comment = bea.page.getByRole('feed', { name: 'Comments' }).getByText('Do they grow here?')
    await pick(bea.page, 'Figs')
    await bea.page.keyboard.press('Control+Enter')
    await expect(comment).toBeVisible()
    await expect.poll(() => readDevice(bea.page)).toContain('Do they grow here?')
    await bea.context.route('**/graphql/', (route) => route.abort())
    await bea.page.goto('/healthz')
    await bea.page.goto(`/tree/${projectId}#node=${ids.get('Figs')}&comment=${added.id}`)
    await expect(comment).toBeVisible()
    await bea.context.unroute('**/graphql/')
  })
  expect(pair.faults).toEqual([])
  await bea.context.close()
})
