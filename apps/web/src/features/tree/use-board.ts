import { findRole } from '@espalier/domain'
import { useEffect, useState } from 'react'
import { type BoardOpening, openBoard } from '../../data/board/index.ts'
import { loadLayeredLayout, warmUpLayout } from './canvas/door.ts'
import { auth } from '../../data/session/index.ts'

export type ProjectOpeningState = { readonly kind: 'loading' } | BoardOpening

// A page whose code could not be loaded must not wait for ever.
const toFailedOpening = (): BoardOpening => ({ kind: 'failed' })

/** The board of a project, for a visitor; null is an anonymous one. It is closed when the screen goes. */
export function useOpenProject(projectId: string, userId: string | null) {
  const [state, setState] = useState<ProjectOpeningState>({ kind: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    let close = (): void => undefined
    const open = async (): Promise<void> => {
      const stopRehearsal = warmUpLayout()
      const opening = await openBoard(projectId).catch(toFailedOpening).finally(stopRehearsal)
      // Drawn as a tree first, a graph would jump under the eyes.
      if (opening.kind === 'open' && opening.isGraph) await loadLayeredLayout().catch(() => undefined)
      // A session that has ended meanwhile makes a stranger of the person: then it is they who are missing.
      if (opening.kind === 'missing' && userId !== null && !isOver) await auth.check()
      if (isOver && opening.kind === 'open') opening.board.close()
      if (isOver) return
      if (opening.kind === 'open') close = () => opening.board.close()
      setState(opening)
    }
    if (turn >= 0) void open()
    return () => {
      isOver = true
      close()
    }
  }, [projectId, userId, turn])
  useEffect(() => {
    if (state.kind !== 'open') return undefined
    const { project } = state.board
    const openAnew = () => setTurn((last) => last + 1)
    // Whoever has removed themselves, or was removed, is told that there is nothing for them here.
    const stops = [
      state.board.onLost(openAnew),
      project.subscribe(() => {
        if (findRole(userId, project.get()) === 'none') openAnew()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [state, userId])
  const retry = () => {
    setState({ kind: 'loading' })
    setTurn(turn + 1)
  }
  return { state, retry }
}
