import { expect, type Locator, type Page } from '@playwright/test'
import { ask, createNode, createProject } from './api.ts'
import { localized, localizedExactly } from './localized.ts'

/** A title with its descendants. */
export interface TreeInput {
  readonly [title: string]: TreeInput
}

export interface CreatedTree {
  readonly projectId: string
  readonly ids: ReadonlyMap<string, string>
}

/** Creates a project with these nodes through the API. */
export async function createTree(
  page: Page,
  title: string,
  tree: TreeInput,
  layout = 'tree-right',
): Promise<CreatedTree> {
  const projectId = await createProject(page, title)
  await ask(page, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
    id: projectId,
    data: { layout },
  })
  const ids = new Map<string, string>()
  const createBelow = async (below: TreeInput, parentId: string | null): Promise<void> => {
    for (const [name, children] of Object.entries(below)) {
      const id = await createNode(page, { projectId, parentId, title: name })
      ids.set(name, id)
      await createBelow(children, id)
    }
  }
  await createBelow(tree, null)
  return { projectId, ids }
}

export const canvasOf = (page: Page): Locator => page.locator('[data-canvas]')

export async function openTree(page: Page, projectId: string, hash = ''): Promise<void> {
  await page.goto(`/tree/${projectId}${hash}`)
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  // Until the person's rights are known, the canvas is read-only: a drag would pan.
  const tools = page.getByRole('group', { name: localized('Tools') })
  await expect(tools.or(page.getByRole('link', { name: localized('Log in') }))).not.toHaveCount(0)
}

/** Presses a button of the project screen. On a phone it may be in the menu of the top bar. */
export async function clickTool(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name: localizedExactly(name) })
  const more = page.getByRole('button', { name: localizedExactly('More'), expanded: false })
  await expect(button.or(more).first()).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  await button.click()
}

/** Closes the menu of the top bar, which exists on phones only. */
export async function closeToolMenu(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: localizedExactly('More'), expanded: true })
  if (await open.isVisible()) await open.click()
  await expect(open).toHaveCount(0)
}

export const findTreeItem = (page: Page, title: string): Locator =>
  page.getByRole('treeitem', { name: title, exact: true })

export const titleEditor = (page: Page): Locator => page.getByRole('textbox', { name: localized('Node title') })

/** Selects a node with the mouse, off its buttons. */
export async function pick(page: Page, title: string): Promise<void> {
  await findTreeItem(page, title).click({ position: { x: 100, y: 8 } })
  await expect(findTreeItem(page, title)).toHaveAttribute('aria-selected', 'true')
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns where something is drawn once it no longer moves: nodes glide to their places, and parts of the page load. */
export async function settledBox(target: Locator): Promise<Box> {
  let settled: Box | null = null
  await expect(async () => {
    const before = await target.boundingBox()
    await target.page().waitForTimeout(60)
    settled = await target.boundingBox()
    expect(settled).not.toBeNull()
    expect(settled).toEqual(before)
  }).toPass({ intervals: [0, 50] })
  return settled as unknown as Box
}

export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await settledBox(target)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

interface StoredNode {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly status: string
  readonly parentIds: readonly string[]
  readonly position: number
  readonly hideChildren: boolean
  readonly projectLink: string | null
  readonly style: { readonly backgroundColor: string }
}

const nodesQuery = `query ($id: ID!) {
  nodes(projectId: $id) { id title body status parentIds position hideChildren projectLink style { backgroundColor } }
}`

/** Returns the existing nodes as the server has them. */
export async function storedNodes(page: Page, projectId: string): Promise<readonly StoredNode[]> {
  const { nodes } = await ask<{ nodes: StoredNode[] }>(page, nodesQuery, { id: projectId })
  return nodes
}

const plain = (title: string): string => title.replace(/<[^>]+>/g, '').trim()

/** Returns the server's nodes as an outline: 'a(b c(d))'. A second parent's children are listed under both. */
export async function outline(page: Page, projectId: string): Promise<string> {
  const nodes = await storedNodes(page, projectId)
  const below = (parentId: string | null): string =>
    nodes
      .filter(({ parentIds }) => (parentId === null ? parentIds.length === 0 : parentIds.includes(parentId)))
      .toSorted((left, right) => left.position - right.position || (left.id < right.id ? -1 : 1))
      .map((node) => {
        const inner = below(node.id)
        return inner === '' ? plain(node.title) : `${plain(node.title)}(${inner})`
      })
      .join(' ')
  return below(null)
}

/** Waits until the server has this outline. */
export const expectStored = (page: Page, projectId: string, wanted: string): Promise<void> =>
  expect.poll(() => outline(page, projectId)).toBe(wanted)
