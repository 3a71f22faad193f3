import { type ReactNode } from 'react'
import { useCell } from '../../../platform/cell.ts'
import type { CanvasStage } from '../canvas/stage.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { LazyPlace, screenPart } from '../../../ui/lazy-part.tsx'

const PeopleHere = screenPart(async () => (await import('./PeopleHere.tsx')).PeopleHere)
const OthersLayer = screenPart(async () => (await import('./OthersLayer.tsx')).OthersLayer)

interface PeoplePlaceProps {
  readonly bench: Workbench
}

/** Most projects are looked at by one person: what shows the others is loaded when the first one comes. */
export const PeoplePlace = ({ bench }: PeoplePlaceProps) => (
  <WithOthers bench={bench}>
    <PeopleHere bench={bench} />
  </WithOthers>
)

interface OthersPlaceProps extends PeoplePlaceProps {
  readonly stage: CanvasStage
  readonly part: 'outlines' | 'names'
}

export const OthersPlace = ({ bench, stage, part }: OthersPlaceProps) => (
  <WithOthers bench={bench}>
    <OthersLayer bench={bench} stage={stage} part={part} />
  </WithOthers>
)

function WithOthers({ bench, children }: PeoplePlaceProps & { readonly children: ReactNode }) {
  const isAlone = useCell(bench.board.presence.others, (others) => others.length === 0)
  return isAlone ? null : <LazyPlace>{children}</LazyPlace>
}
