import { sharingTexts } from '@espalier/domain'
import LinkIcon from 'lucide-react/icons/link'
import { copyText } from '../platform/clipboard.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/Toasts.tsx'

interface CopyLinkButtonProps {
  readonly projectId: string
}

export function CopyLinkButton({ projectId }: CopyLinkButtonProps) {
  const link = `${window.location.origin}/tree/${encodeURIComponent(projectId)}`
  const copy = async () => {
    if (await copyText(link)) toast.success(sharingTexts.linkCopied)
    // The person can copy the shown link by hand.
    else toast.warning(link, { isPersistent: true })
  }
  return (
    <Button onClick={() => void copy()}>
      <LinkIcon size={16} aria-hidden="true" />
      {shareDialogTexts.copyLink}
    </Button>
  )
}
