import { pageConfig } from '../../data/config/index.ts'
import { useAuth } from '../../data/session/index.ts'
import { Link } from '../../ui/Link.tsx'

/** Whether the address has been proven, and where to enter the code if not. */
export function EmailStatus() {
  const state = useAuth()
  if (!pageConfig().features.verifyEmail) return <p>This server does not verify email addresses.</p>
  if (state.kind !== 'person') return null
  const { email, unverifiedEmail } = state.person
  if (unverifiedEmail === undefined) return <p>Your email address is verified.</p>
  const isChange = unverifiedEmail.toLowerCase() !== email.toLowerCase()
  return (
    <p>
      {isChange
        ? `Check ${unverifiedEmail} for a code. Until you enter it, ${email} stays your address. `
        : 'Your email address is not verified, so others cannot find you by it. '}
      <Link to="/verification">Verify</Link>
    </p>
  )
}
