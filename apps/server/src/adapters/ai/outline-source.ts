import { breakdownLimits, breakdownTexts, splitOutline } from '@espalier/domain'
import type { IdeaSource } from '../../ports/breakdown.ts'

/** Asks nobody: the children are those that lie in the description already. */
export const createOutlineSource = (): IdeaSource => ({
  name: 'outline',
  maxIdeas: breakdownLimits.outlineChildren,
  explainRefusal: ({ body }) => (splitOutline(body).length === 0 ? breakdownTexts.empty : null),
  async *ideas({ body }) {
    yield* splitOutline(body)
  },
})
