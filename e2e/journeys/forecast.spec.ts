import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { expect, register, test } from '../support/test.ts'
import { openTree } from '../support/tree.ts'

const dayMs = 86_400_000
const workerFile = /\/assets\/forecast-worker-[\w-]+\.js$/

/** A plan of which one node was done each day for forty days, and ten nodes are open. */
function listPlannedNodes(nowMs: number) {
  const created = { dt: nowMs - 60 * dayMs, from: 'deleted', to: 'todo' }
  const planned = (title: string, doneMs: number | null) => ({
    id: title,
    title,
    status: doneMs === null ? 'todo' : 'done',
    transitions: doneMs === null ? [created] : [created, { dt: doneMs, from: 'todo', to: 'done' }],
  })
  return [
    ...Array.from({ length: 40 }, (_, at) => planned(`Bed ${at}`, nowMs - (40.5 - at) * dayMs)),
    ...Array.from({ length: 10 }, (_, at) => planned(`Tree ${at}`, null)),
  ]
}

/** Opens such a plan with its burn-up chart, which shows the forecast. */
async function openBurnup(page: Page, email: string): Promise<void> {
  await register(page, email)
  await page.waitForURL('**/projects')
  const json = { format: 'espalier', version: 1, project: { title: 'Garden' }, nodes: listPlannedNodes(Date.now()) }
  const { createProject } = await ask<{ createProject: { id: string } }>(
    page,
    'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }',
    { data: { title: 'Garden', layout: 'tree-right', json } },
  )
  await openTree(page, createProject.id)
  await page.getByRole('button', { name: 'Metrics' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show burn-up' }).click()
  await page.keyboard.press('Escape')
}

const findForecast = (page: Page) => page.getByRole('region', { name: 'When', exact: true })
const knownForecast = /85 of 100 simulated futures end by/u

test.describe('the forecast', () => {
  test.use({ serviceWorkers: 'allow' })

  test('is computed by WebAssembly in a worker, and the page may not use any', async ({ page, freshEmail }) => {
    const workerLoaded = page.waitForResponse(workerFile)
    await openBurnup(page, freshEmail)
    await expect(findForecast(page)).toContainText(knownForecast)
    const loaded = await workerLoaded
    expect(await loaded.headerValue('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")

    await test.step('the stored copy of the worker has the same policy, and computes it too', async () => {
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
      const policy = await page.evaluate(
        async (url) => (await caches.match(url))?.headers.get('content-security-policy'),
        loaded.url(),
      )
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
      const opened = await page.reload()
      expect(opened?.fromServiceWorker()).toBe(true)
      expect(await opened?.headerValue('content-security-policy')).toContain("script-src 'self';")
      await expect(findForecast(page)).toContainText(knownForecast)
    })

    await test.step('the page itself cannot compile a module', async () => {
      const message = await page.evaluate(() => {
        // Eight bytes are a whole module, with nothing in it.
        const bytes = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
        const [compile, seen] = [() => new WebAssembly.Module(bytes), [] as string[]]
        try {
          compile()
        } catch (error) {
          seen.push(String(error))
        }
        return seen.join()
      })
      expect(message).toContain('CompileError')
    })
  })
})

test('a browser that cannot run the worker of the forecast says so, and the chart stays', async ({
  context,
  freshEmail,
}) => {
  // Another page than that of the fixture, on which an uncaught error is a failure.
  const page = await context.newPage()
  await context.route(workerFile, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" }
    await route.fulfill({ response, headers })
  })
  await openBurnup(page, freshEmail)
  await expect(findForecast(page)).toContainText('No forecast. This browser could not compute it.')
  await expect(page.getByRole('img', { name: 'Burn-up chart' })).toBeVisible()
})
