import type { ApiFailure } from '../../../data/projects/index.ts'
import { toast } from '../../../ui/toasts/toast.ts'

/** Every screen of the board has this title. */
export const boardTitle = 'User feedback'

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const dateText = (at: number): string => dates.format(at)

export const countText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Says why something was not done, unless the whole page has said it already. */
export function tellFailure({ text, isTold }: ApiFailure): void {
  if (!isTold) toast.error(text, { isPersistent: true })
}
