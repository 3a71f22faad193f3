import { copyText } from '../../../platform/clipboard.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import type { ReadOnlyReason } from './read-only-reason.ts'

const rightLostTexts: Readonly<Record<ReadOnlyReason, string>> = {
  trash: 'This project was moved to Trash: it can no longer be edited.',
  'no-access': 'Your subscription has ended: you can only view this project now.',
  viewer: 'Your access was changed to viewer: you can only view this project now.',
  link: 'Your access was removed: you can only view this project now, by its link.',
}

/** Tells a person that they may no longer edit. What they had typed is shown, and can be copied. */
export function showRightLostToast(reason: ReadOnlyReason, typed: string | null): void {
  if (typed === null) return toast.warning(rightLostTexts[reason], { isPersistent: true })
  toast.warning(`${rightLostTexts[reason]} What you typed was not saved: ${typed}`, {
    isPersistent: true,
    action: { label: 'Copy my text', run: () => void copyTypedText(typed) },
  })
}

async function copyTypedText(text: string): Promise<void> {
  if (await copyText(text)) toast.success('Copied to clipboard')
  else toast.error('The text could not be copied')
}
