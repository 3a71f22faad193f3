import type { BoardOpening } from './board.ts'

export type * from './board.ts'

// The GraphQL client is heavy: it comes with the first question.
export const openBoard = async (projectId: string): Promise<BoardOpening> =>
  (await import('./open-board.ts')).openBoard(projectId)
