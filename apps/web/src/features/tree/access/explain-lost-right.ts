import { copyText } from '../../../platform/clipboard.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import type { ReadOnlyReason } from './read-only-reason.ts'

const sentences: Readonly<Record<ReadOnlyReason, string>> = {
  trash: 'This project was moved to Trash: it can no longer be edited.',
  'no-access': 'Your subscription has ended: you can only view this project now.',
  viewer: 'Your access was changed to viewer: you can only view this project now.',
  link: 'Your access was removed: you can only view this project now, by its link.',
}

/** Tells a person that they may no longer edit. What they had typed is shown, and can be copied. */
export function explainLostRight(reason: ReadOnlyReason, typed: string | null): void {
  if (typed === null) return toast.warning(sentences[reason], { isPersistent: true })
  toast.warning(`${sentences[reason]} What you typed was not saved: ${typed}`, {
    isPersistent: true,
    action: { label: 'Copy my text', run: () => void copy(typed) },
  })
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success('Copied to clipboard')
  else toast.error('The text could not be copied')
}
