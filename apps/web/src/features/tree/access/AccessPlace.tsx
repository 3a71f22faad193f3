import { type ComponentType, useEffect, useState } from 'react'
import { titleSessionOf } from '../editor/title-session.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { AccessNoticeProps } from './AccessNotice.tsx'
import type { ReadOnlyReason } from './read-only-reason.ts'

interface AccessPlaceProps extends Pick<AccessNoticeProps, 'bench' | 'canUndelete'> {
  readonly reason: ReadOnlyReason | null
  /** The person could edit since the project was opened. */
  readonly couldEdit: boolean
}

/** Loads the notice for those who need it. If it cannot be loaded, the project is still readable without it. */
export function AccessPlace({ bench, reason, couldEdit, canUndelete }: AccessPlaceProps) {
  const [Notice, setNotice] = useState<ComponentType<AccessNoticeProps> | null>(null)
  const isNeeded = reason !== null
  useEffect(() => {
    if (!isNeeded) return
    void import('./AccessNotice.tsx').then(
      ({ AccessNotice }) => setNotice(() => AccessNotice),
      () => undefined,
    )
  }, [isNeeded])
  if (reason === null || Notice === null) return null
  const takeTypedText = () => abandonTitle(bench)
  return <Notice {...{ bench, reason, canUndelete }} takeTypedText={couldEdit ? takeTypedText : null} />
}

/** Closes the title editor, and answers what it held that is not stored. */
export function abandonTitle(bench: Workbench): string | null {
  const editing = bench.editing.get()
  return editing === null ? null : titleSessionOf(bench, editing).abandon()
}
