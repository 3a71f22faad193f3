import type { ProjectClient } from '@espalier/sync'
import { useEffect, useState } from 'react'
import { fetchTrackerSync, setTrackerSync, type TrackerSync } from '../../api/tracker-sync.ts'
import { useCell } from '../../platform/cell.ts'
import { jiraSyncTexts as texts } from '../../texts/jira-sync.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { Link } from '../../ui/Button.tsx'
import { MenuCheckbox, MenuItem, MenuLink, MenuNote, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toasts.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { FieldSwitches } from './FieldSwitches.tsx'

/** The items of the integrations menu. */
export function IntegrationItems({ workspace: { client, dialog } }: { readonly workspace: ProjectWorkspace }) {
  const isSynced = useCell(client.project, (project) => project.jiraSync)
  const tracking = usePolledTrackerSync(client, isSynced)
  const choose = async (isOn: boolean): Promise<void> => {
    const switched = await setTrackerSync(client.projectId, isOn)
    if (!switched.ok) toast.error(switched.message, { isPersistent: true })
  }
  return (
    <>
      <MenuCheckbox isChosen={isSynced} onChoose={(isOn) => void choose(isOn)}>
        {texts.sync}
      </MenuCheckbox>
      <MenuNote>{isSynced ? describeSyncState(tracking) : texts.isOff}</MenuNote>
      <FieldSwitches projectId={client.projectId} />
      <MenuLink>
        <Link to="/account">{isSynced ? texts.settings : texts.connect}</Link>
      </MenuLink>
      <MenuSeparator />
      <MenuItem onSelect={() => dialog.set({ kind: 'webhooks' })}>{toolbarTexts.webhooks}</MenuItem>
    </>
  )
}

function describeSyncState(tracking: TrackerSync | null): string {
  if (tracking === null) return texts.isOn
  if (tracking.problem !== null) return tracking.problem
  if (tracking.waiting > 0) return texts.waiting(tracking.waiting)
  const { length } = tracking.nodes
  return length === 0 ? texts.allInSync : texts.someNotInSync(length)
}

const pollMs = 3_000

function usePolledTrackerSync(client: ProjectClient, isSynced: boolean): TrackerSync | null {
  const [tracking, setTracking] = useState<TrackerSync | null>(null)
  useEffect(() => {
    if (!isSynced) return
    let isLeft = false
    const poll = async (): Promise<void> => {
      const found = await fetchTrackerSync(client.projectId)
      if (!isLeft) setTracking(found)
    }
    void poll()
    const timer = window.setInterval(() => void poll(), pollMs)
    return () => {
      isLeft = true
      window.clearInterval(timer)
      setTracking(null)
    }
  }, [client, isSynced])
  return tracking
}
