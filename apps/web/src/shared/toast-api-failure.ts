import type { ApiFailure } from '../api/projects.ts'
import { toast } from '../ui/Toasts.tsx'

/** Says why something was not done, unless the whole page has said it already. */
export function toastApiFailure({ text, isReported }: ApiFailure): void {
  if (!isReported) toast.error(text, { isPersistent: true })
}
