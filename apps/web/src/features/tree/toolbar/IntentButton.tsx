import type { LucideIcon } from 'lucide-react'
import { attempt, type Intent, labelOf } from '../workbench/intent.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { ToolButton } from './ToolButton.tsx'

interface IntentButtonProps {
  readonly bench: Workbench
  readonly intent: Intent
  readonly Icon: LucideIcon
  readonly isDisabled?: boolean
}

export const IntentButton = ({ bench, intent, Icon, isDisabled = false }: IntentButtonProps) => (
  <ToolButton
    label={labelOf(intent, bench, null)}
    Icon={Icon}
    isDisabled={isDisabled}
    shortcut={intent.shortcuts?.[0]}
    onClick={() => attempt(intent, bench, bench.selection.get().current)}
  />
)
