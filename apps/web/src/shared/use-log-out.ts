import { useCallback } from 'react'
import { dropStoredData } from '../api/session/early-data.ts'
import { identityClient } from '../api/session/identity.ts'
import { auth, forgetNext } from '../api/session/session.ts'
import { useNavigate } from '../platform/router.tsx'
import { frameTexts } from '../texts/frame.ts'
import { toast } from '../ui/Toasts.tsx'

/** Ends the session on the server, then goes to /login. A session that could not be ended is not shown as ended. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const answer = await identityClient.logOut()
    if (answer.kind !== 'ended') {
      toast.error(frameTexts.logOutFailed)
      return
    }
    forgetNext()
    dropStoredData()
    auth.markLoggedOut()
    navigate('/login', { replace: true })
  }, [navigate])
}
