import type { Api } from '@espalier/schema'
import { accept, checkProjectTitle, projectFormTexts, refuse, sharingTexts } from '@espalier/domain'
import { ask } from '../../api/graphql/ask.ts'
import { dealingWith } from '../../api/graphql/own-codes.ts'
import type { ListedProject } from '../../api/project-list.ts'
import { projectList } from '../../api/projects.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import type { BoardProject, Edited } from './board.ts'
import { updateProjectMutation } from './documents.ts'
import { listedProject, readBoardProject, type SentProject } from './read-project.ts'

type OwnFields = Partial<Pick<BoardProject, 'title' | 'layout'>>

/** The project itself: as it is stored, with one's own changes that are on their way laid over it. */
export interface ProjectCell {
  readonly cell: Cell<BoardProject>
  /** Takes in the project as the server has it; an older state is passed over. */
  take(sent: SentProject): void
  takeListed(listed: ListedProject): void
  change(fields: OwnFields): Promise<Edited>
  readonly rename: (title: string) => Promise<Edited>
}

const refusedOnly = dealingWith('NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT')

export function createProjectCell(first: SentProject, canEdit: () => boolean, onForbidden: () => void): ProjectCell {
  let stored = readBoardProject(first)
  let seq = first.seq
  let pending: readonly OwnFields[] = []
  const cell = createCell(stored)
  const show = (): void => cell.set(Object.assign({ ...stored }, ...pending) as BoardProject)

  function take(sent: SentProject): void {
    if (sent.seq < seq) return
    seq = sent.seq
    stored = readBoardProject(sent)
    show()
  }

  async function change(fields: OwnFields): Promise<Edited> {
    if (!canEdit()) return refuse(sharingTexts.denied)
    pending = [...pending, fields]
    show()
    const sentFields: Api.ProjectUpdate = fields
    const said = await ask({
      query: updateProjectMutation,
      variables: { id: stored.id, data: sentFields },
      context: refusedOnly,
    })
    pending = pending.filter((one) => one !== fields)
    if (said.ok) {
      const sent = said.fields['updateProject'] as SentProject
      projectList.put(listedProject(sent))
      take(sent)
    }
    show()
    if (said.ok) return accept(null)
    if (said.code === 'FORBIDDEN' || said.code === 'NOT_FOUND') onForbidden()
    return refuse(said.text)
  }

  return {
    cell,
    take,
    takeListed(listed) {
      if (listed.id !== stored.id || listed.seq < seq) return
      seq = listed.seq
      const { title, status, owner, sharing, updatedAt } = listed
      stored = { ...stored, title, status, owner, sharing, updatedAt }
      show()
    },
    change,
    async rename(typed) {
      const checked = checkProjectTitle(typed)
      if (!checked.ok) return refuse(projectFormTexts[checked.reason])
      return checked.value === cell.get().title ? accept(null) : change({ title: checked.value })
    },
  }
}
