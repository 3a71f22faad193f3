import type { ApiFailure } from '../api/projects.ts'
import { toast } from '../ui/Toasts.tsx'

/** Shows why something failed, unless the page has shown it already. */
export function toastApiFailure({ message, isReported }: ApiFailure): void {
  if (!isReported) toast.error(message, { isPersistent: true })
}
