import { getTrialState } from '@espalier/domain'
import Check from 'lucide-react/icons/check'
import CreditCard from 'lucide-react/icons/credit-card'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquare from 'lucide-react/icons/message-square'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import type { AccessState } from '../api/account/access.ts'
import type { Person } from '../api/identity/whoami.ts'
import { apiBase, pageConfig } from '../api/session/page-config.ts'
import { formatPersonName } from '../api/session/session.ts'
import { clock } from '../platform/timing.ts'
import { useLogOut } from '../shared/use-log-out.ts'
import { avatarMenuTexts } from '../texts/avatar-menu.ts'
import { topBarTexts } from '../texts/top-bar.ts'
import { Link } from '../ui/Button.tsx'
import { MenuItem, MenuLink, MenuNote, MenuSeparator } from '../ui/Menu.tsx'

export interface AvatarMenuProps {
  readonly person: Person
  readonly access: AccessState
  /** On a phone the menu has what the bar has no room for. */
  readonly isPhonePage: boolean
  readonly hasFeedback: boolean
}

/** The entries of the open account menu. */
export function AvatarMenuItems({ person, access, isPhonePage, hasFeedback }: AvatarMenuProps) {
  const logOut = useLogOut()
  // A server that bills nobody shows nothing of an old trial either.
  const hasBilling = pageConfig().features.billing !== 'none'
  const subscription = hasBilling && access.kind === 'known' ? access.subscription : null
  return (
    <>
      <MenuNote>
        <span translate="no">{formatPersonName(person)}</span>
      </MenuNote>
      {typeof subscription?.trial_end === 'number' && <TrialLine endSeconds={subscription.trial_end} />}
      <MenuSeparator />
      {isPhonePage && access.kind === 'known' && access.hasAccess && (
        <MenuLink>
          <Link to="/my-work">
            <Check size={16} />
            {topBarTexts.myWork}
          </Link>
        </MenuLink>
      )}
      <MenuLink>
        <Link to="/user">
          <UserRound size={16} />
          {avatarMenuTexts.userSettings}
        </Link>
      </MenuLink>
      {access.kind === 'known' && access.hasAccess && (
        <MenuLink>
          <Link to="/account">
            <Settings size={16} />
            {avatarMenuTexts.account}
          </Link>
        </MenuLink>
      )}
      {subscription !== null && (
        <MenuLink>
          <a href={`${apiBase()}/billing`}>
            <CreditCard size={16} />
            {avatarMenuTexts.billing}
          </a>
        </MenuLink>
      )}
      {hasFeedback && (
        <MenuLink>
          <Link to="/feedback" reloadDocument={pageConfig().features.feedback !== 'builtin'}>
            <MessageSquare size={16} />
            {topBarTexts.feedback}
          </Link>
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => void logOut()}>
        <LogOut size={16} />
        {avatarMenuTexts.logOut}
      </MenuItem>
    </>
  )
}

function TrialLine({ endSeconds }: { readonly endSeconds: number }) {
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(endSeconds * 1000)
  return <MenuNote>{avatarMenuTexts.trial[getTrialState(endSeconds, clock.now())](date)}</MenuNote>
}
