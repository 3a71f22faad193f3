import { limits } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { useEffect } from 'react'
import { useRollUps } from './project-roll-ups.ts'

interface EstimateProgressProps {
  readonly client: ProjectClient
  onChange(percent: number): void
}

/**
 * Computes how much of the estimated work is done, in percent; nodes are counted while nothing is estimated. It shows
 * nothing itself, so that the ring is there before this part is loaded.
 */
export function EstimateProgress({ client, onChange }: EstimateProgressProps) {
  const share = useRollUps(client).getWhole().doneShare ?? 0
  const percent = Math.round(share * limits.fullPercent)
  useEffect(() => onChange(percent), [onChange, percent])
  return null
}
