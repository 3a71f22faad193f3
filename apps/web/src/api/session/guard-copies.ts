import { removeAccountCopies } from '@espalier/sync/account-copy'
import { openIndexedRecords } from '../../platform/indexed-records.ts'
import { planPictures, readPersonCookie, removePicture } from '../../platform/plan-picture.ts'
import { openTabLocks, openTabNews } from '../../platform/tabs.ts'
import { whenIdle } from '../../platform/timing.ts'
import { dropStoredData } from './early-data.ts'
import { lastPerson } from './last-person.ts'
import { auth } from './session.ts'

/** The storage of this browser that its tabs share. Null if there is none. */
export const deviceRecords = openIndexedRecords('espalier')
export const deviceNews = openTabNews('espalier')
export const deviceLocks = openTabLocks(deviceNews)

const signedOut = 'signed-out'

/**
 * Removes the copies of people who are not signed in any more: at a logout, also in another tab, when the session has
 * ended, and when somebody else signs in. Returns a function that stops.
 */
export function guardCopies(onConfirmed: () => void): () => void {
  let confirmedId: string | null = null
  let isStopped = false
  const follow = (): void => {
    const state = auth.get()
    // The picture was shown for the person that the cookie names.
    if (state.kind !== 'person' || state.person.id !== readPersonCookie()) removePicture()
    if (state.kind === 'anonymous') {
      const wasSomebodyHere = confirmedId !== null || lastPerson.wasHere()
      confirmedId = null
      if (wasSomebodyHere) void leaveDevice()
    }
    if (state.kind !== 'person' || state.isRemembered === true || confirmedId === state.person.id) return
    const { id } = state.person
    confirmedId = id
    whenIdle(async () => {
      if (isStopped || confirmedId !== id) return
      await removeCopies(id)
      if (!isStopped) onConfirmed()
    })
  }
  const stops = [
    auth.subscribe(follow),
    deviceNews.listen((message) => {
      if (message === signedOut && auth.get().kind === 'person') auth.clear()
    }),
  ]
  follow()
  return () => {
    isStopped = true
    stops.forEach((stop) => stop())
  }
}

async function leaveDevice(): Promise<void> {
  lastPerson.markLeft()
  deviceNews.post(signedOut)
  // Sessions end without the logout button too.
  dropStoredData()
  if (await removeCopies(null)) lastPerson.forget()
}

async function removeCopies(exceptId: string | null): Promise<boolean> {
  planPictures.removeExcept(exceptId)
  try {
    if (deviceRecords !== null) await removeAccountCopies(deviceRecords, exceptId)
    return true
  } catch {
    return false
  }
}
