import { createCell } from '../platform/cell.ts'

const dialogs = createCell<readonly HTMLDialogElement[]>([])

/** The open modal dialogs. While there is one, nothing outside it can be used or is read aloud. */
export const openDialogs = {
  /** Returns the topmost dialog. */
  top: (): HTMLDialogElement | null => dialogs.get().at(-1) ?? null,
  subscribe: dialogs.subscribe,
  add(dialog: HTMLDialogElement): () => void {
    dialogs.set([...dialogs.get(), dialog])
    return () => dialogs.set(dialogs.get().filter((one) => one !== dialog))
  },
}
