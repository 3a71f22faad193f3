import type { BoardOpening } from './board.ts'
import type { RehearsalBoard } from './rehearsal-board.ts'

export type * from './board.ts'

// The GraphQL client is heavy: it comes with the first question.
export const openBoard = async (projectId: string): Promise<BoardOpening> =>
  (await import('./open-board.ts')).openBoard(projectId)

export type { RehearsalBoard } from './rehearsal-board.ts'

/** By the code that opens a project, which is loaded for that anyway. */
export const rehearsalBoard = async (size: number): Promise<RehearsalBoard> =>
  (await import('./open-board.ts')).rehearsalBoard(size)
