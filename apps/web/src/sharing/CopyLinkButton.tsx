import { sharingTexts } from '@espalier/domain'
import LinkIcon from 'lucide-react/icons/link'
import { copyText } from '../platform/clipboard.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/Toasts.tsx'

async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) toast.success(sharingTexts.linkCopied)
  // The person can copy the shown link by hand.
  else toast.warning(link, { isPersistent: true })
}

interface CopyLinkButtonProps {
  readonly projectId: string
}

export const CopyLinkButton = ({ projectId }: CopyLinkButtonProps) => (
  <Button onClick={() => void copyLink(`${window.location.origin}/tree/${encodeURIComponent(projectId)}`)}>
    <LinkIcon size={16} aria-hidden="true" />
    {shareDialogTexts.copyLink}
  </Button>
)

interface CopyInviteLinkButtonProps {
  readonly link: string
  /** The invited address; null: a link for anybody. */
  readonly email: string | null
}

export const CopyInviteLinkButton = ({ link, email }: CopyInviteLinkButtonProps) => (
  <Button
    size="small"
    aria-label={email === null ? undefined : shareDialogTexts.copyInviteLinkFor(email)}
    onClick={() => void copyLink(link)}
  >
    <LinkIcon size={16} aria-hidden="true" />
    {shareDialogTexts.copyInviteLink}
  </Button>
)
