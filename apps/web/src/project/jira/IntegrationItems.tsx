import { formatQuantity } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { useEffect, useState } from 'react'
import { fetchTrackerSync, setTrackerSync, type TrackerSync } from '../../api/tracker-sync.ts'
import { useCell } from '../../platform/cell.ts'
import { Link } from '../../ui/Button.tsx'
import { MenuCheckbox, MenuLink, MenuNote } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toasts.tsx'

/** The items of the integrations menu. */
export function IntegrationItems({ client }: { readonly client: ProjectClient }) {
  const isSynced = useCell(client.project, (project) => project.jiraSync)
  const tracking = usePolledTrackerSync(client, isSynced)
  const choose = async (isOn: boolean): Promise<void> => {
    const switched = await setTrackerSync(client.projectId, isOn)
    if (!switched.ok) toast.error(switched.message, { isPersistent: true })
  }
  return (
    <>
      <MenuCheckbox isChosen={isSynced} onChoose={(isOn) => void choose(isOn)}>
        Jira sync
      </MenuCheckbox>
      <MenuNote>{isSynced ? describeSyncState(tracking) : syncOffText}</MenuNote>
      <MenuLink>
        <Link to="/account">Account settings</Link>
      </MenuLink>
    </>
  )
}

const syncOffText = 'Switch it on to keep nodes and Jira issues in step, by the Jira account of the project’s owner.'

function describeSyncState(tracking: TrackerSync | null): string {
  if (tracking === null) return 'This project is kept in step with Jira.'
  if (tracking.problem !== null) return tracking.problem
  if (tracking.waiting > 0) return `Nodes still to be told: ${tracking.waiting}.`
  const { length } = tracking.nodes
  if (length === 0) return 'Every node is in step with its issue in Jira.'
  return `In step, but for ${formatQuantity(length, 'node')}: a red mark says why.`
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
