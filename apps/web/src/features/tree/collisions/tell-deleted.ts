import { toPlainText } from '@espalier/domain'
import { copyText } from '../../../platform/clipboard.ts'
import { toast } from '../../../ui/toasts/toast.ts'

/** Says that what one was writing on is gone. What was typed is shown and can be taken along. */
export function notifyNodeDeleted(title: string, typed: string | null): void {
  const gone = `Someone else deleted “${toPlainText(title)}”`
  const text = toPlainText(typed ?? '')
  if (text === '') return toast.warning(gone)
  toast.warning(`${gone}. Your text is kept with it: ${text}`, {
    isPersistent: true,
    action: { label: 'Copy my text', run: () => void copyUnsavedText(text) },
  })
}

export async function copyUnsavedText(text: string): Promise<void> {
  if (await copyText(text)) toast.success('Copied to clipboard')
  else toast.error('The text could not be copied')
}
