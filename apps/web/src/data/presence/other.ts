import type { Api } from '@espalier/contract'
import type { NodeId } from '@espalier/domain'
import { sha256 } from '../../platform/sha256.ts'

export type SentSession = Api.ProjectSession

/** Somebody else who has the project open. */
export interface Collaborator {
  readonly id: string
  readonly name: string
  readonly picture: string
  /** As #rrggbb, dark enough for white text. */
  readonly colour: string
  /** What they have selected, the node they stand on first. It may be deleted by now. */
  readonly nodeIds: readonly NodeId[]
}

const guestPrefix = 'guest:'
const guestDigits = 32

/** The id under which the server shows a tab that nobody is signed in on. */
export const toGuestId = (clientId: string): string => `${guestPrefix}${sha256(clientId).slice(0, guestDigits)}`

function formatCollaboratorName({ id, firstname, lastname, email }: SentSession): string {
  const name = [firstname, lastname].filter((part) => part).join(' ')
  return name || email || (id.startsWith(guestPrefix) ? 'Guest' : 'Someone')
}

const isSameCollaborator = (left: Collaborator, right: Collaborator): boolean =>
  left.name === right.name &&
  left.picture === right.picture &&
  left.colour === right.colour &&
  left.nodeIds.join() === right.nodeIds.join()

/** Everybody but oneself. Whoever is as before is the same object, and if all are, so is the list. */
export function readCollaborators(
  sent: readonly SentSession[],
  ownIds: readonly string[],
  before: readonly Collaborator[],
): readonly Collaborator[] {
  const known = new Map(before.map((other) => [other.id, other]))
  const others = sent
    .filter(({ id }) => !ownIds.includes(id))
    .map((session): Collaborator => {
      const { id, picture, colour, nodeIds } = session
      const other = { id, name: formatCollaboratorName(session), picture, colour, nodeIds }
      const former = known.get(id)
      return former !== undefined && isSameCollaborator(former, other) ? former : other
    })
  const isAsBefore = others.length === before.length && others.every((other, index) => other === before[index])
  return isAsBefore ? before : others
}
