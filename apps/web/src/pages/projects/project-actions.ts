import { useNavigate } from '../../platform/router.tsx'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import {
  accessTexts,
  type ProjectMenuItem,
  type ProjectStatus,
  projectTexts,
  sharingTexts,
  toPlainText,
} from '@espalier/domain'
import { useCallback, useState } from 'react'
import { cloneProject, leaveProject, type ListedProject, updateProject } from '../../api/projects.ts'
import { openSharing } from '../../sharing/open-sharing.ts'
import { toast } from '../../ui/Toasts.tsx'

interface ProjectActionContext {
  readonly project: ListedProject
  goTo(address: string): void
  /** Resolves to true when the person pressed OK. */
  ask(question: string): Promise<boolean>
}

type ProjectActionHandler = (context: ProjectActionContext) => Promise<void>

/** The items of the action menu, and the Leave button beside it. */
type ProjectAction = ProjectMenuItem | 'leave'

const projectActionHandlers: Readonly<Record<ProjectAction, ProjectActionHandler>> = {
  share: async ({ project }) => openSharing(project.id),
  edit: async ({ project, goTo }) => goTo(`/projects/edit/${project.id}`),
  open: async ({ project, goTo }) => goTo(`/tree/${project.id}`),
  duplicate: async ({ project, goTo }) => {
    const answer = await cloneProject(project.id)
    if (!answer.ok) return toastApiFailure(answer)
    toast.success(projectTexts.duplicated(project.title))
    goTo(`/tree/${answer.value.id}`)
  },
  archive: ({ project }) =>
    changeStatus(project, 'archived', () => toast.success(projectTexts.archived(project.title))),
  unarchive: ({ project }) =>
    changeStatus(project, 'active', () => toast.success(projectTexts.unarchived(project.title))),
  delete: async ({ project, ask }) => {
    if (!(await ask(projectTexts.confirmDelete(project.title)))) return
    await changeStatus(project, 'deleted', () => toast.warning(projectTexts.deleted(project.title)))
  },
  leave: async ({ project, ask }) => {
    if (!(await ask(sharingTexts.ownRemoval))) return
    const answer = await leaveProject(project.id)
    if (answer.ok) toast.success(accessTexts.left(toPlainText(project.title)))
    else toastApiFailure(answer)
  },
  undelete: ({ project }) => changeStatus(project, 'active', () => toast.success(projectTexts.restored(project.title))),
}

async function changeStatus({ id }: ListedProject, status: ProjectStatus, notify: () => void): Promise<void> {
  const answer = await updateProject(id, { status })
  if (answer.ok) notify()
  else toastApiFailure(answer)
}

export type RunProjectAction = (item: ProjectAction, project: ListedProject) => void

/** Runs the chosen action; its projects are busy meanwhile. */
export function useProjectActions(ask: (question: string) => Promise<boolean>): {
  readonly act: RunProjectAction
  readonly busyIds: ReadonlySet<string>
} {
  const navigate = useNavigate()
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const act = useCallback<RunProjectAction>(
    (item, project) => {
      const setBusy = (isBusy: boolean) =>
        setBusyIds((before) => {
          const next = new Set(before)
          if (isBusy) next.add(project.id)
          else next.delete(project.id)
          return next
        })
      setBusy(true)
      const goTo = (address: string) => void navigate(address)
      void projectActionHandlers[item]({ project, goTo, ask }).finally(() => setBusy(false))
    },
    [navigate, ask],
  )
  return { act, busyIds }
}
