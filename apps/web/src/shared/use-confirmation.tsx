import { type ReactNode, useCallback, useState } from 'react'
import { ConfirmDialog } from '../ui/Dialog.tsx'

interface PendingQuestion {
  readonly question: string
  answer(isOk: boolean): void
}

/** Asks by a dialog, which the screen has to render, and waits for the answer. */
export function useConfirmation(): { ask(question: string): Promise<boolean>; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<PendingQuestion | null>(null)
  const ask = useCallback(
    (question: string) =>
      new Promise<boolean>((resolve) => {
        const answer = (isOk: boolean) => {
          setAsked(null)
          resolve(isOk)
        }
        setAsked({ question, answer })
      }),
    [],
  )
  const dialog = asked !== null && (
    <ConfirmDialog
      question={asked.question}
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    />
  )
  return { ask, dialog }
}
