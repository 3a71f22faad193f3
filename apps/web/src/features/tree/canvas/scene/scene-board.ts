import type { Board, BoardProject } from '../../../../data/board/board.ts'
import type { Cell } from '../../../../platform/cell.ts'

/** As much of a board as a scene looks at. */
export interface SceneBoard extends Pick<Board, 'graph' | 'node' | 'nodes'> {
  readonly project: Cell<Pick<BoardProject, 'layout' | 'nodeLinks'>>
}
