import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import type { Face } from '../chips/chip-details.ts'
import { type Chip, chipPx, paintDots } from '../chips/chip-row.ts'
import type { NodeChipsView } from '../chips/map-chips.ts'
import styles from './NodeChips.module.css'

/**
 * The fields of a node below its title. The style sheet draws their texts: as texts they would have to be part of the
 * accessible name of the box, which is its title. Screen readers get its description.
 */
export const NodeChips = ({ chips: { own, faces, below, description } }: { readonly chips: NodeChipsView }) => (
  <>
    {own.length > 0 && drawRow('own', own, faces, description)}
    {below !== null && drawRow('below', below, faces, description)}
  </>
)

const drawRow = (kind: string, chips: readonly Chip[], faces: readonly Face[], description: string): ReactNode => (
  <div className={styles.row} data-chips={kind} aria-hidden="true" title={description === '' ? undefined : description}>
    {chips.map((chip) => drawChip(chip, faces))}
  </div>
)

/** Each chip is one element, because most of the cost of a box is the number of its elements. */
function drawChip(chip: Chip, faces: readonly Face[]): ReactNode {
  switch (chip.kind) {
    case 'priority':
      return <span key="priority" className={styles.priority} data-priority={chip.priority} />
    case 'people':
      return (
        <span key="people" className={styles.people} data-text={chip.more}>
          {chip.ids.map((id, at) => drawFace(id, faces[at]))}
        </span>
      )
    case 'tags':
      return (
        <span
          key="tags"
          className={joinClasses(styles.text, styles.tags)}
          style={{ width: chip.widthPx, background: paintDots(chip.tags) }}
          data-text={chip.more}
        />
      )
    default:
      return (
        <span
          key={chip.kind + chip.text}
          className={joinClasses(styles.text, styles[chip.kind])}
          data-text={chip.text}
        />
      )
  }
}

function drawFace(id: string, face: Face | undefined): ReactNode {
  if (face === undefined || face.kind === 'loading') return <span key={id} className={styles.face} />
  if (face.kind === 'former') return <span key={id} className={joinClasses(styles.face, styles.former)} />
  return <Avatar key={id} name={face.kind === 'known' ? face.name : ''} picture={face.picture} size={chipPx.face} />
}
