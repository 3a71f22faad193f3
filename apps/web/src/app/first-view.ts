import type { PageData } from '@espalier/schema'
import { copyRules } from '../platform/copy-rules.ts'
import { removePicture, showFirstView } from '../platform/plan-picture.ts'
import { createFirstScreen } from '../project/first-view/first-screen.ts'
import { readSentPlan } from '../project/first-view/sent-plan.ts'
import barStyles from './TopBar.module.css'

/**
 * Paints the plan that came with the HTML before React and the rest of the page run (decision 0063). It takes no input
 * and goes when the page's own plan is painted, which looks the same. Returns whether it is painted.
 */
export function paintFirstView(projectId: string, data: PageData): boolean {
  const plan = readSentPlan(data, projectId)
  const screen = plan === null ? null : createFirstScreen(plan, data.personId)
  if (screen === null || isPlanThere()) return false
  const classes = new Set([...Object.values(barStyles), ...screen.classes])
  const bar = `<header class="${barStyles.bar}" data-project=""></header>`
  try {
    return showFirstView(`<div id="root">${bar}${screen.html}</div>`, copyRules(classes), screen.addMap)
  } catch {
    removePicture()
    return false
  }
}

/** The data may have been later than the page itself. */
const isPlanThere = (): boolean => document.querySelector('[data-canvas]') !== null
