import { feedbackPosts } from '../../pictures/example-projects.ts'
import { runAdmin } from '../../support/admin.ts'
import { expect } from '../../support/test.ts'
import { findTreeItem, openTree, createTree } from '../../support/tree.ts'
import { chooseInNodeMenu } from '../tree-actions.ts'
import type { BetaScene, Scene } from '../scene.ts'
import { localized, localizedExactly } from '../../support/localized.ts'

const feedback: Scene = {
  name: 'feedback',
  async walk({ server, ann, bea }, stop) {
    const [page, other] = [await ann.open(), await bea.open()]
    await Promise.all([page.goto('/feedback'), other.goto('/projects')])
    const isEmpty = page.getByText(localized('No requests yet'))
    await expect(isEmpty.or(page.getByRole('list', { name: localized('Posts') }))).toBeVisible()
    // The board is shared by everybody: a second walk finds posts on it.
    if (await isEmpty.isVisible()) {
      await stop(page, 'empty')
      await feedbackPosts(page, other)
      await runAdmin(server.env, 'feedback', 'planned', '2', 'We are at it.')
    }
    await page.goto('/feedback')
    await expect(page.getByRole('list', { name: localized('Posts') }).getByRole('listitem')).toHaveCount(3)
    await stop(page, 'board')
    await page.getByLabel(localized('Search posts')).fill('zeppelin')
    await expect(page.getByRole('list', { name: localized('Posts') })).toHaveCount(0)
    await stop(page, 'no-match')
    await page.goto('/feedback/new')
    await page.getByLabel(localized('Title')).fill('Dates on a node')
    await expect(page.getByRole('link', { name: 'Due dates on nodes' })).toBeVisible()
    await stop(page, 'new-post')
    await page.getByRole('link', { name: 'Due dates on nodes' }).click()
    await page.getByLabel(localized('Comment')).fill('Yes, please.')
    await page.getByRole('button', { name: localized('Add comment') }).click()
    await expect(page.getByRole('heading', { name: localized('comment') })).toBeVisible()
    await stop(page, 'post')
    await page.goto('/feedback/p/99-nothing')
    await expect(page).toHaveTitle(localized(' - Espalier'))
    await expect(page.getByRole('main')).toHaveCount(1)
    await stop(page, 'no-post')
  },
}

const shareTarget: Scene = {
  name: 'share-target',
  async walk({ ann, createUser }, stop) {
    const page = await ann.open()
    await page.goto('/share?title=Pruning%20pears&text=Read%20it%20in%20winter&url=https%3A%2F%2Fexample.com%2Fpears')
    await expect(page.getByRole('button', { name: localized('Add node') })).toBeVisible()
    await stop(page, 'form')
    await page.getByLabel(localized('Title')).fill('')
    await page.getByRole('button', { name: localized('Add node') }).click()
    await expect(page.getByText(localized('Give the node a title.'))).toBeVisible()
    await stop(page, 'no-title')
    const newcomer = await (await createUser('Sid')).open()
    await newcomer.goto('/share?title=Pruning%20pears')
    await expect(newcomer.getByRole('link', { name: localized('New project') })).toBeVisible()
    await stop(newcomer, 'no-project')
  },
}

const paths = {
  'prototypes-some': ['roadmap', 'dag', 'execute', 'd3'],
  'prototypes-more': ['bubble', 'd3-transition', 'd3-basic', 'flare', 'd3-force', 'd3-tidytree'],
  'prototypes-rest': ['enter', 'daygrid', 'd3-randomtree'],
} as const

const prototypes = (name: keyof typeof paths): Scene => ({
  name,
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    for (const path of paths[name]) {
      await page.goto(`/${path}?project=${example.projectId}`)
      await expect(page.getByText(localizedExactly('Prototype'))).toBeVisible()
      await page.getByText(localized('As a list')).click()
      await stop(page, path)
    }
    if (name !== 'prototypes-some') return
    await page.goto(`/tree2/${example.projectId}`)
    await expect(page.getByRole('link', { name: 'Permits' })).toBeVisible()
    await stop(page, 'tree2')
  },
})

export const otherPagesScenes: readonly Scene[] = [feedback, shareTarget, prototypes('prototypes-some')]

/** They share their frame with the other prototypes, so only `npm run screens` checks them. */
export const rarelySeenScenes: readonly Scene[] = [prototypes('prototypes-more'), prototypes('prototypes-rest')]

const waiting: BetaScene = {
  name: 'beta',
  async walk({ createUser }, stop) {
    const page = await (await createUser('Pia')).open()
    await page.goto('/projects')
    await page.waitForURL('**/pending')
    await expect(page.getByRole('button', { name: localized('Check again') })).toBeVisible()
    await stop(page, 'pending')
    await page.goto('/pricing')
    await expect(page.getByRole('link', { name: localized('Start a Free Trial') }).first()).toBeVisible()
    await stop(page, 'pricing')
    await page.goto('/trial')
    await expect(page.getByRole('button', { name: localized('Start free trial') })).toBeVisible()
    await stop(page, 'trial')
    await page.getByRole('button', { name: localized('Start free trial') }).click()
    await page.waitForURL('**/projects**')
    await expect(page.getByRole('status').filter({ hasText: localized('Subscription started') })).toBeVisible()
    await page.getByRole('button', { name: localized('Account menu') }).click()
    await expect(page.getByText(localized('Trial ending '))).toBeVisible()
    await stop(page, 'trial-running')
    await page.goto('/billing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stop(page, 'billing')
  },
}

const writing: BetaScene = {
  name: 'tree-ai',
  async walk({ createUser, ai }, stop) {
    const page = await (await createUser('Ari')).open()
    await page.goto('/trial')
    await page.getByRole('button', { name: localized('Start free trial') }).click()
    await page.waitForURL('**/projects**')
    const { projectId } = await createTree(page, 'Garden', { Root: { Pears: {}, Plums: {} } })
    await openTree(page, projectId)
    await chooseInNodeMenu(page, 'Pears', 'AI Breakdown')
    await expect(findTreeItem(page, 'Pears')).toHaveAttribute('aria-busy', 'true')
    await stop(page, 'asked')
    await ai.sendIdea('Soil')
    await ai.sendIdea('Trees')
    await expect(page.locator('[data-proposed="true"]')).toHaveCount(2)
    await stop(page, 'ideas')
    await ai.finish()
    await expect(findTreeItem(page, 'Pears')).not.toHaveAttribute('aria-busy')
    // On a phone the panel with the ideas would cover the next node.
    await openTree(page, projectId)
    ai.fail(500, 'The oven is cold')
    await chooseInNodeMenu(page, 'Plums', 'AI Breakdown')
    await expect(page.getByRole('alert').filter({ hasText: localized('It reported: The oven is cold') })).toBeVisible()
    await stop(page, 'failed')
    ai.recover()
  },
}

export const betaScenes: readonly BetaScene[] = [waiting, writing]
