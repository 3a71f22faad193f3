import type { ApiFailure } from '../../api/projects.ts'
import { toast } from '../../ui/Toasts.tsx'

/** Every screen of the board has this title. */
export const boardTitle = 'User feedback'

const mediumDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const formatPostDate = (at: number): string => mediumDates.format(at)

export const formatQuantity = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** Says why something was not done, unless the whole page has said it already. */
export function toastBoardFailure({ message, isReported: isTold }: ApiFailure): void {
  if (!isTold) toast.error(message, { isPersistent: true })
}
