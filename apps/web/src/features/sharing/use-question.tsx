import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface SharingQuestion {
  readonly text: string
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks, and answers whether it was confirmed. The dialog has to be drawn where the asking is done. */
export function useSharingConfirmation(): { ask(text: string): Promise<boolean>; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<SharingQuestion | null>(null)
  const ask = (text: string) =>
    new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setAsked(null)
        resolve(isConfirmed)
      }
      setAsked({ text, answer })
    })
  const dialog = asked && (
    <ConfirmDialog question={asked.text} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
  )
  return { ask, dialog }
}
