import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, register, test } from '../support/test.ts'
import { canvasOf, createTree, type CreatedTree } from '../support/tree.ts'

const titles: Readonly<Record<string, string>> = {
  roadmap: 'Roadmap',
  dag: 'Dependency graph',
  bubble: 'Bubble view',
  execute: 'Execute table',
  d3: 'Radial tree',
  'd3-randomtree': 'Random tree',
  'd3-transition': 'Transitions',
  'd3-basic': 'Basic tree',
  flare: 'Flare',
  'd3-force': 'Force layout',
  'd3-tidytree': 'Tidy tree',
  enter: 'Entering nodes',
  daygrid: 'Day grid',
}

async function createGarden(page: Page): Promise<CreatedTree> {
  const garden = await createTree(page, 'Garden', {
    Garden: {
      Wall: { Wires: {}, Hooks: {} },
      Trees: { Pears: {}, 'Figs from a neighbour who has far too many of them': {} },
    },
  })
  const update = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  const { ids } = garden
  await ask(page, update, { id: ids.get('Pears'), data: { status: 'done' } })
  await ask(page, update, {
    id: ids.get('Wires'),
    data: { status: 'progress', parentIds: [ids.get('Wall'), ids.get('Trees')] },
  })
  return garden
}

test('shows a project in every prototype and loads its code only then', async ({ page, freshEmail }) => {
  test.setTimeout(120_000)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createGarden(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loaded.filter((path) => /SceneDrawing|PrototypePage|prototype-/u.test(path))).toEqual([])

  for (const [path, title] of Object.entries(titles)) {
    await page.goto(`/${path}?project=${projectId}`)
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible()
    await expect(page, path).toHaveTitle(`${title} - Espalier`)
    await expect(page.getByText('Prototype', { exact: true }), path).toBeVisible()
    await expect(page.getByLabel('Project', { exact: true }), path).toHaveValue(projectId)
    await page.getByText('As a list (7 nodes)').click()
    const link = page.locator('details').getByRole('link', { name: 'Pears' })
    await expect(link, path).toHaveAttribute('href', `/tree/${projectId}#node=${ids.get('Pears')}`)
  }
  expect(loaded.filter((path) => path.includes('SceneDrawing')).length).toBeGreaterThan(0)
})

test('grows, folds and moves a drawing, and opens a node from it', async ({ page, freshEmail }) => {
  // The tree grows with the browser's frames, and those are rare on a busy machine.
  test.setTimeout(240_000)
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createGarden(page)

  await page.goto('/d3-randomtree')
  await expect(page.getByText(/^\d+ of 500 nodes$/)).toBeVisible()
  await expect(page.getByText('Fully grown with 500 nodes')).toBeVisible({ timeout: 150_000 })
  await expect(page.locator('[data-layer=nodes] > g')).toHaveCount(500)

  await page.goto(`/flare?project=${projectId}`)
  await expect(page.getByText('3 of 7 nodes are unfolded')).toBeVisible()
  await page.locator(`[data-node="${ids.get('Wall')}"]`).click()
  await expect(page.getByText('5 of 7 nodes are unfolded')).toBeVisible()

  await page.goto(`/d3-transition?project=${projectId}`)
  const pears = page.locator(`[data-node="${ids.get('Pears')}"]`)
  const before = await pears.getAttribute('transform')
  await page.getByRole('button', { name: 'Top down' }).click()
  await expect(page.getByRole('button', { name: 'Top down' })).toHaveAttribute('aria-pressed', 'true')
  await expect(pears).not.toHaveAttribute('transform', before ?? '')

  await page.goto(`/dag?project=${projectId}`)
  await expect(page.locator('[data-extra]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.locator('svg[role=img] > g')).toHaveAttribute('transform', /scale\(1\.4\)/)
  await page.getByRole('button', { name: 'Reset zoom' }).click()
  await pears.click()
  await page.waitForURL(`**/tree/${projectId}#node=${ids.get('Pears')}`)
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
})

test('shows the older view at /tree2 with a way back, and an alert when it fails', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId, ids } = await createGarden(page)
  await page.goto(`/tree2/${projectId}`)
  await expect(page).toHaveTitle('Breakdown / Mindmap - Espalier')
  const pears = page.getByRole('link', { name: 'Pears' })
  await expect(pears).toHaveAttribute('href', `/tree/${projectId}#node=${ids.get('Pears')}`)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/projects')

  const dialogMessage = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept()
    return `${dialog.type()} ${dialog.message()}`
  })
  await page.goto('/tree2/00000000-0000-4000-8000-000000000000')
  expect(await dialogMessage).toBe('alert Error Project not found')
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
})
