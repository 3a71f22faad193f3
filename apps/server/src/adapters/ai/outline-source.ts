import { breakdownLimits, breakdownTexts, splitOutline } from '@espalier/domain'
import type { IdeaSource } from '../../ports/breakdown.ts'

/** Calls no service: the children are already in the description. */
export const createOutlineSource = (): IdeaSource => ({
  name: 'outline',
  writerName: null,
  maxIdeas: breakdownLimits.outlineChildren,
  explainRefusal: ({ body }) => (splitOutline(body).length === 0 ? breakdownTexts.empty : null),
  async *ideas({ body }) {
    yield* splitOutline(body)
  },
})
