import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; html: string; failureSummary: string }[] }[]
}

/** Runs every rule of axe, including the useful ones that are off by default. Zoomed far out, targets must be small. */
export async function findBarriers(
  page: Page,
  { checksTargetSize = true, hasBrokenWords = false } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  // Elements that are fading in have too little contrast for a moment.
  await page.evaluate(async () => {
    const running = globalThis.document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
  const isPseudoLocale = await page.evaluate(() => globalThis.document.documentElement.lang === 'xx-pseudo')
  const rules = {
    // No such language exists.
    'html-lang-valid': { enabled: !isPseudoLocale },
    'target-size': { enabled: checksTargetSize },
    'table-fake-caption': { enabled: true },
    // A name that is put together there has other brackets than its parts on the screen.
    'label-content-name-mismatch': { enabled: !hasBrokenWords && !isPseudoLocale },
  }
  return page.evaluate(async (asked) => {
    const axe = (globalThis as unknown as { axe: { run(root: unknown, options: unknown): Promise<AxeResults> } }).axe
    const { violations } = await axe.run(globalThis.document, { rules: asked, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => {
          if (id !== 'target-size') return true
          // A map that is zoomed out, as it opens on a phone, has small nodes; the bar of node actions has large targets.
          const canvas = globalThis.document.querySelector(target[0] ?? 'html')?.closest('[data-canvas]')
          return Number(canvas?.getAttribute('data-zoom') ?? 1) >= 1
        })
        .map(
          ({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)} ${failureSummary}`,
        ),
    )
  }, rules)
}
