import type { CSSProperties, ReactNode } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import type { Face } from '../chips/chip-details.ts'
import { type Chip, chipPx } from '../chips/chip-row.ts'
import type { NodeChipsView } from '../chips/map-chips.ts'
import styles from './NodeChips.module.css'

/**
 * The fields of a node below its title. The style sheet draws their texts: as texts they would have to be part of the
 * accessible name of the box, which is its title. Screen readers get its description.
 */
export const NodeChips = ({ chips: { own, faces, below, description } }: { readonly chips: NodeChipsView }) => (
  <div className={styles.rows} data-chips="" aria-hidden="true" title={description === '' ? undefined : description}>
    {own.length > 0 && <div className={styles.row}>{own.map((chip) => drawChip(chip, faces))}</div>}
    {below !== null && (
      <div className={joinClasses(styles.row, styles.below)}>{below.map((chip) => drawChip(chip, faces))}</div>
    )}
  </div>
)

function drawChip(chip: Chip, faces: readonly Face[]): ReactNode {
  switch (chip.kind) {
    case 'priority':
      return <span key="priority" className={styles.priority} data-priority={chip.priority} />
    case 'people':
      return (
        <span key="people" className={styles.people}>
          {chip.ids.map((id, at) => drawFace(id, faces[at]))}
          {drawMore(chip.more)}
        </span>
      )
    case 'tags':
      return (
        <span key="tags" className={styles.tags} style={{ '--dots': paintDots(chip) } as CSSProperties}>
          <span className={styles.dots} style={{ width: chipPx.dot + (chip.tags.length - 1) * chipPx.dotStep }} />
          {drawMore(chip.more)}
        </span>
      )
    default:
      return <span key={chip.text} className={joinClasses(styles.text, styles[chip.kind])} data-text={chip.text} />
  }
}

const drawMore = (more: string): ReactNode =>
  more === '' ? null : <span className={joinClasses(styles.text, styles.more)} data-text={more} />

function drawFace(id: string, face: Face | undefined): ReactNode {
  if (face === undefined || face.kind === 'loading') return <span key={id} className={styles.face} />
  if (face.kind === 'former') return <span key={id} className={joinClasses(styles.face, styles.former)} />
  return <Avatar key={id} name={face.kind === 'known' ? face.name : ''} picture={face.picture} size={chipPx.face} />
}

/** All dots are the backgrounds of one element, because most of the cost of a box is the number of its elements. */
function paintDots({ tags }: Extract<Chip, { readonly kind: 'tags' }>): string {
  const radius = chipPx.dot / 2
  return tags
    .map(
      ({ colour }, at) =>
        `radial-gradient(circle at ${radius + at * chipPx.dotStep}px 50%, ${colour} ${radius - 0.5}px, transparent ${radius}px)`,
    )
    .join(',')
}
