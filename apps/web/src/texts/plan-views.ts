import { defineTexts } from '@espalier/domain'

/** The tabs that choose how the plan of a project is shown. */
export const planViewTexts = defineTexts('plan-views', {
  views: 'Views',
  names: { map: 'Map', outline: 'Outline', board: 'Board', table: 'Table', timeline: 'Timeline', calendar: 'Calendar' },
})
