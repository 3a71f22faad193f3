import { type ComponentType, useEffect, useState } from 'react'
import { getTitleSession } from '../editor/title-session.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import type { ReadOnlyNoticeProps } from './AccessNotice.tsx'
import type { ReadOnlyReason } from './read-only-reason.ts'

interface ReadOnlySlotProps extends Pick<ReadOnlyNoticeProps, 'workspace' | 'canUndelete'> {
  readonly reason: ReadOnlyReason | null
  /** The person could edit since the project was opened. */
  readonly couldEdit: boolean
}

/** Loads the notice for those who need it. If it cannot be loaded, the project is still readable without it. */
export function ReadOnlySlot({ workspace, reason, couldEdit, canUndelete }: ReadOnlySlotProps) {
  const [Notice, setNotice] = useState<ComponentType<ReadOnlyNoticeProps> | null>(null)
  const isNeeded = reason !== null
  useEffect(() => {
    if (!isNeeded) return
    void import('./AccessNotice.tsx').then(
      ({ ReadOnlyNotice: AccessNotice }) => setNotice(() => AccessNotice),
      () => undefined,
    )
  }, [isNeeded])
  if (reason === null || Notice === null) return null
  const takeTypedText = () => abandonTitleEdit(workspace)
  return <Notice {...{ workspace, reason, canUndelete }} takeTypedText={couldEdit ? takeTypedText : null} />
}

/** Closes the title editor, and answers what it held that is not stored. */
export function abandonTitleEdit(workspace: ProjectWorkspace): string | null {
  const editing = workspace.editing.get()
  return editing === null ? null : getTitleSession(workspace, editing).abandon()
}
