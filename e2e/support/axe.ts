import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; html: string; failureSummary: string }[] }[]
}

/** Off unless asked for: these are worth keeping all the same. */
const besides = ['label-content-name-mismatch', 'css-orientation-lock', 'table-fake-caption']

/** Every rule of axe; target-size too, unless the canvas is zoomed so far out that its targets must be small. */
export async function findBarriers(page: Page, { isTargetSizeAsked = true } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const enabled = Object.fromEntries(besides.map((id) => [id, { enabled: true }]))
  const rules = { ...enabled, 'target-size': { enabled: isTargetSizeAsked } }
  return page.evaluate(async (asked) => {
    const axe = (globalThis as unknown as { axe: { run(root: unknown, options: unknown): Promise<AxeResults> } }).axe
    const { violations } = await axe.run(globalThis.document, { rules: asked, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)} ${failureSummary}`,
      ),
    )
  }, rules)
}
