import { acceptPendingInvite } from '../data/invites/index.ts'
import { toast } from '../ui/toasts/toast.ts'

/** Uses the invite that this tab came with, if it did, and says why where it lets nobody in. */
export async function acceptInviteAndReport(): Promise<void> {
  const fault = await acceptPendingInvite()
  if (fault !== null) toast.error(fault, { isPersistent: true })
}
