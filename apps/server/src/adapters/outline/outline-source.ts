import { breakdownLimits, breakdownTexts, splitOutline } from '@espalier/domain'
import type { IdeaSource } from '../../ports/breakdown.ts'

/** Asks nobody: the children are those that lie in the description already. */
export const outlineSource = (): IdeaSource => ({
  name: 'outline',
  most: breakdownLimits.outlineChildren,
  refusalOf: ({ body }) => (splitOutline(body).length === 0 ? breakdownTexts.empty : null),
  async *ideas({ body }) {
    yield* splitOutline(body)
  },
})
