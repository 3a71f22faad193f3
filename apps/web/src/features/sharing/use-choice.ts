import { useState } from 'react'

/** A choice is shown as made while it is sent; what is stored shows again once it was refused. */
export function useOptimisticChoice<Choice>(stored: Choice, send: (choice: Choice) => Promise<unknown>) {
  const [pending, setPending] = useState<{ readonly choice: Choice } | null>(null)
  const choose = async (choice: Choice) => {
    const mine = { choice }
    setPending(mine)
    await send(choice)
    setPending((now) => (now === mine ? null : now))
  }
  return { shown: pending === null ? stored : pending.choice, isSending: pending !== null, choose }
}
