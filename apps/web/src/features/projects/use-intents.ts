import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedProject } from '../../data/projects/index.ts'
import { type ProjectAction, projectActionHandlers } from './project-intents.ts'

export type RunProjectAction = (item: ProjectAction, project: ListedProject) => void

/** Carries out what is chosen; the projects being worked on are busy meanwhile. */
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
