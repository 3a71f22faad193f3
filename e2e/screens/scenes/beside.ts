import { feedbackPosts } from '../../pictures/grown.ts'
import { runAdmin } from '../../support/admin.ts'
import { expect } from '../../support/test.ts'
import { findTreeItem, openTree, plant } from '../../support/tree.ts'
import { chooseInMenu } from '../hands.ts'
import type { BetaScene, Scene } from '../scene.ts'

const feedback: Scene = {
  name: 'feedback',
  async walk({ server, ann, bea }, stop) {
    const [page, other] = [await ann.open(), await bea.open()]
    await Promise.all([page.goto('/feedback'), other.goto('/projects')])
    const isEmpty = page.getByText('No requests yet')
    await expect(isEmpty.or(page.getByRole('list', { name: 'Posts' }))).toBeVisible()
    // The board is shared by everybody: a second walk finds posts on it.
    if (await isEmpty.isVisible()) {
      await stop(page, 'empty')
      await feedbackPosts(page, other)
      await runAdmin(server.env, 'feedback', 'planned', '2', 'We are at it.')
    }
    await page.goto('/feedback')
    await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem')).toHaveCount(3)
    await stop(page, 'board')
    await page.getByLabel('Search posts').fill('zeppelin')
    await expect(page.getByRole('list', { name: 'Posts' })).toHaveCount(0)
    await stop(page, 'no-match')
    await page.goto('/feedback/new')
    await page.getByLabel('Title').fill('Dates on a node')
    await expect(page.getByRole('link', { name: 'Due dates on nodes' })).toBeVisible()
    await stop(page, 'new-post')
    await page.getByRole('link', { name: 'Due dates on nodes' }).click()
    await page.getByLabel('Comment').fill('Yes, please.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect(page.getByRole('heading', { name: /^\d+ comments?$/ })).toBeVisible()
    await stop(page, 'post')
    await page.goto('/feedback/p/99-nothing')
    await expect(page).toHaveTitle(/ - Espalier$/)
    await expect(page.getByRole('main')).toHaveCount(1)
    await stop(page, 'no-post')
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
      await expect(page.getByText('Prototype', { exact: true })).toBeVisible()
      await page.getByText(/^As a list/).click()
      await stop(page, path)
    }
    if (name !== 'prototypes-some') return
    await page.goto(`/tree2/${example.projectId}`)
    await expect(page.getByRole('link', { name: 'Permits' })).toBeVisible()
    await stop(page, 'tree2')
  },
})

export const besideScenes: readonly Scene[] = [feedback, prototypes('prototypes-some')]

/** They share their frame with the others, so the full survey is often enough. */
export const rarelySeenScenes: readonly Scene[] = [prototypes('prototypes-more'), prototypes('prototypes-rest')]

const waiting: BetaScene = {
  name: 'beta',
  async walk({ newcomer }, stop) {
    const page = await (await newcomer('Pia')).open()
    await page.goto('/projects')
    await page.waitForURL('**/pending')
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    await stop(page, 'pending')
    await page.goto('/pricing')
    await expect(page.getByRole('link', { name: 'Start a Free Trial' }).first()).toBeVisible()
    await stop(page, 'pricing')
    await page.goto('/trial')
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeVisible()
    await stop(page, 'trial')
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await page.waitForURL('**/projects**')
    await expect(page.getByRole('status').filter({ hasText: 'Subscription started' })).toBeVisible()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByText(/^Trial ending /)).toBeVisible()
    await stop(page, 'trial-running')
    await page.goto('/billing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stop(page, 'billing')
  },
}

const writing: BetaScene = {
  name: 'tree-ai',
  async walk({ newcomer, ai }, stop) {
    const page = await (await newcomer('Ari')).open()
    await page.goto('/trial')
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await page.waitForURL('**/projects**')
    const { projectId } = await plant(page, 'Garden', { Root: { Pears: {}, Plums: {} } })
    await openTree(page, projectId)
    await chooseInMenu(page, 'Pears', 'AI Breakdown')
    await expect(findTreeItem(page, 'Pears')).toHaveAttribute('aria-busy', 'true')
    await stop(page, 'asked')
    await ai.say('Soil')
    await ai.say('Trees')
    await expect(page.getByRole('region', { name: '2 ideas for Pears' })).toBeVisible()
    await stop(page, 'ideas')
    await ai.finish()
    await page.getByRole('button', { name: 'Keep all' }).click()
    ai.fail(500, 'The oven is cold')
    await chooseInMenu(page, 'Plums', 'AI Breakdown')
    await expect(page.getByRole('alert').filter({ hasText: 'It said: The oven is cold' })).toBeVisible()
    await stop(page, 'failed')
    ai.recover()
  },
}

export const betaScenes: readonly BetaScene[] = [waiting, writing]
