import { useHasAccount } from '../api/account/access.ts'
import { changedPictureUrl, formatPersonName, personPictureUrl } from '../api/session/session.ts'
import { useCell } from '../platform/cell.ts'
import { topBarTexts } from '../texts/top-bar.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Menu } from '../ui/Menu.tsx'
import { preloadableComponent } from '../ui/lazy-component.tsx'
import type { AvatarMenuProps } from './AvatarMenuItems.tsx'

const AvatarMenuItems = preloadableComponent(async () => (await import('./AvatarMenuItems.tsx')).AvatarMenuItems)

export function AvatarMenu(props: AvatarMenuProps) {
  const { person } = props
  const changed = useCell(changedPictureUrl)
  const hasAccount = useHasAccount()
  // Before the account exists, a new person's picture would be a stranger's.
  const picture = changed ?? (hasAccount ? personPictureUrl(person) : null)
  return (
    <Menu label={topBarTexts.accountMenu} triggerContent={<Avatar name={formatPersonName(person)} picture={picture} />}>
      <AvatarMenuItems {...props} />
    </Menu>
  )
}
