import type { ProjectId } from '@espalier/domain'
import { ask } from '../../api/graphql/ask.ts'
import { quietly } from '../../api/graphql/own-codes.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { projectQuery } from './documents.ts'
import type { ProjectCell } from './project-cell.ts'
import type { SentProject } from './read-project.ts'

export interface Rights {
  readonly canEdit: Cell<boolean>
  allow(can: boolean): void
  /** The project may be another one now. */
  look(): void
  /** Losing a right is no reason to sign in anew: what is left of it is asked for. Answers whether the project can be seen. */
  askAgain(): Promise<boolean>
}

export function createRights(projectId: ProjectId, project: () => ProjectCell, onLost: () => void): Rights {
  const canEdit = createCell(false)
  let isAllowed = false
  const look = (): void => canEdit.set(isAllowed && project().cell.get().status !== 'deleted')
  return {
    canEdit,
    allow(can) {
      isAllowed = can
      look()
    },
    look,
    async askAgain() {
      const said = await ask({ query: projectQuery, variables: { id: projectId }, context: quietly })
      const found = said.ok ? (said.fields['project'] as SentProject | null) : null
      const isHidden = said.ok ? found === null : said.code === 'NOT_FOUND'
      if (found !== null) project().take(found)
      if (isHidden) isAllowed = false
      look()
      if (isHidden) onLost()
      return !isHidden
    },
  }
}
