import type { Page } from '@playwright/test'
import { ask, createNode, createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import { openTree } from '../../support/tree.ts'
import type { Scene } from '../scene.ts'

const addComment =
  'mutation ($nodeId: ID!, $parentId: ID, $body: String!) { addComment(nodeId: $nodeId, parentId: $parentId, body: $body) { id } }'
const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
const longText = `<p>We asked ${'three nurseries, '.repeat(5)}<b>and</b> ${'nobody'.repeat(9)} answered.</p><ul><li>Pears</li><li>Plums</li></ul>`

const readEmail = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/identity/sessions/whoami')
    return ((await answer.json()) as { identity: { traits: { email: string } } }).identity.traits.email
  })

const comments: Scene = {
  name: 'comments',
  async walk(server, stop) {
    const owner = await server.createUser('Cora')
    const friend = await server.createUser('Finn')
    const [page, other] = [await owner.open(), await friend.open()]
    await page.goto('/projects')
    await other.goto('/inbox')
    await expect(other.getByRole('heading', { name: localized('Nothing new') })).toBeVisible()
    await stop(other, 'inbox-empty')

    const projectId = await createProject(page, 'The orchard')
    const nodeId = await createNode(page, { projectId, title: 'Graft the pears' })
    const email = await readEmail(other)
    await ask(page, 'query ($email: String!) { publicUserByEmail(email: $email) { id } }', { email })
    const sharing = { changes: { [friend.id]: 'editor' } }
    await ask(page, updateProject, { id: projectId, data: { sharing } })
    await openTree(page, projectId, `#node=${nodeId}&comment=none`)
    const textbox = page.getByRole('textbox', { name: localized('Write a comment') })
    await expect(textbox).toBeVisible()
    await textbox.scrollIntoViewIfNeeded()
    await stop(page, 'none', { hasBrokenWords: true })

    const say = async (body: string, parentId: string | null = null) =>
      (await ask<{ addComment: { id: string } }>(page, addComment, { nodeId, parentId, body })).addComment.id
    const first = await say(longText)
    await say(`<p>Ask <a data-user-id="${friend.id}">@${email}</a>: she has a knife.</p>`, first)
    const over = await say('<p>Which month?</p>')
    await ask(page, 'mutation ($id: ID!) { resolveThread(id: $id, isResolved: true) { id } }', { id: over })
    await ask(page, 'mutation ($id: ID!) { toggleReaction(commentId: $id, emoji: "🎉") { id } }', { id: first })
    await expect(page.getByRole('feed').getByRole('article')).toHaveCount(2)
    await page
      .getByRole('button', { name: localized('Add a reaction') })
      .first()
      .click()
    await expect(page.getByRole('button', { name: localized('React with 🎉') })).toBeVisible()
    await stop(page, 'threads', { hasBrokenWords: true })

    await other.goto('/inbox')
    await expect(other.getByRole('list', { name: localized('Inbox') })).toBeVisible()
    await expect(other.locator('header [data-count]').first()).toBeVisible()
    await stop(other, 'inbox', { hasBrokenWords: true })
    await other.goto('/user')
    await expect(other.getByRole('region', { name: localized('Notifications') }).getByRole('combobox')).toHaveCount(4)
    await stop(other, 'settings', { hasBrokenWords: true })
  },
}

export const commentsScenes: readonly Scene[] = [comments]
