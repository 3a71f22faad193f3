import { limits } from '@espalier/domain'
import type { Collaborator } from '@espalier/sync'
import type { CSSProperties } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { presenceTexts } from '../../../texts/presence.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { getPlainTitle, goToNode } from '../../actions/action.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import { showHiddenNode } from '../../workspace/search-state.ts'
import styles from './PeopleHere.module.css'

const { avatars, spacedAvatars, spacingPx, overlapPx } = limits.presence
const edgePx = 2
/** Side by side they fill the space between them; overlapping, enough of each is left for a finger. */
const spaced = { sizePx: spacingPx, stepPx: spacingPx }
const overlapping = { sizePx: 40, stepPx: 40 - overlapPx }

/** Shows the others who have this project open; a click goes to their node. */
export function PeopleHere({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const others = useCell(workspace.client.presence.others)
  if (others.length === 0) return null
  const shown = others.slice(0, avatars)
  const rest = others.slice(avatars)
  const { sizePx, stepPx } = others.length > spacedAvatars ? overlapping : spaced
  const sizes = { '--size': `${sizePx}px`, '--step': `${stepPx}px` } as CSSProperties
  return (
    <ul aria-label={presenceTexts.peopleHere} className={styles.people} style={sizes}>
      {shown.map((other) => (
        <li key={other.id} translate="no">
          <button
            type="button"
            className={styles.person}
            style={{ borderColor: other.colour }}
            title={other.name}
            aria-label={presenceTexts.goTo(other.name)}
            onClick={() => goToPerson(workspace, other)}
          >
            <Avatar name={other.name} picture={other.picture} size={sizePx - 2 * edgePx} />
          </button>
        </li>
      ))}
      {rest.length > 0 && <RemainingPeople others={rest} />}
    </ul>
  )
}

function RemainingPeople({ others }: { readonly others: readonly Collaborator[] }) {
  const names = others.map(({ name }) => name).join(', ')
  return (
    <li className={styles.rest} translate="no" title={names}>
      <span>{`+${others.length}`}</span>
      <VisuallyHidden>{names}</VisuallyHidden>
    </li>
  )
}

/** Goes to another person's current node. */
function goToPerson(workspace: ProjectWorkspace, { name, nodeIds }: Collaborator): void {
  const id = nodeIds.find((one) => workspace.client.node(one) !== undefined)
  if (id === undefined) return workspace.notify(presenceTexts.nothingSelected(name))
  showHiddenNode(workspace, id)
  workspace.map.reveal(id, { isCentred: true })
  goToNode(workspace, id)
  workspace.map.announce(presenceTexts.isAt(name, getPlainTitle(workspace, id)))
}
