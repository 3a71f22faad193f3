import { useCallback, useEffect, useRef } from 'react'
import type { ApiFailure } from '../../api/graphql/api-result.ts'
import { myWork, type WorkItem } from '../../api/my-work.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { myWorkTexts } from '../../texts/my-work.ts'
import { toast, toastList } from '../../ui/Toasts.tsx'

const withdrawOffers = (): void => toastList.closeWhere(({ topic }) => topic === 'undo')

function reportFailure(failure: ApiFailure, { title, project }: WorkItem): void {
  if (failure.code === 'FORBIDDEN') toast.error(myWorkTexts.viewerOnly(project.title), { isPersistent: true })
  else if (failure.code === 'NOT_FOUND') toast.error(myWorkTexts.gone(title), { isPersistent: true })
  else toastApiFailure(failure)
  // Whatever is wrong, the list was read too long ago.
  if (failure.code !== 'UNREACHABLE') void myWork.load()
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null

interface DoneActions {
  markDone(item: WorkItem): void
}

/** Marks items as done and undoes it, the last one first: by the toast or by Ctrl+Z. */
export function useDone(onReopened: (id: string) => void): DoneActions {
  const done = useRef<readonly WorkItem[]>([])
  const reopen = useCallback(
    async (item: WorkItem) => {
      done.current = done.current.filter((one) => one !== item)
      withdrawOffers()
      const reopened = myWork.reopen(item)
      onReopened(item.id)
      const failure = await reopened
      if (failure !== null) reportFailure(failure, item)
    },
    [onReopened],
  )
  const markDone = useCallback(
    (item: WorkItem) => {
      done.current = [...done.current, item]
      withdrawOffers()
      const action = { label: myWorkTexts.undo, run: () => void reopen(item) }
      toast.success(myWorkTexts.done(item.title), { topic: 'undo', action })
      void myWork.markDone(item).then((failure) => {
        if (failure === null) return
        done.current = done.current.filter((one) => one !== item)
        withdrawOffers()
        reportFailure(failure, item)
      })
    },
    [reopen],
  )
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const last = done.current.at(-1)
      if (last === undefined || !isUndoKey(event) || isTyping(event.target)) return
      event.preventDefault()
      void reopen(last)
    }
    window.addEventListener('keydown', undo)
    return () => {
      window.removeEventListener('keydown', undo)
      // The offer belongs to this page's list.
      withdrawOffers()
    }
  }, [reopen])
  return { markDone }
}
