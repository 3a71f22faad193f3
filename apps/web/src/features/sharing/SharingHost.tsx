import { closeSharing } from '../../actions/open-sharing.ts'
import type { Person } from '../../data/identity/index.ts'
import { useAuth } from '../../data/session/index.ts'
import { useEffect } from 'react'
import { SharingDialog } from './SharingDialog.tsx'
import styles from './SharingHost.module.css'
import { useSharing } from './use-sharing.ts'

interface SharingDialogHostProps {
  readonly projectId: string
}

/** The share dialog of a project, for whoever is signed in. */
export function SharingDialogHost({ projectId }: SharingDialogHostProps) {
  const state = useAuth()
  const isGone = state.kind === 'anonymous'
  useEffect(() => {
    if (isGone) closeSharing()
  }, [isGone])
  return state.kind === 'person' ? <LoadedSharingDialog projectId={projectId} person={state.person} /> : null
}

// Opened only once the project is here: the menu it was asked for from has given the focus back by then.
function LoadedSharingDialog({ projectId, person }: SharingDialogHostProps & { readonly person: Person }) {
  const shared = useSharing(projectId, person.id)
  if (shared === null) return <output className={styles.opening}>Opening the sharing settings…</output>
  return <SharingDialog shared={shared} person={person} />
}
