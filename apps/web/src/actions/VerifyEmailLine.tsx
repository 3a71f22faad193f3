import { pageConfig } from '../data/config/index.ts'
import { useAuth } from '../data/session/index.ts'
import { Link } from '../ui/Link.tsx'

/** Reminds a person to enter the code that was mailed. Nothing where there is no code to enter. */
export function VerifyEmailReminder() {
  const state = useAuth()
  const email = state.kind === 'person' ? state.person.unverifiedEmail : undefined
  if (email === undefined || !pageConfig().features.verifyEmail) return null
  return (
    <p>
      Check your email: enter the code that we sent to {email}, so that others can share with you.{' '}
      <Link to="/verification">Enter the code</Link>
    </p>
  )
}
