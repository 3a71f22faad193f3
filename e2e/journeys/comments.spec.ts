import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { introducePeople, registerPerson, share, test } from '../support/together.ts'
import { createTree, findTreeItem, openTree, pick } from '../support/tree.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Node details' })
const feed = (page: Page) => page.getByRole('feed', { name: 'Comments' })
const thread = (page: Page, text: string) => feed(page).getByRole('article').filter({ hasText: text })

async function openPanel(page: Page, title: string): Promise<void> {
  await pick(page, title)
  await page.keyboard.press('Control+Enter')
  await expect(panel(page).getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
}

const countComments = async (page: Page, projectId: string): Promise<number> => {
  const query = 'query ($projectId: ID!) { comments(projectId: $projectId) { id } }'
  return (await ask<{ comments: unknown[] }>(page, query, { projectId })).comments.length
}

test('two people talk about a node: mention, live, reply, resolve, inbox, and a comment written offline', async ({
  pair,
  browser,
  server,
}) => {
  const { ann } = pair
  // A person of their own, because the inbox counts what other tests do.
  const bea = await registerPerson(browser, server.url, 'bea', pair.faults)
  await introducePeople(ann, bea)
  const { projectId } = await createTree(ann.page, 'Orchard', { Trees: { Pears: {}, Plums: {} } })
  await share(ann.page, projectId, { changes: { [bea.id]: 'editor' } })
  await openTree(ann.page, projectId)
  await bea.page.goto('/inbox')
  await expect(bea.page.getByRole('button', { name: /^Inbox, \d unread$/u })).toBeVisible()
  await bea.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bea.page.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible()

  await test.step('a mention is chosen by its first letters, and reaches the inbox at once', async () => {
    await openPanel(ann.page, 'Pears')
    const textbox = ann.page.getByRole('textbox', { name: 'Write a comment' })
    await textbox.click()
    await ann.page.keyboard.type(`Shall we graft them, @${bea.shownName.slice(0, 6)}`)
    const people = ann.page.getByRole('listbox', { name: 'People to mention' })
    await expect(people.getByRole('option')).toHaveText([bea.email])
    await ann.page.keyboard.press('Enter')
    await expect(people).toHaveCount(0)
    await ann.page.keyboard.press('Control+Enter')
    await expect(thread(ann.page, 'Shall we graft them')).toContainText(`@${bea.email}`)
    await expect(textbox).toHaveText('')
    await expect(bea.page.getByRole('button', { name: 'Inbox, 1 unread' })).toBeVisible()
    await expect(bea.page.locator('[data-unread]')).toHaveCount(1)
    await expectAccessible(bea.page)
  })

  await test.step('Enter opens the node with the comment, and marks it as read', async () => {
    await bea.page.keyboard.press('ArrowDown')
    await bea.page.keyboard.press('Enter')
    await expect(thread(bea.page, 'Shall we graft them')).toBeFocused()
    await expect(bea.page.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible()
    await expectAccessible(bea.page)
  })

  await test.step('an answer, a reaction and the end of a thread are live', async () => {
    await thread(bea.page, 'Shall we').getByRole('button', { name: 'Reply' }).click()
    await bea.page.keyboard.type('In March')
    await thread(bea.page, 'Shall we').getByRole('button', { name: 'Reply' }).click()
    await expect(thread(ann.page, 'Shall we')).toContainText('In March')
    await thread(ann.page, 'Shall we').getByRole('button', { name: 'Add a reaction' }).last().click()
    await ann.page.getByRole('button', { name: 'React with 👍' }).click()
    await expect(bea.page.getByRole('button', { name: /^👍 by/u })).toBeVisible()
    await expect(findTreeItem(bea.page, 'Pears').locator('[data-chips=own] [data-text="2"]')).toBeVisible()
    await thread(bea.page, 'Shall we').getByRole('button', { name: 'Resolve' }).click()
    await expect(ann.page.getByRole('button', { name: /^Show the resolved thread/u })).toBeVisible()
  })

  await test.step('a comment written offline outlives a reload, and is sent once', async () => {
    await bea.context.route('**/graphql/', (route) => route.abort())
    await bea.page.getByRole('textbox', { name: 'Write a comment' }).click()
    await bea.page.keyboard.type('Written on the train')
    await bea.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(thread(bea.page, 'Written on the train')).toBeVisible()
    await expect(ann.page.getByText('Written on the train')).toHaveCount(0)
    await bea.context.unroute('**/graphql/')
    await bea.page.goto(`/tree/${projectId}`)
    await expect(thread(ann.page, 'Written on the train')).toBeVisible()
    expect(await countComments(ann.page, projectId)).toBe(3)
  })

  await test.step('a viewer reads, and writes once the project allows it', async () => {
    await share(ann.page, projectId, { changes: { [bea.id]: 'viewer' } })
    await bea.page.goto('/projects')
    // A viewer has no tools to wait for.
    await bea.page.goto(`/tree/${projectId}`)
    await expect(findTreeItem(bea.page, 'Pears')).toBeVisible()
    await pick(bea.page, 'Pears')
    await bea.page.keyboard.press('Control+Enter')
    await expect(panel(bea.page).getByText('You can read the comments')).toBeVisible()
    await expect(panel(bea.page).getByRole('textbox')).toHaveCount(0)
    await ann.page.getByRole('button', { name: 'Share' }).click()
    await ann.page.getByRole('checkbox', { name: 'Viewers may comment' }).check()
    await expect(panel(bea.page).getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  })
  expect(pair.faults).toEqual([])
  await bea.context.close()
})
