let dialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function setDialogs(next: readonly HTMLDialogElement[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** The open modal dialogs. While there is one, nothing outside it can be used or is read aloud. */
export const openDialogs = {
  /** Returns the topmost dialog. */
  top: (): HTMLDialogElement | null => dialogs.at(-1) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add(dialog: HTMLDialogElement): () => void {
    setDialogs([...dialogs, dialog])
    return () => setDialogs(dialogs.filter((one) => one !== dialog))
  },
}
